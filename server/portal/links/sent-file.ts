/** A form with a file, read while it comes in (RFC 7578), so that the file is never in memory. */
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { invalidRequest, RefusalError } from '../../platform/refusals/refusal.ts';

export interface SentFile {
  /** Empty when none was chosen. */
  readonly name: string;
  /** Media type, as the sender calls it. */
  readonly type: string;
  readonly content: Readable;
}

/** What may come beside the file, which is nothing. */
const limits = { files: 1, fields: 0, parts: 1, headerPairs: 10 } as const;

/**
 * Reads the form until its file begins, and the file as its content is read.
 * @param use what is done with the file; what it leaves unread is never read
 * @throws RefusalError for what is no such form
 */
export async function withSentFile<R>(req: Request, use: (file: SentFile) => Promise<R>): Promise<R> {
  const parser = parserOf(req);
  try {
    const file = await new Promise<SentFile>((resolve, reject) => {
      parser.once('file', (_field, content, { filename, mimeType }) => {
        // Whoever reads it is told in any case, now or later.
        content.on('error', () => undefined);
        // A parameter that was not sent is not there, whatever its type says.
        const name: string | undefined = filename;
        resolve({ name: name ?? '', type: mimeType, content });
      });
      parser.on('error', (error) => reject(unreadable(error))).once('close', () => reject(unreadable()));
      req.once('close', () => parser.destroy()).pipe(parser);
    });
    return await use(file);
  } finally {
    req.unpipe(parser);
    parser.destroy();
  }
}

function parserOf({ headers }: Request): busboy.Busboy {
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error?: unknown): RefusalError {
  return new RefusalError(invalidRequest({ _errors: ['the form cannot be read'] }), error);
}
