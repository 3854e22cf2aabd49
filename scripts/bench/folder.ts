import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Runs `work` with a temporary folder. */
export async function withTempFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
