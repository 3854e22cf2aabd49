/** Compresses responses if the client accepts it. Streams are not compressed. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Smaller responses (in bytes) are not worth compressing. */
const minBytes = 1024;
export type ContentEncoding = 'br' | 'gzip';
/** Compression effort: `quickly` for an answer that a client waits for, `well` for a file compressed once and sent often. */
type Effort = 'quickly' | 'well';

const compressors: Readonly<Record<ContentEncoding, (bytes: Buffer, effort: Effort) => Promise<Buffer>>> = {
  br: (bytes, effort) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: effort === 'well' ? 9 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes, effort) => promisify(gzip)(bytes, { level: effort === 'well' ? 9 : 5 }),
};

/** Chooses the encoding and sets `Vary`. @returns undefined to send the content uncompressed */
export function chooseEncoding(req: Request, res: Response, size: number): ContentEncoding | undefined {
  if (size < minBytes) return undefined;
  res.vary('Accept-Encoding');
  // Brotli is asked for first, so that it wins whenever the client accepts it. Asked for both, `acceptsEncodings` would break ties by
  // their order in the header, which expresses no preference.
  return req.acceptsEncodings('br') ? 'br' : req.acceptsEncodings('gzip') ? 'gzip' : undefined;
}

export function compress(bytes: Buffer, encoding: ContentEncoding, effort: Effort): Promise<Buffer> {
  return compressors[encoding](bytes, effort);
}
