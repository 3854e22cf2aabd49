import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** What was said of the content, and does not hold of an error. */
const aboutContent = ['Cache-Control', 'Content-Disposition', 'Content-Length', 'ETag'];

/**
 * Sends the whole stream. A client that has disconnected needs no answer, and that is not a fault.
 * @throws what the stream failed with; before its first byte nothing is sent, so that the failure can still be answered
 */
export async function pipeToResponse(content: Readable, res: Response): Promise<void> {
  if (!content.readableEnded && !content.destroyed)
    await Promise.race([once(content, 'readable'), once(content, 'close')]).catch((error: unknown) => {
      for (const name of aboutContent) res.removeHeader(name);
      throw error;
    });
  await pipeline(content, res).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}
