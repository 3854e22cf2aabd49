/**
 * The previous version keeps running while the next version migrates the schema and replaces it under load. The next version is this one
 * with additional migrations: each table gets a column, and there is a new table. `test/database/additive.test.ts` proves that real
 * migrations change nothing else, and lists the tables that cannot get a column in this way.
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
import { hasPostgres, prepare } from './engines.ts';
import { expectConsistent, newLedger, writeUnderLoad } from './load.ts';

const SECRET = 'one secret for both of the versions';
/** Number of servers that are replaced. */
const serverCount = 2;

/** Creates the next version in a folder. @returns the path of its main program */
function createNextVersion(folder: string, tables: readonly string[]): string {
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

/** Every list, and every record whose path has no id. */
const readOperations = contract.filter(({ method, template }) => method === 'GET' && !template.includes('{'));

describe.runIf(hasPostgres)('postgresql', () => {
  test('the next version migrates the schema and replaces the previous version, and no request is lost', async () => {
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
    while (servers.length < serverCount) servers.push(await startServer(settings));
    /** @returns the status of each read operation */
    const readStatuses = async () => {
      const statuses: Record<string, number> = {};
      for (const { id, path: address } of readOperations)
        statuses[id] = (await call(servers[0]?.url ?? '', 'GET', address, { key })).status;
      return statuses;
    };
    const statusesBefore = await readStatuses();
    expect(Object.values(statusesBefore).filter((status) => status === 200).length).toBeGreaterThan(80);

    let turn = 0;
    const ledger = newLedger();
    const stopLoad = writeUnderLoad(() => servers[(turn += 1) % servers.length]?.url ?? '', organization.key, ledger, { pauseMs: 20 });
    const program = createNextVersion(
      path.join(folder, 'next'),
      tables.map(({ name }) => name),
    );
    const startNext = async () => {
      const nextProcess = await startProcess(settings, [program]);
      expect(nextProcess.url, nextProcess.said.err).not.toBe('');
      return nextProcess;
    };
    const nextServer = await startNext();
    expect(await readStatuses()).toEqual(statusesBefore);
    servers.push(nextServer);
    // A server of the previous version that ends meanwhile is replaced by a server of the next version.
    const lateProcess = await startProcess(settings);
    expect(await lateProcess.exit()).toBe(1);
    expect(lateProcess.said.err).toMatch(/^the database cannot be used: its schema belongs to a newer version \(9\d{3}_later\.sql\)\n$/);
    servers.push(await startNext());
    for (const oldProcess of servers.splice(0, serverCount)) expect(await oldProcess.stop('SIGTERM')).toBe(0);
    const acknowledgedBefore = ledger.acknowledged.length;
    const describeProgress = () => `${[...ledger.statuses.keys()].sort().join(' ')}: ${ledger.acknowledged.length > acknowledgedBefore}`;
    await expect.poll(describeProgress).toBe('200 201: true');
    await stopLoad();
    expect([...ledger.statuses.keys()].sort()).toEqual([200, 201]);
    await expectConsistent(nextServer.url, organization.key, ledger);
    for (const server of servers) expect(await server.stop('SIGTERM')).toBe(0);
    await end();
  }, 600_000);
});
