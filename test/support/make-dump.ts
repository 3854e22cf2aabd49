/**
 * Writes a PGlite dump of a migrated database with the catalog. It is a separate program because the engine keeps its memory as long as its
 * process lives.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { catalogueHash } from '#domain/catalogue/release';
import { openDatabase } from '#platform/database/open';
import { templateFile } from '#platform/database/template';
import { prepare } from './prepare.ts';

const [, , file = ''] = process.argv;
const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'dumped-')), 'database');
try {
  const { system, close } = await openDatabase({ dataDir, template: templateFile(catalogueHash()) });
  await prepare(system);
  await close();
  const pglite = await PGlite.create(dataDir);
  writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
} finally {
  rmSync(path.dirname(dataDir), { recursive: true });
}
