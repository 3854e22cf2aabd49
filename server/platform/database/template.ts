/**
 * Locates the template for new embedded databases, which contains the schema and the catalog because creating them takes seconds. It is a compressed ZIP
 * next to the program, and its name contains a hash of its inputs, so an outdated template is never found.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { migrationFiles } from './migrate.ts';

const { dependencies }: { dependencies: Readonly<Record<string, string>> } = createRequire(import.meta.url)(
  'compliance-automation-api/package.json',
);
/** The location of templates, relative to the source or to dist/. */
const templateFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../node_modules/.cache/compliance-automation-api/' : '../../../',
  import.meta.url,
);

/**
 * @param edition of the catalog
 * @returns the path of the template for this version of the engine, schema and catalog, whether it exists or not
 */
export function templateFile(edition: string): string {
  const hash = createHash('sha256').update(`${dependencies['@electric-sql/pglite']} ${edition}\n`);
  for (const migration of migrationFiles()) hash.update(`${migration.name} ${migration.hash}\n`);
  return fileURLToPath(new URL(`database-${hash.digest('hex').slice(0, 16)}.zip.gz`, templateFolder));
}
