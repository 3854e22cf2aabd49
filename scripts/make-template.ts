/**
 * Makes what a new embedded database begins as (server/platform/database/template.ts), unless it is there: npm does so when it has installed
 * the packages, and the build does.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { type Zippable, zipSync } from 'fflate';
import { plantSeeds } from '../server/areas/seeds.ts';
import { edition, loadRelease } from '../server/domain/catalogue/release.ts';
import { secureAccess } from '../server/platform/database/access.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { templateFile } from '../server/platform/database/template.ts';

/** It is there once this module is loaded. */
export const file = templateFile(edition());
if (!existsSync(file)) {
  const folder = mkdtempSync(path.join(tmpdir(), 'template-'));
  try {
    const dataDir = path.join(folder, 'database');
    const database = await openDatabase({ dataDir });
    await migrate(database.system);
    await secureAccess(database.system);
    await loadRelease(database.system);
    await plantSeeds(database.system);
    await database.close();
    await lighten(dataDir);
    const place = path.dirname(file);
    mkdirSync(place, { recursive: true });
    for (const name of readdirSync(place)) if (/^database-\w+\.zip/.test(name)) rmSync(path.join(place, name));
    // Several may do it at once, and a server may read it.
    const unfinished = path.join(place, `${process.pid}.zip.gz`);
    writeFileSync(unfinished, gzipSync(zipSync(filesOf(dataDir), { level: 0, mtime: '2000-01-01' }), { level: 9 }));
    renameSync(unfinished, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without the databases that others would be made from, and without the log of how it was made: nobody recovers from it, and it is as large as the data. */
async function lighten(dataDir: string) {
  const pglite = await PGlite.create(dataDir, {
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off', '-c', 'min_wal_size=32MB'],
  });
  await pglite.exec('update pg_database set datistemplate = false where datistemplate');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
  await pglite.exec('select pg_switch_wal()');
  await pglite.exec('checkpoint');
  await pglite.close();
}

/** @param level of compression is best spent once */
function filesOf(folder: string): Zippable {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const file = path.join(folder, entry.name);
      return [entry.name, entry.isDirectory() ? filesOf(file) : readFileSync(file)];
    }),
  );
}
