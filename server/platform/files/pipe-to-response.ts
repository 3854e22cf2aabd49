import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Headers that describe the content. */
const contentHeaders = ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'Content-Length', 'Content-Range', 'ETag'];

/**
 * Streams the content. A client's disconnect is not an error.
 * @throws the stream's error. Nothing is sent until the stream has its first byte, so that an earlier error can still be answered.
 */
export async function pipeToResponse(content: Readable, res: Response): Promise<void> {
  if (!content.readableEnded && !content.destroyed)
    await Promise.race([once(content, 'readable'), once(content, 'close')]).catch((error: unknown) => {
      removeContentHeaders(res);
      throw error;
    });
  await pipeline(content, res).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}

/** Removes the headers that describe the content, because an error is sent instead. */
export function removeContentHeaders(res: Response) {
  for (const name of contentHeaders) res.removeHeader(name);
}
