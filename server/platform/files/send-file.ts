import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { ByteRange, FileVersion } from '../ports/files.ts';
import { RefusalError, refusal } from '../refusals/refusal.ts';
import { pipeToResponse, removeContentHeaders } from './pipe-to-response.ts';
import { requestedPart } from './ranges.ts';

/** A stored file as the body of an answer. It is read only as far as the request asks for. */
export class FileBody implements FileVersion {
  readonly size: number;
  readonly etag: string;
  readonly #read: (part?: ByteRange) => Promise<Readable | undefined>;

  constructor({ size, etag }: FileVersion, read: (part?: ByteRange) => Promise<Readable | undefined>) {
    this.size = size;
    this.etag = etag;
    this.#read = read;
  }

  /** @throws if the file has disappeared */
  async read(part?: ByteRange): Promise<Readable> {
    const content = await this.#read(part);
    if (!content) throw new Error('a stored file disappeared before it was sent');
    return content;
  }
}

/**
 * Sends the file, or the part that `Range` asks for. The caller has set the headers that describe the whole file.
 * @param isHead whether only the headers of the whole file are sent
 * @throws RefusalError 416 if the file has no such part
 */
export async function sendFile(req: Request, res: Response, file: FileBody, isHead: boolean): Promise<void> {
  const { size, etag } = file;
  const part = isHead ? undefined : requestedPart(req, file);
  if (part === 'outside') {
    removeContentHeaders(res);
    res.set('Content-Range', `bytes */${size}`);
    throw new RefusalError(refusal('range_not_satisfiable', { size }));
  }
  res.set({ 'Accept-Ranges': 'bytes', ETag: etag, 'Content-Length': String(part ? part.end - part.start + 1 : size) });
  if (isHead) return void res.end();
  // A part that is the whole file is read as the whole file, whose hash is then compared.
  const content = await file.read(part && part.end - part.start + 1 < size ? part : undefined);
  if (part) res.status(206).set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
  await pipeToResponse(content, res);
}
