/** When a server is killed while it works on runs, another server continues them, and other runs do not wait for that. */
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/open';
import { call } from '../support/app.ts';
import { connect, runsAt } from '../support/integrations.ts';
import { newOrganization } from '../support/organization.ts';
import { startServer, temporaryFolder } from '../support/process.ts';
import { standIn } from '../support/stand-in.ts';
import { hasPostgres, startPrepared } from './engines.ts';

/** Time within which another server must continue a run, in milliseconds. */
const maxDelay = 10_000;

describe.runIf(hasPostgres)('two servers on one PostgreSQL', () => {
  test('another server continues the runs of a killed server within ten seconds, and other runs are not blocked', async () => {
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
      const waitUntilIdle = () =>
        expect
          .poll(() => database.system.selectFrom('run').select('id').where('status', 'in', ['queued', 'running']).execute(), {
            interval: 50,
          })
          .toEqual([]);

      // While this is true, the stand-in does not answer, so a run that calls it cannot finish.
      let isSilent = false;
      const endpoint = await standIn(() => (isSilent ? undefined : {}));
      const connectEndpoint = async () => {
        const organization = await newOrganization(database);
        const ask = callerAt(first.url, organization.key);
        const { id } = await connect(ask, 'http-json', { baseUrl: endpoint.url }, { variables: { endpoint_path: '/status' } });
        await waitUntilIdle();
        return { key: organization.key, id };
      };
      const [busyCaller, otherCaller] = [await connectEndpoint(), await connectEndpoint()];
      const start = async (url: string, { key, id }: typeof busyCaller, checkId: string): Promise<string> => {
        const answer = await callerAt(url, key)('POST', runsAt(id), { body: { checkId } });
        expect(answer, answer.text).toMatchObject({ status: 202 });
        return answer.body.id;
      };

      isSilent = true;
      const requestsBefore = endpoint.asked.length;
      // The second server takes no runs while it is suspended.
      second.child.kill('SIGSTOP');
      const interruptedRun = await start(first.url, busyCaller, 'endpoint-status');
      await expect.poll(() => endpoint.asked.length, { interval: 10 }).toBeGreaterThan(requestsBefore);
      expect(await statusOf(interruptedRun)).toMatchObject({ status: 'running', attempts: 1 });
      const killedAt = Date.now();
      expect(await first.stop('SIGKILL')).toBe('SIGKILL');
      const runAtKill = await statusOf(interruptedRun);
      expect(runAtKill).toMatchObject({ status: 'running', attempts: 1 });
      isSilent = false;
      second.child.kill('SIGCONT');

      // Runs of another organization, and other runs of the same organization, do not wait.
      const otherRuns = [await start(second.url, otherCaller, 'endpoint-status'), await start(second.url, busyCaller, 'security-headers')];
      for (const id of otherRuns)
        await expect.poll(() => statusOf(id), { interval: 10 }).toMatchObject({ status: 'completed', attempts: 1 });
      const delay = Date.now() - killedAt;
      // The lease has not been renewed since, so another server takes the run when the lease ends.
      const { due_at: due } = runAtKill;
      expect(Date.parse(due) - killedAt).toBeLessThan(maxDelay - 1_000);
      await expect.poll(() => statusOf(interruptedRun), { interval: 10 }).toMatchObject({ status: 'completed', attempts: 2 });
      console.log(
        `killed: other runs were done after ${(delay / 1000).toFixed(1)} s, its own after ${((Date.now() - killedAt) / 1000).toFixed(1)} s`,
      );
      expect(await second.stop('SIGTERM')).toBe(0);
    } finally {
      await database.close();
      await postgres.end();
    }
  }, 300_000);
});
