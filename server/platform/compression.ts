/** Answers made smaller on their way, where the client accepts it. What streams goes as it is. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Less than this, in bytes, is not worth the time. */
const least = 1024;
export type Coding = 'br' | 'gzip';
/** How hard to try: `quickly` for an answer that somebody waits for, `well` for a file that is made once and sent often. */
type Effort = 'quickly' | 'well';

const compressors: Readonly<Record<Coding, (bytes: Buffer, effort: Effort) => Promise<Buffer>>> = {
  br: (bytes, effort) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'well' ? 9 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, effort) => promisify(gzip)(bytes, { level: effort === 'well' ? 9 : 5 }),
};

/** Says that the answer depends on what the client accepts. @returns the coding to send it in; undefined for as it is */
export function codingOf(req: Request, res: Response, size: number): Coding | undefined {
  if (size < least) return undefined;
  res.vary('Accept-Encoding');
  // Asked one by one: of several that it accepts alike, a client means none more than another.
  return req.acceptsEncodings('br') ? 'br' : req.acceptsEncodings('gzip') ? 'gzip' : undefined;
}

export function compress(bytes: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  return compressors[coding](bytes, effort);
}
