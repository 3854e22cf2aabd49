/** What roles, rights and policies are where they do not come by themselves: in a restored dump, beside another installation, with a login of few rights. */
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
import { installed } from './engines.ts';

const SECRET = 'one secret for all that is restored';
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  if (installed) postgres = await startPostgres(withoutDisk);
}, 300_000);
afterAll(() => postgres?.end(), 300_000);

/** The address of this database, for the login of this name or the superuser. */
function at(database: string, login?: string, server = postgres): string {
  const url = new URL(server.url);
  url.pathname = database;
  if (login !== undefined) url.username = login;
  return url.href;
}
/** As this login, in this database. */
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
const configured = (url: string, env: Record<string, string> = {}): Config => configFrom({ ...environment(url), ...env });
/** A database of its own, with a login of its own that owns it. */
async function install(name: string, rights = 'createrole'): Promise<string> {
  await ask(at('postgres'), `create role ${name} login ${rights}`);
  await ask(at('postgres'), `create database ${name} owner ${name}`);
  return at(name, name);
}
async function filled(url: string, config: Config): Promise<{ organization: TestOrganization; role: string }> {
  await (await startServer(config)).close();
  const database = await openDatabase({ databaseUrl: url });
  const organization = await newOrganization(database);
  const { role } = database.tenant;
  await database.close();
  return { organization, role };
}
/** Reads and writes over HTTP, and looks at the catalog of the database. */
async function works(config: Config, url: string, { key }: TestOrganization) {
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

describe.runIf(installed)('a dump', () => {
  test('restored into a new cluster: the first start makes role, rights and policies; with MIGRATE=0 it refuses until they are made', async () => {
    folder = temporaryFolder();
    const url = await install('dumped');
    const { organization } = await filled(url, configured(url));
    const file = path.join(folder, 'dump');
    writeFileSync(file, execFileSync(path.join(postgresPrograms() ?? '', 'pg_dump'), ['-Fc', at('dumped')], { maxBuffer: 2 ** 30 }));

    const fresh = await startPostgres(withoutDisk);
    try {
      expect(restore(file, fresh.url)).toMatch(/role "tenant_\d+" does not exist/);
      const bare = await startProcess({ ...environment(fresh.url), MIGRATE: '0' });
      expect(bare.url).toBe('');
      expect(bare.said.err.trim()).toMatch(/^the database cannot be used: the role tenant_\d+ is missing; run: npm run admin -- migrate$/);
      expect(await admin(environment(fresh.url), 'migrate')).toMatchObject({ code: 0, body: { applied: [] } });
      await works(configured(fresh.url, { MIGRATE: '0' }), fresh.url, organization);

      const [{ role } = { role: '' }] = await ask(fresh.url, 'select tenant_role() as role');
      await ask(
        fresh.url,
        `drop policy tenant on risk; grant truncate on member to ${String(role)}; grant execute on function append_audit to public`,
      );
      const loose = await startProcess({ ...environment(fresh.url), MIGRATE: '0' });
      expect(loose.said.err.trim()).toBe(
        'the database cannot be used: rights or policies are wrong on member and 2 more; run: npm run admin -- migrate',
      );
      const server = await startServer(configured(fresh.url));
      expect(await call(server.url, 'GET', '/v1/risks', { key: organization.key })).toMatchObject({
        status: 200,
        body: { data: [expect.anything()] },
      });
      await server.close();
      const database = await openDatabase({ databaseUrl: fresh.url });
      expect(await findFaults(database.system)).toEqual([]);
      await database.close();
    } finally {
      await fresh.end();
    }
  }, 300_000);
  test('restored beside the database that it is of: the copy lets the role of the other in no more', async () => {
    folder = temporaryFolder();
    const url = await install('twin');
    const { organization, role } = await filled(url, configured(url));
    const file = path.join(folder, 'dump');
    writeFileSync(file, execFileSync(path.join(postgresPrograms() ?? '', 'pg_dump'), ['-Fc', at('twin')], { maxBuffer: 2 ** 30 }));
    const copy = await install('copied');
    expect(restore(file, copy)).toBe('');
    await works(configured(copy), copy, organization);
    expect(await ask(at('copied'), `select has_table_privilege('${role}', 'risk', 'select') as reads`)).toEqual([{ reads: false }]);
  }, 300_000);
  test.each(releases)(
    'of %s: the role `tenant` of the whole cluster has nothing in it any more',
    async (version) => {
      folder = temporaryFolder();
      const secret = { SECRET: '', DATA_DIR: dataOf(version, folder) };
      await ask(at('postgres'), 'create role tenant; create role stranger login; grant tenant to stranger');
      await install('old');
      expect(restore(dumpOf(version), at('old', 'old'))).toBe('');
      await ask(at('old'), 'grant connect on database old to stranger');
      const read = () =>
        ask(
          at('old', 'stranger'),
          `set role tenant; select set_config('app.organization_id', 'org_000000000000000000000000', false); select count(*) from risk`,
        );
      await read();
      await (await startServer(configured(at('old', 'old'), secret))).close();
      await expect(read()).rejects.toThrow('permission denied for table risk');
      const database = await openDatabase({ databaseUrl: at('old') });
      expect(await findFaults(database.system)).toEqual([]);
      await database.close();
    },
    300_000,
  );
});

describe.runIf(installed)('two installations on one cluster', () => {
  test('the login of one cannot connect to the database of the other, nor take its role, nor read a row where it may connect', async () => {
    folder = temporaryFolder();
    const [one, two] = [await install('one'), await install('two')];
    const [{ organization, role }] = [await filled(one, configured(one)), await filled(two, configured(two))];
    await works(configured(one), one, organization);
    await expect(ask(at('one', 'two'), 'select 1')).rejects.toThrow('permission denied for database "one"');
    await expect(ask(two, `set role ${role}`)).rejects.toThrow(`permission denied to set role "${role}"`);
    await ask(at('one'), 'grant connect on database one to two');
    const opened = `select set_config('app.organization_id', '${organization.id}', false)`;
    for (const as of ['set role none', 'set role tenant_role()', `set role ${role}`]) {
      await expect(
        ask(
          at('one', 'two'),
          `${as.includes('(') ? `do $$ begin execute 'set role ' || tenant_role(); end $$` : as}; ${opened}; select count(*) from risk`,
        ),
        as,
      ).rejects.toThrow(/permission denied/);
    }
  }, 300_000);
  test('a role that somebody else was granted is taken from them at the next start', async () => {
    folder = temporaryFolder();
    const url = await install('lent');
    const { role } = await filled(url, configured(url));
    await ask(at('postgres'), 'create role borrower login');
    await ask(at('lent', 'lent'), `grant ${role} to borrower`).catch(() => ask(at('postgres'), `grant ${role} to borrower`));
    const taken = () => ask(at('postgres', 'borrower'), `set role ${role}`);
    await expect(taken()).resolves.toEqual([]);
    await (await startServer(configured(url))).close();
    await expect(taken()).rejects.toThrow('permission denied');
  }, 300_000);
});

describe.runIf(installed)('a login of few rights', () => {
  test('one that may not make roles is told what to create, and that is enough', async () => {
    folder = temporaryFolder();
    const url = await install('managed', 'nocreaterole');
    const refused = await startProcess(environment(url));
    const [, line = ''] =
      /^the database cannot be used: the role tenant_\d+ is missing, and "managed" may not correct it; a superuser has to run: (.*)$/.exec(
        refused.said.err.trim(),
      ) ?? [];
    expect(line).toMatch(/^create role tenant_\d+ nologin; grant tenant_\d+ to "managed" with admin option$/);
    await ask(at('managed'), line);
    const { organization } = await filled(url, configured(url));
    await works(configured(url), url, organization);
  }, 300_000);
  test('one that does not own the database is told that every login may connect to it', async () => {
    folder = temporaryFolder();
    await ask(at('postgres'), 'create role guest login createrole');
    await ask(at('postgres'), 'create database guesthouse');
    await ask(at('guesthouse'), 'grant create on schema public to guest');
    const server = await startProcess({ ...environment(at('guesthouse', 'guest')), LOG_LEVEL: 'warn' });
    expect(server.url).not.toBe('');
    expect(server.logged(40)).toMatchObject([
      {
        msg: 'every login of the cluster may connect to this database until its owner runs: revoke connect on database "guesthouse" from public',
      },
    ]);
    expect(await server.stop('SIGTERM')).toBe(0);
  }, 300_000);
});

describe.runIf(installed)('readiness', () => {
  test('503 where requests cannot be answered although the database is there', async () => {
    folder = temporaryFolder();
    const url = await install('unready');
    const { role } = await filled(url, configured(url));
    const server = await startServer(configured(url));
    const ready = async () => (await call(server.url, 'GET', '/readyz', {})).status;
    expect(await ready()).toBe(200);
    await ask(url, `revoke select on organization from ${role}`);
    expect(await ready()).toBe(503);
    await ask(url, `grant select on organization to ${role}`);
    expect(await ready()).toBe(200);
    await server.close();
  }, 300_000);
});

test('rights and policies that are as they should be cost a start two questions', async () => {
  const asked: string[] = [];
  const pool = await openEmbedded(inject('dump') ? { dump: new Blob([readFileSync(inject('dump'))]) } : {});
  const watched: Pool = {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query: Client['query'] = client.query.bind(client);
      const watchedQuery: Client['query'] = (text, values) => {
        asked.push(text);
        return query(text, values);
      };
      return Object.assign(client, { query: watchedQuery });
    },
  };
  const { system, close } = await openWithPool(watched, () => pool.tenant);
  await migrate(system);
  await secureAccess(system);
  asked.length = 0;
  await secureAccess(system);
  expect(asked).toEqual([expect.stringContaining('pg_auth_members'), expect.stringContaining('pg_policy')]);
  await close();
}, 300_000);
