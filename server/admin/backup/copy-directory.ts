/**
 * Copies a directory in two passes. The first copies everything while it may change; the second copies what has changed since and needs the directory to be
 * idle. Writers are therefore blocked only while changes are copied.
 */
import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { directoryMode } from '#platform/ports/modes';

/** A file changed within this time (ms) after being read may look unchanged, because file system clocks are coarse. */
const clockGranularity = 2_000;

export class DirectoryCopy {
  readonly #from: string;
  readonly #to: string;
  /** State of each file when it was copied. */
  readonly #seen = new Map<string, Pick<Stats, 'ino' | 'size' | 'ctimeMs'>>();
  #began = 0;

  constructor(from: string, to: string) {
    this.#from = from;
    this.#to = to;
  }

  /** @returns the number of copied files */
  async pass(): Promise<number> {
    const existing = new Set<string>();
    const began = Date.now();
    const copied = await this.#folder('', existing);
    for (const name of this.#seen.keys()) {
      if (existing.has(name)) continue;
      this.#seen.delete(name);
      await rm(path.join(this.#to, name), { force: true });
    }
    this.#began = began;
    return copied;
  }

  async #folder(folder: string, existing: Set<string>): Promise<number> {
    await mkdir(path.join(this.#to, folder), { recursive: true, mode: directoryMode });
    let copied = 0;
    for (const entry of (await readdir(path.join(this.#from, folder), { withFileTypes: true }).catch(unlessMissing)) ?? []) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) copied += await this.#folder(name, existing);
      else if (entry.isFile() && (await this.#file(name, existing))) copied += 1;
    }
    return copied;
  }

  /** @returns whether it was copied */
  async #file(name: string, existing: Set<string>): Promise<boolean> {
    const source = path.join(this.#from, name);
    const now = await lstat(source).catch(unlessMissing);
    if (!now) return false;
    existing.add(name);
    const known = this.#seen.get(name);
    const isSame = known?.ino === now.ino && known.size === now.size && known.ctimeMs === now.ctimeMs;
    if (isSame && now.ctimeMs < this.#began - clockGranularity) return false;
    // Clones instead of copying blocks, where the file system supports it.
    await copyFile(source, path.join(this.#to, name), constants.COPYFILE_FICLONE).catch(unlessMissing);
    this.#seen.set(name, { ino: now.ino, size: now.size, ctimeMs: now.ctimeMs });
    return true;
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
