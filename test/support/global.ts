/** Once a run: an authority for certificates, and a migrated database with the catalogue in it, as a dump of PGlite, or (TEST_DATABASE_URL) as a database of its own on that server. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { catalogue } from '../../server/domain/catalogue/index.ts';
import { loadCatalogue } from '../../server/domain/catalogue/load.ts';
import { ensureConfigurations } from '../../server/areas/soa/queries/seed.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type Database, openDatabase } from '../../server/platform/database/open.ts';
import { newAuthority, type Pair } from './certificate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dump: string;
    databaseUrl: string;
    authority: Pair;
  }
}

export default async function setup({ provide }: TestProject) {
  provide('authority', newAuthority());
  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const root = await openDatabase({ databaseUrl: server });
    await sql`create database ${sql.id(name)}`.execute(root.system);
    const url = new URL(server);
    url.pathname = name;
    const database = await openDatabase({ databaseUrl: url.href });
    await prepare(database);
    provide('dump', '');
    provide('databaseUrl', url.href);
    return async () => {
      await sql`drop database ${sql.id(name)} with (force)`.execute(root.system);
      await root.close();
    };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'dump-'));
  const file = path.join(folder, 'dump.tar');
  const dataDir = path.join(folder, 'database');
  await prepare(await openDatabase({ dataDir }));
  const pglite = await PGlite.create(dataDir);
  writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await pglite.close();
  provide('dump', file);
  provide('databaseUrl', '');
  return () => rmSync(folder, { recursive: true });
}

async function prepare({ system, close }: Database): Promise<void> {
  await migrate(system);
  await loadCatalogue(system, catalogue);
  await ensureConfigurations(system);
  await close();
}
