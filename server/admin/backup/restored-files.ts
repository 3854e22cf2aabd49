import type { Files, SizeAndHash } from '#platform/ports/files';
import { Meter } from '#platform/ports/measure';
import { Failure } from '../command.ts';
import type { Part, FileChunk } from './parts.ts';

/** Restores files, which are not part of a transaction. `undo` removes the files of organizations that had none before. */
export class RestoredFiles {
  readonly #files: Files;
  /** Whether each organization had no files. */
  readonly #hadNoFiles = new Map<string, boolean>();

  constructor(files: Files) {
    this.#files = files;
  }

  /**
   * Stores a file. @param parts yields the chunks after the first
   * @throws Failure when the file is damaged, or its key belongs to a file with different content
   */
  async add(firstChunk: FileChunk, parts: AsyncIterator<Part>): Promise<void> {
    const { file } = firstChunk;
    const [organizationId = ''] = file.split('/');
    if (!/^org_[0-9a-f]{24}$/.test(organizationId)) throw new Failure(`the backup was changed or is damaged: there is no file ${file}`);
    if (!this.#hadNoFiles.has(organizationId)) this.#hadNoFiles.set(organizationId, await this.#hasNone(organizationId));
    let expected: SizeAndHash | undefined;
    const content = async function* () {
      for (let chunk = firstChunk; ;) {
        yield chunk.bytes;
        expected = chunk.measure;
        if (expected) return;
        const next = await parts.next();
        if (next.done || !('file' in next.value) || next.value.file !== file)
          throw new Failure(`the backup was changed or is damaged: ${file} has no end`);
        chunk = next.value;
      }
    };
    const exists = this.#hadNoFiles.get(organizationId) === false && (await this.#files.size(file)) !== undefined;
    const sizeAndHash = exists ? await this.#compare(file, content()) : await this.#files.put(file, content());
    if (sizeAndHash.size !== expected?.size || sizeAndHash.sha256 !== expected.sha256)
      throw new Failure(`the backup was changed or is damaged: ${file} is not as it was stored`);
  }

  /** Removes the files of a failed attempt. */
  async undo(): Promise<void> {
    for (const [organizationId, hadNoFiles] of this.#hadNoFiles) if (hadNoFiles) await this.#files.removeAll(organizationId);
  }

  async #hasNone(organizationId: string): Promise<boolean> {
    for await (const storedFile of this.#files.list(organizationId)) if (storedFile.key) return false;
    return true;
  }

  /** Compares an existing file, left by an earlier attempt or in a store that survived its database. @throws Failure when its content differs */
  async #compare(file: string, content: AsyncIterable<Uint8Array>): Promise<SizeAndHash> {
    const [storedMeter, backupMeter] = [new Meter(), new Meter()];
    for await (const bytes of (await this.#files.stream(file)) ?? []) storedMeter.add(bytes);
    for await (const bytes of content) backupMeter.add(bytes);
    const { size, sha256 } = backupMeter.measured();
    if (storedMeter.measured().sha256 !== sha256) throw new Failure(`the file ${file} is there already with another content`);
    return { size, sha256 };
  }
}
