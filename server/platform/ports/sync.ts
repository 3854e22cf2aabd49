/** A file that is on the disk is lost all the same while its name is not: names are the directory's. */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { directoryMode } from './modes.ts';

/** Writes the names in this directory to the disk. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows knows no such thing, and writes them by itself.
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes this directory and those above it that are not there yet, and writes their names to the disk. */
export async function makeDirectory(directory: string): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: directoryMode });
  if (first === undefined) return;
  for (let made = directory; made.length >= first.length; made = path.dirname(made)) await syncDirectory(path.dirname(made));
}
