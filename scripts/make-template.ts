/**
 * Creates the template of new embedded databases (server/platform/database/template.ts) if it does not exist. npm runs this after
 * installing packages, and so does the build.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { type Zippable, zipSync } from 'fflate';
import { ensureSeedData } from '#areas/seeds';
import { catalogueHash, loadRelease } from '#domain/catalogue/release';
import { secureAccess } from '#platform/database/access';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { templateFile } from '#platform/database/template';

/** The file of the template, which exists once this module has been loaded. */
export const templatePath = templateFile(catalogueHash());
if (!existsSync(templatePath)) {
  const folder = mkdtempSync(path.join(tmpdir(), 'template-'));
  try {
    const dataDir = path.join(folder, 'database');
    const database = await openDatabase({ dataDir });
    await migrate(database.system);
    await secureAccess(database.system);
    await loadRelease(database.system);
    await ensureSeedData(database.system);
    await database.close();
    await shrink(dataDir);
    const folderOfFile = path.dirname(templatePath);
    mkdirSync(folderOfFile, { recursive: true });
    for (const name of readdirSync(folderOfFile)) if (/^database-\w+\.zip/.test(name)) rmSync(path.join(folderOfFile, name));
    // Written under another name first, because several processes may create it concurrently and a server may be reading it. The ZIP file
    // itself is not compressed, because gzip compresses it better as a whole.
    const unfinished = path.join(folderOfFile, `${process.pid}.zip.gz`);
    writeFileSync(unfinished, gzipSync(zipSync(filesOf(dataDir), { level: 0, mtime: '2000-01-01' }), { level: 9 }));
    renameSync(unfinished, templatePath);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes the template databases and the write-ahead log: no recovery needs the log, and it is as large as the data. */
async function shrink(dataDir: string) {
  const pglite = await PGlite.create(dataDir, {
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off', '-c', 'min_wal_size=32MB'],
  });
  await pglite.exec('update pg_database set datistemplate = false where datistemplate');
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
  await pglite.exec('select pg_switch_wal()');
  await pglite.exec('checkpoint');
  await pglite.close();
}

/** Reads the files of a folder for `zipSync`. */
function filesOf(folder: string): Zippable {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const file = path.join(folder, entry.name);
      return [entry.name, entry.isDirectory() ? filesOf(file) : readFileSync(file)];
    }),
  );
}
