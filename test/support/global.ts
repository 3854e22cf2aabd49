/**
 * Runs once before all tests: creates a certificate authority, and a migrated database with the catalog, as a dump of PGlite, or
 * (TEST_DATABASE_URL) as databases on that server: one for each test process, so that none waits for locks of another. With TEST_POOLER,
 * tests connect through PgBouncer.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database/open';
import { newAuthority, type CertificateAndKey } from './certificate.ts';
import { compiled } from './compiled.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { prepare, adaptCopy } from './prepare.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    dump: string;
    databaseUrls: readonly string[];
    /** The name of the template database, which has no connections. */
    template: string;
    authority: CertificateAndKey;
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
    const urlOf = (name: string) => {
      const address = Object.assign(new URL(server), { pathname: name }).href;
      return pooler?.url(address) ?? address;
    };
    await sql`create database ${sql.id(template)}`.execute(root.system);
    // Connects directly and not through the pooler, which keeps its connections: a database can be copied only while nobody is connected to
    // it.
    const templateDatabase = await openDatabase({ databaseUrl: Object.assign(new URL(server), { pathname: template }).href });
    await prepare(templateDatabase.system);
    await templateDatabase.close();
    for (const name of names) {
      await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(root.system);
      const copy = await openDatabase({ databaseUrl: urlOf(name) });
      await adaptCopy(copy.system);
      await copy.close();
    }
    provide('dump', '');
    provide('databaseUrls', names.map(urlOf));
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
