/** Loads the catalog of this server version. The catalog is assembled only if the database does not contain it yet. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SystemDatabase } from '#platform/database/handle';
import { isLoaded, loadCatalogue } from './load.ts';

const folder = fileURLToPath(new URL('.//', import.meta.url));

/** Loads the catalog unless it was loaded before. @returns whether anything was written */
export async function loadRelease(db: SystemDatabase): Promise<boolean> {
  const hash = catalogueHash();
  if (await isLoaded(db, hash)) return false;
  const { catalogue } = await import('./index.ts');
  return loadCatalogue(db, catalogue, hash);
}

/** @returns a hash of all files of the catalog, including the code that assembles it */
export function catalogueHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort()) {
    const bytes = readFileSync(file);
    hash.update(`${path.relative(folder, file)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
