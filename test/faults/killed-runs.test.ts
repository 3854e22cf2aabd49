/** A server is killed while it works on runs: another one goes on with them, and nobody else's runs wait for that. */
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/open';
import { call } from '../support/app.ts';
import { connect, runsAt } from '../support/integrations.ts';
import { newOrganization } from '../support/organization.ts';
import { startServer, temporaryFolder } from '../support/process.ts';
import { standIn } from '../support/stand-in.ts';
import { installed, startPrepared } from './engines.ts';

/** Milliseconds after which another server goes on, at the latest. */
const limit = 10_000;

describe.runIf(installed)('two servers on one PostgreSQL', () => {
  test('the runs of one that was killed go on at the other within ten seconds, and block no others', async () => {
    const { server: postgres } = await startPrepared();
    const database = await openDatabase({ databaseUrl: postgres.url });
    try {
      const env = {
        DATABASE_URL: postgres.url,
        DATA_DIR: temporaryFolder(),
        SECRET: 'one secret for all servers of a database',
        ALLOWED_NETWORKS: '127.0.0.1',
        RATE_LIMIT: '0',
        ORGANIZATION_RATE_LIMIT: '0',
      };
      const [first, second] = await Promise.all([startServer(env), startServer(env)]);
      const callerAt =
        (url: string, key: string): Parameters<typeof connect>[0] =>
        (method, path, options = {}) =>
          call(url, method, path, { key, ...options });
      const statusOf = async (id: string) =>
        await database.system.selectFrom('run').select(['status', 'attempts', 'due_at']).where('id', '=', id).executeTakeFirstOrThrow();
      const idle = () =>
        expect
          .poll(() => database.system.selectFrom('run').select('id').where('status', 'in', ['queued', 'running']).execute(), {
            interval: 50,
          })
          .toEqual([]);

      // It answers nothing for as long as this is so: whoever asks is in the middle of a run.
      let isSilent = false;
      const outside = await standIn(() => (isSilent ? undefined : {}));
      const connected = async () => {
        const organization = await newOrganization(database);
        const ask = callerAt(first.url, organization.key);
        const { id } = await connect(ask, 'http-json', { baseUrl: outside.url }, { variables: { endpoint_path: '/status' } });
        await idle();
        return { key: organization.key, id };
      };
      const [busy, other] = [await connected(), await connected()];
      const start = async (url: string, { key, id }: typeof busy, checkId: string): Promise<string> => {
        const answer = await callerAt(url, key)('POST', runsAt(id), { body: { checkId } });
        expect(answer, answer.text).toMatchObject({ status: 202 });
        return answer.body.id;
      };

      isSilent = true;
      const asked = outside.asked.length;
      // The second server takes nothing as long as it is held.
      second.child.kill('SIGSTOP');
      const held = await start(first.url, busy, 'endpoint-status');
      await expect.poll(() => outside.asked.length, { interval: 10 }).toBeGreaterThan(asked);
      expect(await statusOf(held)).toMatchObject({ status: 'running', attempts: 1 });
      const killedAt = Date.now();
      expect(await first.stop('SIGKILL')).toBe('SIGKILL');
      const dueAtKill = await statusOf(held);
      expect(dueAtKill).toMatchObject({ status: 'running', attempts: 1 });
      isSilent = false;
      second.child.kill('SIGCONT');

      // Those of another organization, and the others of the same one, do not wait for it.
      const meanwhile = [await start(second.url, other, 'endpoint-status'), await start(second.url, busy, 'security-headers')];
      for (const id of meanwhile)
        await expect.poll(() => statusOf(id), { interval: 10 }).toMatchObject({ status: 'completed', attempts: 1 });
      const waited = Date.now() - killedAt;
      // Nobody has heard of its server since; and the time after which others may take it is the time that it takes.
      const { due_at: due } = dueAtKill;
      expect(Date.parse(due) - killedAt).toBeLessThan(limit - 1_000);
      await expect.poll(() => statusOf(held), { interval: 10 }).toMatchObject({ status: 'completed', attempts: 2 });
      console.log(
        `killed: other runs were done after ${(waited / 1000).toFixed(1)} s, its own after ${((Date.now() - killedAt) / 1000).toFixed(1)} s`,
      );
      expect(await second.stop('SIGTERM')).toBe(0);
    } finally {
      await database.close();
      await postgres.end();
    }
  }, 300_000);
});
