/**
 * A new embedded database begins as a copy of one that was made ahead, with the schema and the catalog in it: the engine takes seconds to make
 * them. It is a compressed ZIP beside what runs, and its name says what it was made from: one that was made from something else is not found.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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
  return fileURLToPath(new URL(`database-${hash.digest('hex').slice(0, 16)}.zip.gz`, place));
}
