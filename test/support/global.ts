/**
 * Once a run: an authority for certificates, and a migrated database with the catalogue in it, as a dump of PGlite, or (TEST_DATABASE_URL) as
 * databases on that server: one for each process of the tests, so that none works on what another waits for. With TEST_POOLER, they are
 * reached through PgBouncer.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/platform/database/open.ts';
import { newAuthority, type Pair } from './certificate.ts';
import { compiled } from './compiled.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { prepare, takeOver } from './prepare.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dump: string;
    databaseUrls: readonly string[];
    /** The name of one that they are copies of, to which nobody connects. */
    template: string;
    authority: Pair;
  }
}

export default async function setup({ provide, config }: TestProject) {
  provide('authority', newAuthority());
  const server = process.env.TEST_DATABASE_URL;
  if (server) {
    const run = `test_${randomBytes(6).toString('hex')}`;
    const names = Array.from({ length: config.maxWorkers }, (_, index) => `${run}_${index + 1}`);
    const template = `${run}_template`;
    const root = await openDatabase({ databaseUrl: server });
    const pooler = process.env.TEST_POOLER ? await startPgbouncer(server, 6) : undefined;
    const addressOf = (name: string) => {
      const address = Object.assign(new URL(server), { pathname: name }).href;
      return pooler?.url(address) ?? address;
    };
    await sql`create database ${sql.id(template)}`.execute(root.system);
    // Around the pooler, which keeps its connections: a database is copied only where there are none.
    const first = await openDatabase({ databaseUrl: Object.assign(new URL(server), { pathname: template }).href });
    await prepare(first.system);
    await first.close();
    for (const name of names) {
      await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(root.system);
      const copy = await openDatabase({ databaseUrl: addressOf(name) });
      await takeOver(copy.system);
      await copy.close();
    }
    provide('dump', '');
    provide('databaseUrls', names.map(addressOf));
    provide('template', template);
    return async () => {
      await pooler?.end();
      for (const name of [...names, template]) await sql`drop database ${sql.id(name)} with (force)`.execute(root.system);
      await root.close();
    };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'dump-'));
  const file = path.join(folder, 'dump.tar');
  execFileSync(process.execPath, ['test/support/make-dump.ts', file], { env: { ...process.env, ...compiled } });
  provide('dump', file);
  provide('databaseUrls', []);
  provide('template', '');
  return () => rmSync(folder, { recursive: true });
}
