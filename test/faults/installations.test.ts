/** Tests roles, privileges and policies in a restored dump, next to another installation, and with a login that has few privileges. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Config, configFrom } from '#platform/config';
import { secureAccess } from '#platform/database/access';
import type { Client, Pool } from '#platform/database/client';
import { openEmbedded } from '#platform/database/embedded';
import { migrate } from '#platform/database/migrate';
import { openDatabase, openWithPool } from '#platform/database/open';
import { startServer } from '#start/server';
import { admin } from '../support/admin.ts';
import { call } from '../support/app.ts';
import { newOrganization, type TestOrganization } from '../support/organization.ts';
import { type PostgresServer, postgresPrograms, restore, startPostgres, withoutDisk } from '../support/postgres.ts';
import { startProcess, temporaryFolder } from '../support/process.ts';
import { dataOf, dumpOf, releases } from '../support/released.ts';
import { findFaults } from '../tenancy/catalog.ts';
import { hasPostgres } from './engines.ts';

const SECRET = 'one secret for all that is restored';
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres(withoutDisk);
}, 300_000);
afterAll(() => postgres?.end(), 300_000);

/** @returns the URL of a database, for this login or for the superuser */
function urlOf(database: string, login?: string, server = postgres): string {
  const url = new URL(server.url);
  url.pathname = database;
  if (login !== undefined) url.username = login;
  return url.href;
}
/** Runs a statement. @param url of the database, with the login @returns the rows */
async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
const environment = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATA_DIR: path.join(folder, 'data'),
  SECRET,
  PORT: '0',
  LOG_LEVEL: 'fatal',
  RATE_LIMIT: '0',
});
const createConfig = (url: string, env: Record<string, string> = {}): Config => configFrom({ ...environment(url), ...env });
/** Creates a database and a login that owns it. @returns the URL of the database */
async function install(name: string, rights = 'createrole'): Promise<string> {
  await ask(urlOf('postgres'), `create role ${name} login ${rights}`);
  await ask(urlOf('postgres'), `create database ${name} owner ${name}`);
  return urlOf(name, name);
}
async function fillInstallation(url: string, config: Config): Promise<{ organization: TestOrganization; role: string }> {
  await (await startServer(config)).close();
  const database = await openDatabase({ databaseUrl: url });
  const organization = await newOrganization(database);
  const { role } = database.tenant;
  await database.close();
  return { organization, role };
}
/** Checks that the service reads and writes over HTTP, and that the catalog of the database has no faults. */
async function expectWorking(config: Config, url: string, { key }: TestOrganization) {
  const server = await startServer(config);
  expect(await call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 200 });
  expect(await call(server.url, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
  expect(await call(server.url, 'GET', '/v1/risks', { key })).toMatchObject({ status: 200, body: { data: [expect.anything()] } });
  expect(await call(server.url, 'GET', '/v1/audit-logs/verification', { key })).toMatchObject({ status: 200, body: { intact: true } });
  await server.close();
  const database = await openDatabase({ databaseUrl: url });
  expect(await findFaults(database.system)).toEqual([]);
  await database.close();
}

describe.runIf(hasPostgres)('a dump', () => {
  test('restored into a new cluster gets its role, privileges and policies at the first start; with MIGRATE=0, the start fails', async () => {
    folder = temporaryFolder();
    const url = await install('dumped');
    const { organization } = await fillInstallation(url, createConfig(url));
    const file = path.join(folder, 'dump');
    writeFileSync(file, execFileSync(path.join(postgresPrograms() ?? '', 'pg_dump'), ['-Fc', urlOf('dumped')], { maxBuffer: 2 ** 30 }));

    const freshServer = await startPostgres(withoutDisk);
    try {
      expect(restore(file, freshServer.url)).toMatch(/role "tenant_\d+" does not exist/);
      const start = await startProcess({ ...environment(freshServer.url), MIGRATE: '0' });
      expect(start.url).toBe('');
      expect(start.said.err.trim()).toMatch(/^the database cannot be used: the role tenant_\d+ is missing; run: npm run admin -- migrate$/);
      expect(await admin(environment(freshServer.url), 'migrate')).toMatchObject({ code: 0, body: { applied: [] } });
      await expectWorking(createConfig(freshServer.url, { MIGRATE: '0' }), freshServer.url, organization);

      const [{ role } = { role: '' }] = await ask(freshServer.url, 'select tenant_role() as role');
      await ask(
        freshServer.url,
        `drop policy tenant on risk; grant truncate on member to ${String(role)}; grant execute on function append_audit to public`,
      );
      const secondStart = await startProcess({ ...environment(freshServer.url), MIGRATE: '0' });
      expect(secondStart.said.err.trim()).toBe(
        'the database cannot be used: rights or policies are wrong on member and 2 more; run: npm run admin -- migrate',
      );
      const server = await startServer(createConfig(freshServer.url));
      expect(await call(server.url, 'GET', '/v1/risks', { key: organization.key })).toMatchObject({
        status: 200,
        body: { data: [expect.anything()] },
      });
      await server.close();
      const database = await openDatabase({ databaseUrl: freshServer.url });
      expect(await findFaults(database.system)).toEqual([]);
      await database.close();
    } finally {
      await freshServer.end();
    }
  }, 300_000);
  test('restored next to its source: the copy no longer grants access to the role of the source', async () => {
    folder = temporaryFolder();
    const url = await install('twin');
    const { organization, role } = await fillInstallation(url, createConfig(url));
    const file = path.join(folder, 'dump');
    writeFileSync(file, execFileSync(path.join(postgresPrograms() ?? '', 'pg_dump'), ['-Fc', urlOf('twin')], { maxBuffer: 2 ** 30 }));
    const copy = await install('copied');
    expect(restore(file, copy)).toBe('');
    await expectWorking(createConfig(copy), copy, organization);
    expect(await ask(urlOf('copied'), `select has_table_privilege('${role}', 'risk', 'select') as reads`)).toEqual([{ reads: false }]);
  }, 300_000);
  test.each(releases)(
    'of %s, restored: the role `tenant`, which all installations of the cluster shared, has no privileges in it',
    async (version) => {
      folder = temporaryFolder();
      const secret = { SECRET: '', DATA_DIR: dataOf(version, folder) };
      await ask(urlOf('postgres'), 'create role tenant; create role stranger login; grant tenant to stranger');
      await install('old');
      expect(restore(dumpOf(version), urlOf('old', 'old'))).toBe('');
      await ask(urlOf('old'), 'grant connect on database old to stranger');
      const read = () =>
        ask(
          urlOf('old', 'stranger'),
          `set role tenant; select set_config('app.organization_id', 'org_000000000000000000000000', false); select count(*) from risk`,
        );
      await read();
      await (await startServer(createConfig(urlOf('old', 'old'), secret))).close();
      await expect(read()).rejects.toThrow('permission denied for table risk');
      const database = await openDatabase({ databaseUrl: urlOf('old') });
      expect(await findFaults(database.system)).toEqual([]);
      await database.close();
    },
    300_000,
  );
});

describe.runIf(hasPostgres)('two installations on one cluster', () => {
  test('the login of one installation can neither connect to the database of the other, nor use its role, nor read its rows', async () => {
    folder = temporaryFolder();
    const [firstUrl, secondUrl] = [await install('one'), await install('two')];
    const [{ organization, role }] = [
      await fillInstallation(firstUrl, createConfig(firstUrl)),
      await fillInstallation(secondUrl, createConfig(secondUrl)),
    ];
    await expectWorking(createConfig(firstUrl), firstUrl, organization);
    await expect(ask(urlOf('one', 'two'), 'select 1')).rejects.toThrow('permission denied for database "one"');
    await expect(ask(secondUrl, `set role ${role}`)).rejects.toThrow(`permission denied to set role "${role}"`);
    await ask(urlOf('one'), 'grant connect on database one to two');
    const setOrganization = `select set_config('app.organization_id', '${organization.id}', false)`;
    for (const setRole of ['set role none', 'set role tenant_role()', `set role ${role}`]) {
      await expect(
        ask(
          urlOf('one', 'two'),
          `${setRole.includes('(') ? `do $$ begin execute 'set role ' || tenant_role(); end $$` : setRole}; ${setOrganization}; select count(*) from risk`,
        ),
        setRole,
      ).rejects.toThrow(/permission denied/);
    }
  }, 300_000);
  test('the next start revokes the role from other logins', async () => {
    folder = temporaryFolder();
    const url = await install('lent');
    const { role } = await fillInstallation(url, createConfig(url));
    await ask(urlOf('postgres'), 'create role borrower login');
    await ask(urlOf('lent', 'lent'), `grant ${role} to borrower`).catch(() => ask(urlOf('postgres'), `grant ${role} to borrower`));
    const useRole = () => ask(urlOf('postgres', 'borrower'), `set role ${role}`);
    await expect(useRole()).resolves.toEqual([]);
    await (await startServer(createConfig(url))).close();
    await expect(useRole()).rejects.toThrow('permission denied');
  }, 300_000);
});

describe.runIf(hasPostgres)('a login with few privileges', () => {
  test('a login that may not create roles gets an error with the required statements, which are sufficient', async () => {
    folder = temporaryFolder();
    const url = await install('managed', 'nocreaterole');
    const failedStart = await startProcess(environment(url));
    const [, line = ''] =
      /^the database cannot be used: the role tenant_\d+ is missing, and "managed" may not correct it; a superuser has to run: (.*)$/.exec(
        failedStart.said.err.trim(),
      ) ?? [];
    expect(line).toMatch(/^create role tenant_\d+ nologin; grant tenant_\d+ to "managed" with admin option$/);
    await ask(urlOf('managed'), line);
    const { organization } = await fillInstallation(url, createConfig(url));
    await expectWorking(createConfig(url), url, organization);
  }, 300_000);
  test('a login that does not own the database gets a warning that every login may connect to it', async () => {
    folder = temporaryFolder();
    await ask(urlOf('postgres'), 'create role guest login createrole');
    await ask(urlOf('postgres'), 'create database guesthouse');
    await ask(urlOf('guesthouse'), 'grant create on schema public to guest');
    const server = await startProcess({ ...environment(urlOf('guesthouse', 'guest')), LOG_LEVEL: 'warn' });
    expect(server.url).not.toBe('');
    expect(server.logged(40)).toMatchObject([
      {
        msg: 'every login of the cluster may connect to this database until its owner runs: revoke connect on database "guesthouse" from public',
      },
    ]);
    expect(await server.stop('SIGTERM')).toBe(0);
  }, 300_000);
});

describe.runIf(hasPostgres)('readiness', () => {
  test('503 when requests cannot be answered although the database is reachable', async () => {
    folder = temporaryFolder();
    const url = await install('unready');
    const { role } = await fillInstallation(url, createConfig(url));
    const server = await startServer(createConfig(url));
    const ready = async () => (await call(server.url, 'GET', '/readyz', {})).status;
    expect(await ready()).toBe(200);
    await ask(url, `revoke select on organization from ${role}`);
    expect(await ready()).toBe(503);
    await ask(url, `grant select on organization to ${role}`);
    expect(await ready()).toBe(200);
    await server.close();
  }, 300_000);
});

test('checking correct privileges and policies takes two statements at the start', async () => {
  const statements: string[] = [];
  const pool = await openEmbedded(inject('dump') ? { dump: new Blob([readFileSync(inject('dump'))]) } : {});
  const watchedPool: Pool = {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query: Client['query'] = client.query.bind(client);
      const watchedQuery: Client['query'] = (text, values) => {
        statements.push(text);
        return query(text, values);
      };
      return Object.assign(client, { query: watchedQuery });
    },
  };
  const { system, close } = await openWithPool(watchedPool, () => pool.tenant);
  await migrate(system);
  await secureAccess(system);
  statements.length = 0;
  await secureAccess(system);
  expect(statements).toEqual([expect.stringContaining('pg_auth_members'), expect.stringContaining('pg_policy')]);
  await close();
}, 300_000);
