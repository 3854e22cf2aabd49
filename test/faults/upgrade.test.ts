/** This version serves the data of every released version: a data directory, a dump of PostgreSQL, and an export. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { call } from '../support/app.ts';
import { restore, startPostgres, withoutDisk } from '../support/postgres.ts';
import { bootstrapKey as key, startServer, temporaryFolder } from '../support/process.ts';
import { dataOf, dumpOf, exportOf, migrationsOf, releases } from '../support/released.ts';
import { hasPostgres } from './engines.ts';

test.each(releases)('the migrations of %s have not changed since the release', (version) => {
  const currentMigration = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join('server/platform/database/migrations', name)))
      .digest('hex');
  const releasedMigrations = migrationsOf(version);
  expect(Object.fromEntries(Object.keys(releasedMigrations).map((name) => [name, currentMigration(name)]))).toEqual(releasedMigrations);
});

describe.each(releases)('data of %s', (version) => {
  /** Checks that existing data can be read and changed. */
  async function expectWorking(env: Record<string, string>) {
    const server = await startServer({ ...env, RATE_LIMIT: '0', VALIDATE_RESPONSES: '1' });
    const get = async (url: string) => {
      const { status, body } = await call(server.url, 'GET', url, { key });
      expect(status, url).toBe(200);
      return body;
    };
    const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
    const verificationBefore = await get('/v1/audit-logs/verification');
    expect(verificationBefore).toMatchObject({ intact: true });
    expect((await get('/v1/risks')).data.length).toBeGreaterThan(5);
    const { data: people } = await get('/v1/people');
    expect(people.length).toBeGreaterThan(5);
    // The columns that members copy from their accounts are newer than the released versions.
    for (const { user } of people) expect(user).toMatchObject({ email: expect.stringContaining('@'), emailVerified: true });
    for (const { id } of people.slice(0, 1)) expect((await get(`/v1/people/${id}/training-videos`)).data).toHaveLength(5);
    for (const url of [
      '/v1/employees',
      '/v1/roles',
      '/v1/organization',
      '/v1/controls',
      '/v1/frameworks',
      '/v1/frameworks/available',
      '/v1/audit-logs',
      '/v1/organization/api-keys',
    ])
      await get(url);

    expect(await call(server.url, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status: 201 });
    expect(
      await call(server.url, 'POST', '/v1/people/invite', { key, body: { invites: [{ email: 'new@example.com', roles: ['employee'] }] } }),
    ).toMatchObject({ status: 200 });
    expect(await get('/v1/audit-logs/verification')).toMatchObject({ intact: true, headSequence: verificationBefore.headSequence + 2 });
    expect(await call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 200 });
    expect(await server.stop('SIGTERM')).toBe(0);
  }

  test('works in a data directory', async () => {
    await expectWorking({ DATA_DIR: dataOf(version, temporaryFolder()) });
  }, 300_000);
  test('works after an export is imported into a new installation', async () => {
    const folder = temporaryFolder();
    const env = { DATA_DIR: path.join(folder, 'new'), SECRET: readFileSync(path.join(dataOf(version, folder), 'secret'), 'utf8') };
    expect(await admin(env, 'import', '--in', exportOf(version, folder))).toMatchObject({ code: 0, err: [] });
    await expectWorking(env);
  }, 300_000);
  test.runIf(hasPostgres)(
    'works after a dump of PostgreSQL is restored into a new cluster',
    async () => {
      const postgres = await startPostgres(withoutDisk);
      try {
        const DATA_DIR = dataOf(version, temporaryFolder());
        restore(dumpOf(version), postgres.url);
        await expectWorking({ DATA_DIR, DATABASE_URL: postgres.url });
      } finally {
        await postgres.end();
      }
    },
    300_000,
  );
});
