import type { Files, Measure } from '#platform/ports/files';
import { Meter } from '#platform/ports/measure';
import { Failure } from '../command.ts';
import type { Part, FileChunk } from './parts.ts';

/** Restores files, which are not part of a transaction. `undo` removes the files of organizations that had none before. */
export class RestoredFiles {
  readonly #files: Files;
  /** Whether each organization had no files. */
  readonly #isNew = new Map<string, boolean>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** @param parts yields the file's other chunks @throws Failure when the content is damaged, or another file has this key */
  async add(first: FileChunk, parts: AsyncIterator<Part>): Promise<void> {
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

  /** Removes the files of a failed attempt. */
  async undo(): Promise<void> {
    for (const [organizationId, isNew] of this.#isNew) if (isNew) await this.#files.removeAll(organizationId);
  }

  async #hasNone(organizationId: string): Promise<boolean> {
    for await (const found of this.#files.list(organizationId)) if (found.key) return false;
    return true;
  }

  /** Compares an existing file, left by an earlier attempt or in a store that survived its database. @throws Failure when its content differs */
  async #compare(file: string, content: AsyncIterable<Uint8Array>): Promise<Measure> {
    const [there, here] = [new Meter(), new Meter()];
    for await (const bytes of (await this.#files.stream(file)) ?? []) there.add(bytes);
    for await (const bytes of content) here.add(bytes);
    const { size, sha256 } = here.measured();
    if (there.measured().sha256 !== sha256) throw new Failure(`the file ${file} is there already with another content`);
    return { size, sha256 };
  }
}
