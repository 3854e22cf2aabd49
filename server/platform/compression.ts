/** Compresses responses as the client prefers (RFC 9110, 12.5.3). Streams are not compressed. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';

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

/** The order of preference for encodings with equal weight. */
const encodings = ['br', 'gzip', 'identity'] as const;

/** Chooses the encoding and sets `Vary`. @returns undefined to send the content uncompressed, as to a client that accepts nothing */
export function chooseEncoding(req: Request, res: Response, size: number): ContentEncoding | undefined {
  res.vary('Accept-Encoding');
  const accepted = new Negotiator(req).encodings(encodings, { preferred: encodings });
  const [best = 'identity'] = size < minBytes && accepted.includes('identity') ? ['identity' as const] : accepted;
  return best === 'identity' ? undefined : best;
}

export function compress(bytes: Buffer, encoding: ContentEncoding, effort: Effort): Promise<Buffer> {
  return compressors[encoding](bytes, effort);
}
