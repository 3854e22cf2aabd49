/** Writes a migrated database with the catalogue in it, as a dump of PGlite. A program, because an engine keeps its memory as long as its process lives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { edition } from '../../server/domain/catalogue/release.ts';
import { openDatabase } from '../../server/platform/database/open.ts';
import { templateFile } from '../../server/platform/database/template.ts';
import { prepare } from './prepare.ts';

const [, , file = ''] = process.argv;
const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'dumped-')), 'database');
try {
  const { system, close } = await openDatabase({ dataDir, template: templateFile(edition()) });
  await prepare(system);
  await close();
  const pglite = await PGlite.create(dataDir);
  writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
} finally {
  rmSync(path.dirname(dataDir), { recursive: true });
}
