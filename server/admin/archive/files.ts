import type { Files } from '#platform/ports/files';
import { Failure } from '../command.ts';
import type { FileChunk } from './format.ts';

/** Bytes of a file per line; a multiple of 3 avoids base64 padding. */
const chunkLength = 384 * 1024;

/** Yields an organization's files in chunks. Skips a file that is deleted before it is read. */
export async function* readFileChunks(files: Files, organizationId: string): AsyncGenerator<FileChunk> {
  for await (const { key: file } of files.list(organizationId)) {
    const bytes = await files.read(file);
    if (!bytes) continue;
    let start = 0;
    do {
      const end = start + chunkLength;
      yield { file, data: bytes.toString('base64', start, Math.min(end, bytes.length)), more: end < bytes.length };
      start = end;
    } while (start < bytes.length);
  }
}

/** Reassembles files from their chunks and stores them. */
export class FileWriter {
  readonly #files: Files;
  readonly #organizationId: string;
  readonly #newFiles: string[] = [];
  #parts: Buffer[] = [];

  constructor(files: Files, organizationId: string) {
    this.#files = files;
    this.#organizationId = organizationId;
  }

  async add({ file, data, more }: FileChunk): Promise<void> {
    if (!file.startsWith(`${this.#organizationId}/`))
      throw new Failure(`the file contains ${file}, which does not belong to the organization`);
    this.#parts.push(Buffer.from(data, 'base64'));
    if (more) return;
    // Only new files are removed by `undo`.
    if ((await this.#files.size(file)) === undefined) this.#newFiles.push(file);
    await this.#files.put(file, Buffer.concat(this.#parts));
    this.#parts = [];
  }

  /** Removes the new files, because a rollback of the transaction does not remove files. */
  async undo(): Promise<void> {
    for (const file of this.#newFiles) await this.#files.remove(file);
  }
}
