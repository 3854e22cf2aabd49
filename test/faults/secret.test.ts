/** A server is refused when its SECRET is not the one that the database was written with. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { configFrom } from '#platform/config';
import { startServer } from '#start/server';
import { admin } from '../support/admin.ts';
import { call } from '../support/app.ts';
import { temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';

const [first, second, third] = [
  'the first secret of this database',
  'the second secret of this database',
  'the third secret of this database',
];

describe.each(engines)('%s', (engine) => {
  test('another or a missing SECRET is refused in one line; FORMER_SECRETS changes it, and so does giving up the lost one', async () => {
    const folder = temporaryFolder();
    const {
      env,
      organization: { id, key },
      end,
    } = await prepare(engine, folder);
    const environment = (settings: Record<string, string>): Record<string, string> => ({
      ...env,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...settings,
    });
    const start = (settings: Record<string, string>) => startServer(configFrom(environment(settings)));
    const serves = async (settings: Record<string, string>) => {
      const server = await start(settings);
      expect(await call(server.url, 'GET', '/v1/roles', { key })).toMatchObject({ status: 200 });
      await server.close();
    };
    const other =
      'is not the one that this database was written with: set SECRET to that value, or add that value to FORMER_SECRETS to change it; if it is lost: npm run admin -- secret replace';
    try {
      await serves({ SECRET: first });
      await serves({ SECRET: first });
      await expect(start({ SECRET: second })).rejects.toThrow(`the database cannot be used: SECRET ${other}`);
      await expect(start({ SECRET: second, FORMER_SECRETS: third })).rejects.toThrow(other);
      // Nothing is made that would be taken for the secret later.
      await expect(start({})).rejects.toThrow(
        /SECRET is missing: set it to the value that this database was written with, or restore .*secret;/,
      );
      expect(existsSync(path.join(env.DATA_DIR ?? '', 'secret'))).toBe(false);

      await serves({ SECRET: second, FORMER_SECRETS: `${third},${first}` });
      await serves({ SECRET: second });
      await expect(start({ SECRET: first })).rejects.toThrow(other);

      expect(await admin(environment({ SECRET: third }), 'export', '--organization', id)).toMatchObject({
        code: 1,
        out: '',
        err: [expect.stringContaining(other)],
      });
      expect(await admin(environment({ SECRET: third }), 'organization', 'list')).toMatchObject({ code: 0 });
      expect(await admin(environment({ SECRET: third }), 'secret', 'replace')).toMatchObject({ code: 0, body: { replaced: true } });
      await serves({ SECRET: third });
      await expect(start({ SECRET: second })).rejects.toThrow(other);
    } finally {
      await end();
    }
  }, 300_000);
});

describe.each(engines.filter((engine) => engine === 'postgresql'))('%s, several servers', (engine) => {
  test('a server with a directory of its own and no SECRET is refused, and an import into a database of another SECRET takes in nothing', async () => {
    const {
      env,
      organization: { id },
      end,
    } = await prepare(engine, temporaryFolder());
    const one = { ...env, PORT: '0', LOG_LEVEL: 'fatal' };
    try {
      // The first invents it, in its directory.
      await (await startServer(configFrom(one))).close();
      expect(existsSync(path.join(env.DATA_DIR ?? '', 'secret'))).toBe(true);
      const another = { ...one, DATA_DIR: temporaryFolder() };
      await expect(startServer(configFrom(another))).rejects.toThrow('SECRET is missing');
      const file = path.join(another.DATA_DIR, 'export.ndjson');
      expect(await admin(one, 'export', '--organization', id, '--out', file)).toMatchObject({ code: 0 });
      for (const settings of [another, { ...another, SECRET: second }])
        expect(await admin(settings, 'import', '--in', file)).toMatchObject({
          code: 1,
          err: [expect.stringMatching(/SECRET is (missing|not the one)/)],
        });
      expect(existsSync(path.join(another.DATA_DIR, 'secret'))).toBe(false);
    } finally {
      await end();
    }
  }, 300_000);
});
