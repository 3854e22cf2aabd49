/** Syncs directories. Otherwise even a synced file can be lost, because its name is not on disk. */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { directoryMode } from './modes.ts';

/** Syncs the names in a directory. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows does not support this, and syncs names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a directory with missing parents and syncs their names. */
export async function makeDirectory(directory: string): Promise<void> {
  const firstCreated = await mkdir(directory, { recursive: true, mode: directoryMode });
  if (firstCreated === undefined) return;
  for (let created = directory; created.length >= firstCreated.length; created = path.dirname(created))
    await syncDirectory(path.dirname(created));
}
