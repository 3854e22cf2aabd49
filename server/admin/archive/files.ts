import type { Files } from '../../platform/ports/files.ts';
import { Failure } from '../command.ts';
import type { Piece } from './format.ts';

/** Bytes of a file in one line; a multiple of 3 needs no padding. */
const pieceLength = 384 * 1024;

/** The files of an organization, in pieces. One that goes away meanwhile is left out. */
export async function* piecesOf(files: Files, organizationId: string): AsyncGenerator<Piece> {
  for await (const { key: file } of files.list(organizationId)) {
    const bytes = await files.read(file);
    if (!bytes) continue;
    let start = 0;
    do {
      const end = start + pieceLength;
      yield { file, data: bytes.toString('base64', start, Math.min(end, bytes.length)), more: end < bytes.length };
      start = end;
    } while (start < bytes.length);
  }
}

/** Puts the files together again. */
export class FileWriter {
  readonly #files: Files;
  readonly #organizationId: string;
  readonly #written: string[] = [];
  #parts: Buffer[] = [];

  constructor(files: Files, organizationId: string) {
    this.#files = files;
    this.#organizationId = organizationId;
  }

  async add({ file, data, more }: Piece): Promise<void> {
    if (!file.startsWith(`${this.#organizationId}/`))
      throw new Failure(`the file contains ${file}, which does not belong to the organization`);
    this.#parts.push(Buffer.from(data, 'base64'));
    if (more) return;
    // What was there before is not to be taken away again.
    if ((await this.#files.size(file)) === undefined) this.#written.push(file);
    await this.#files.put(file, Buffer.concat(this.#parts));
    this.#parts = [];
  }

  /** Files take no part in a transaction. */
  async undo(): Promise<void> {
    for (const file of this.#written) await this.#files.remove(file);
  }
}
