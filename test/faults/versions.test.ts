/**
 * The version before runs beside the next one, while that migrates the schema and takes its place under load. The next version is this one
 * with migrations of its own: each table gets a column, and a table comes with them. That real ones do no more is what
 * `test/database/additive.test.ts` proves; it tells which tables cannot have one so.
 */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fillOrganization } from '#demonstration/load';
import { newId } from '#platform/database/ids';
import { openDatabase } from '#platform/database/open';
import { portsFrom } from '#platform/ports/index';
import { call, testConfig } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { bootstrapKey as key, type Process, startServer, startProcess, temporaryFolder } from '../support/process.ts';
import { installed, prepare } from './engines.ts';
import { expectWhole, newLedger, writeUnderLoad } from './load.ts';

const SECRET = 'one secret for both of the versions';
/** As many servers as are replaced. */
const count = 2;

/** @returns its program */
function makeNext(folder: string, tables: readonly string[]): string {
  for (const name of ['package.json', 'generated', 'server']) cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const migrations = [
    ...tables.map((table) => `alter table "${table}" add column later text default 'later';`),
    "create table later (id text primary key);\ncall tenant_table('later');",
  ];
  for (const [n, text] of migrations.entries())
    writeFileSync(path.join(folder, 'server/platform/database/migrations', `${9000 + n}_later.sql`), `${text}\n`);
  return path.join(folder, 'server/main.ts');
}

/** Every list and every record that needs no id. */
const reads = contract.filter(({ method, template }) => method === 'GET' && !template.includes('{'));

describe.runIf(installed)('postgresql', () => {
  test('the next version migrates and takes the place of the one before it, and no request is lost', async () => {
    const folder = temporaryFolder();
    const { env, organization, end } = await prepare('postgresql', folder, async (database) => {
      const ports = await portsFrom(testConfig({ DATA_DIR: path.join(folder, 'data'), SECRET }));
      await database.system.transaction().execute((db) => fillOrganization(db, newId('org'), ports, key));
    });
    const database = await openDatabase({ databaseUrl: env.DATABASE_URL });
    const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'migration' and not relispartition
        and not exists (select from pg_proc where prosrc ~* ('insert\\s+into\\s+' || relname || '\\s+(select|values)'))`.execute(
      database.system,
    );
    await database.close();
    // As in production: requests that are on their way when a server is stopped are still answered.
    const settings = { ...env, SECRET, VALIDATE_RESPONSES: '1', DRAIN_DELAY: '3000' };
    const servers: Process[] = [];
    while (servers.length < count) servers.push(await startServer(settings));
    /** Status by operation, as the version before answers. */
    const look = async () => {
      const found: Record<string, number> = {};
      for (const { id, path: address } of reads) found[id] = (await call(servers[0]?.url ?? '', 'GET', address, { key })).status;
      return found;
    };
    const before = await look();
    expect(Object.values(before).filter((status) => status === 200).length).toBeGreaterThan(80);

    let turn = 0;
    const ledger = newLedger();
    const stopLoad = writeUnderLoad(() => servers[(turn += 1) % servers.length]?.url ?? '', organization.key, ledger, { pauseMs: 20 });
    const program = makeNext(
      path.join(folder, 'next'),
      tables.map(({ name }) => name),
    );
    const startNext = async () => {
      const started = await startProcess(settings, [program]);
      expect(started.url, started.said.err).not.toBe('');
      return started;
    };
    const next = await startNext();
    expect(await look()).toEqual(before);
    servers.push(next);
    // One of the version before that ends meanwhile is replaced by one of the next.
    const late = await startProcess(settings);
    expect(await late.exit()).toBe(1);
    expect(late.said.err).toMatch(/^the database cannot be used: its schema belongs to a newer version \(9\d{3}_later\.sql\)\n$/);
    servers.push(await startNext());
    for (const old of servers.splice(0, count)) expect(await old.stop('SIGTERM')).toBe(0);
    const acknowledged = ledger.acknowledged.length;
    const goesOn = () => `${[...ledger.statuses.keys()].sort().join(' ')}: ${ledger.acknowledged.length > acknowledged}`;
    await expect.poll(goesOn).toBe('200 201: true');
    await stopLoad();
    expect([...ledger.statuses.keys()].sort()).toEqual([200, 201]);
    await expectWhole(next.url, organization.key, ledger);
    for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
    await end();
  }, 600_000);
});
