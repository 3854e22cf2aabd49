import type { Files, Measure } from '../../platform/ports/files.ts';
import { Meter } from '../../platform/ports/measure.ts';
import { Failure } from '../command.ts';
import type { Part, Piece } from './parts.ts';

/** Files take no part in a transaction: those of organizations that had none before can be taken away again. */
export class RestoredFiles {
  readonly #files: Files;
  /** Whether an organization had no files. */
  readonly #isNew = new Map<string, boolean>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** @param parts gives the other pieces of the file @throws Failure when it is not as it was, or when another one is there already */
  async add(first: Piece, parts: AsyncIterator<Part>): Promise<void> {
    const { file } = first;
    const [organizationId = ''] = file.split('/');
    if (!/^org_[0-9a-f]{24}$/.test(organizationId)) throw new Failure(`the backup was changed or is damaged: there is no file ${file}`);
    if (!this.#isNew.has(organizationId)) this.#isNew.set(organizationId, await this.#hasNone(organizationId));
    let end: Measure | undefined;
    const content = async function* () {
      for (let piece = first; ;) {
        yield piece.bytes;
        end = piece.measure;
        if (end) return;
        const next = await parts.next();
        if (next.done || !('file' in next.value) || next.value.file !== file)
          throw new Failure(`the backup was changed or is damaged: ${file} has no end`);
        piece = next.value;
      }
    };
    const isThere = this.#isNew.get(organizationId) === false && (await this.#files.size(file)) !== undefined;
    const found = isThere ? await this.#compare(file, content()) : await this.#files.put(file, content());
    if (found.size !== end?.size || found.sha256 !== end.sha256)
      throw new Failure(`the backup was changed or is damaged: ${file} is not as it was stored`);
  }

  /** Of an attempt that failed. */
  async undo(): Promise<void> {
    for (const [organizationId, isNew] of this.#isNew) if (isNew) await this.#files.removeAll(organizationId);
  }

  async #hasNone(organizationId: string): Promise<boolean> {
    for await (const found of this.#files.list(organizationId)) if (found.key) return false;
    return true;
  }

  /** Of another attempt, or of a store that was not lost with its database. @throws Failure when it has another content */
  async #compare(file: string, content: AsyncIterable<Uint8Array>): Promise<Measure> {
    const [there, here] = [new Meter(), new Meter()];
    for await (const bytes of (await this.#files.stream(file)) ?? []) there.add(bytes);
    for await (const bytes of content) here.add(bytes);
    const { size, sha256 } = here.measured();
    if (there.measured().sha256 !== sha256) throw new Failure(`the file ${file} is there already with another content`);
    return { size, sha256 };
  }
}
