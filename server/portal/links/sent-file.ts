/** Reads a form with a file as a stream (RFC 7578), so that the file is never held in memory. */
import { fieldErrors } from '#platform/refusals/field-errors';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { invalidRequest, RefusalError } from '#platform/refusals/refusal';

export interface SentFile {
  /** Empty when no file was chosen. */
  readonly name: string;
  /** Media type as declared by the sender. */
  readonly type: string;
  readonly content: Readable;
}

/** The form consists only of the file. */
const limits = { files: 1, fields: 0, parts: 1, headerPairs: 10 } as const;

/**
 * Reads the form up to its file. The file is read only as `consume` reads its content.
 * @param consume what it leaves unread is never read
 * @throws RefusalError for input that is not such a form
 */
export async function withSentFile<R>(req: Request, consume: (file: SentFile) => Promise<R>): Promise<R> {
  const parser = parserOf(req);
  try {
    const file = await new Promise<SentFile>((resolve, reject) => {
      parser.once('file', (_field, content, { filename, mimeType }) => {
        // The reader of the content gets the error itself; this listener only prevents an uncaught error.
        content.on('error', () => undefined);
        // The parameter may be missing, although its type does not say so.
        const name: string | undefined = filename;
        resolve({ name: name ?? '', type: mimeType, content });
      });
      parser.on('error', (error) => reject(unreadableError(error))).once('close', () => reject(unreadableError()));
      req.once('close', () => parser.destroy()).pipe(parser);
    });
    return await consume(file);
  } finally {
    req.unpipe(parser);
    parser.destroy();
  }
}

function parserOf({ headers }: Request): busboy.Busboy {
  try {
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    throw unreadableError(error);
  }
}

function unreadableError(error?: unknown): RefusalError {
  return new RefusalError(invalidRequest(fieldErrors.unreadable('the form cannot be read')), error);
}
