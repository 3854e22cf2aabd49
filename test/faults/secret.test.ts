/** A server does not start when its SECRET is not the one that the database was written with. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { configFrom } from '#platform/config';
import { startServer } from '#start/server';
import { admin } from '../support/admin.ts';
import { call } from '../support/app.ts';
import { temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';

const [firstSecret, secondSecret, thirdSecret] = [
  'the first secret of this database',
  'the second secret of this database',
  'the third secret of this database',
];

describe.each(engines)('%s', (engine) => {
  test('a wrong or missing SECRET is rejected in one line; FORMER_SECRETS changes it; an operator can give up a lost SECRET', async () => {
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
    const expectServing = async (settings: Record<string, string>) => {
      const server = await start(settings);
      expect(await call(server.url, 'GET', '/v1/roles', { key })).toMatchObject({ status: 200 });
      await server.close();
    };
    const wrongSecretMessage =
      'is not the one that this database was written with: set SECRET to that value, or add that value to FORMER_SECRETS to change it; if it is lost: npm run admin -- secret replace';
    try {
      await expectServing({ SECRET: firstSecret });
      await expectServing({ SECRET: firstSecret });
      await expect(start({ SECRET: secondSecret })).rejects.toThrow(`the database cannot be used: SECRET ${wrongSecretMessage}`);
      await expect(start({ SECRET: secondSecret, FORMER_SECRETS: thirdSecret })).rejects.toThrow(wrongSecretMessage);
      // No file is created that a later start would use as the secret.
      await expect(start({})).rejects.toThrow(
        /SECRET is missing: set it to the value that this database was written with, or restore .*secret;/,
      );
      expect(existsSync(path.join(env.DATA_DIR ?? '', 'secret'))).toBe(false);

      await expectServing({ SECRET: secondSecret, FORMER_SECRETS: `${thirdSecret},${firstSecret}` });
      await expectServing({ SECRET: secondSecret });
      await expect(start({ SECRET: firstSecret })).rejects.toThrow(wrongSecretMessage);

      expect(await admin(environment({ SECRET: thirdSecret }), 'export', '--organization', id)).toMatchObject({
        code: 1,
        out: '',
        err: [expect.stringContaining(wrongSecretMessage)],
      });
      expect(await admin(environment({ SECRET: thirdSecret }), 'organization', 'list')).toMatchObject({ code: 0 });
      expect(await admin(environment({ SECRET: thirdSecret }), 'secret', 'replace')).toMatchObject({ code: 0, body: { replaced: true } });
      await expectServing({ SECRET: thirdSecret });
      await expect(start({ SECRET: secondSecret })).rejects.toThrow(wrongSecretMessage);
    } finally {
      await end();
    }
  }, 300_000);
});

describe.each(engines.filter((engine) => engine === 'postgresql'))('%s, several servers', (engine) => {
  test('a server with another directory and no SECRET does not start, and an import into a database of another SECRET fails', async () => {
    const {
      env,
      organization: { id },
      end,
    } = await prepare(engine, temporaryFolder());
    const firstEnv = { ...env, PORT: '0', LOG_LEVEL: 'fatal' };
    try {
      // The first server generates the secret, in its directory.
      await (await startServer(configFrom(firstEnv))).close();
      expect(existsSync(path.join(env.DATA_DIR ?? '', 'secret'))).toBe(true);
      const otherEnv = { ...firstEnv, DATA_DIR: temporaryFolder() };
      await expect(startServer(configFrom(otherEnv))).rejects.toThrow('SECRET is missing');
      const file = path.join(otherEnv.DATA_DIR, 'export.ndjson');
      expect(await admin(firstEnv, 'export', '--organization', id, '--out', file)).toMatchObject({ code: 0 });
      for (const settings of [otherEnv, { ...otherEnv, SECRET: secondSecret }])
        expect(await admin(settings, 'import', '--in', file)).toMatchObject({
          code: 1,
          err: [expect.stringMatching(/SECRET is (missing|not the one)/)],
        });
      expect(existsSync(path.join(otherEnv.DATA_DIR, 'secret'))).toBe(false);
    } finally {
      await end();
    }
  }, 300_000);
});
