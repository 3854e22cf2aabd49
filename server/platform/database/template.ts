/**
 * A new embedded database begins as a copy of one that was made ahead, with the schema and the catalog in it: the engine takes seconds to make
 * them. It is a ZIP beside what runs, and its name says what it was made from: one that was made from something else is not found.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { directoryMode, fileMode } from '../ports/modes.ts';
import { syncTree } from './durable.ts';
import { migrationFiles } from './migrate.ts';

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = createRequire(import.meta.url)(
  'compliance-automation-api/package.json',
);
/** Of the source, and of dist/. */
const place = new URL(
  import.meta.url.endsWith('.ts') ? '../../../node_modules/.cache/compliance-automation-api/' : '../../../',
  import.meta.url,
);

/**
 * @param edition of the catalog
 * @returns the path of the template of this version of the engine, the schema and the catalog, whether it is there or not
 */
export function templateFile(edition: string): string {
  const hash = createHash('sha256').update(`${dependencies['@electric-sql/pglite']} ${edition}\n`);
  for (const migration of migrationFiles()) hash.update(`${migration.name} ${migration.hash}\n`);
  return fileURLToPath(new URL(`database-${hash.digest('hex').slice(0, 16)}.zip`, place));
}

/** Fills a directory from a template: wholly or, when the process ends meanwhile, not at all. @param dataDir is there, and empty */
export async function copyTemplate(template: string, dataDir: string): Promise<void> {
  const target = realpathSync(dataDir);
  const unfinished = `${target}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(template)))) {
      const file = path.join(unfinished, name);
      mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true, mode: directoryMode });
      if (!name.endsWith('/')) writeFileSync(file, bytes, { mode: fileMode });
    }
    await syncTree(unfinished);
    rmdirSync(target);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
