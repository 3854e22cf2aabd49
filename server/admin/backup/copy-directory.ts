/**
 * Copies a directory in two passes. The first copies everything while it may change; the second copies what has changed since and needs the directory to be
 * idle. Writers are therefore blocked only while changes are copied.
 */
import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { directoryMode } from '#platform/ports/modes';

/** A file that is changed twice within this time (ms) may look unchanged after the first change, because file system clocks are coarse. */
const clockGranularity = 2_000;

export class DirectoryCopy {
  readonly #from: string;
  readonly #to: string;
  /** State of each file when it was copied. */
  readonly #copiedStates = new Map<string, Pick<Stats, 'ino' | 'size' | 'ctimeMs'>>();
  #passStart = 0;

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** Copies new and changed files, and removes deleted files from the copy. @returns the number of copied files */
  async pass(): Promise<number> {
    const existingNames = new Set<string>();
    const passStart = Date.now();
    const copiedCount = await this.#copyFolder('', existingNames);
    for (const name of this.#copiedStates.keys()) {
      if (existingNames.has(name)) continue;
      this.#copiedStates.delete(name);
      await rm(path.join(this.#to, name), { force: true });
    }
    this.#passStart = passStart;
    return copiedCount;
  }

  async #copyFolder(folder: string, existingNames: Set<string>): Promise<number> {
    await mkdir(path.join(this.#to, folder), { recursive: true, mode: directoryMode });
    let copiedCount = 0;
    for (const entry of (await readdir(path.join(this.#from, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) copiedCount += await this.#copyFolder(name, existingNames);
      else if (entry.isFile() && (await this.#copyIfChanged(name, existingNames))) copiedCount += 1;
    }
    return copiedCount;
  }

  /** Copies a file if it is new or may have changed. @returns whether it was copied */
  async #copyIfChanged(name: string, existingNames: Set<string>): Promise<boolean> {
    const source = path.join(this.#from, name);
    const stats = await lstat(source).catch(ignoreMissing);
    if (!stats) return false;
    existingNames.add(name);
    const copiedState = this.#copiedStates.get(name);
    const isSame = copiedState?.ino === stats.ino && copiedState.size === stats.size && copiedState.ctimeMs === stats.ctimeMs;
    if (isSame && stats.ctimeMs < this.#passStart - clockGranularity) return false;
    // Clones instead of copying blocks, where the file system supports it.
    await copyFile(source, path.join(this.#to, name), constants.COPYFILE_FICLONE).catch(ignoreMissing);
    this.#copiedStates.set(name, { ino: stats.ino, size: stats.size, ctimeMs: stats.ctimeMs });
    return true;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
