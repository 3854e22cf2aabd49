/** The catalog of this version of the server. Its texts are read where a database does not have them yet, and nowhere else. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SystemDatabase } from '../../platform/database/handle.ts';
import { isKnown, loadCatalogue } from './load.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** Loads it, unless it was loaded before. @returns whether anything was written */
export async function loadRelease(db: SystemDatabase): Promise<boolean> {
  const hash = edition();
  if (await isKnown(db, hash)) return false;
  const { catalogue } = await import('./index.ts');
  return loadCatalogue(db, catalogue, hash);
}

/** @returns a hash that is the same as long as no file is another one: neither of those with the texts, nor of those that put the catalog together */
export function edition(): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) {
    const bytes = readFileSync(file);
    hash.update(`${path.relative(folder, file)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
