import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for as long as `work` takes. */
export async function inFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
