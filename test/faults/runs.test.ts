/** Tests the worker that executes runs, with work that the tests define, on separate databases. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/open';
import { writeTransaction } from '#platform/database/handle';
import { logAt } from '#platform/log';
import { portsFrom } from '#platform/ports/index';
import type { RunKind } from '#platform/jobs/kinds';
import { renewIntervalMs } from '#platform/jobs/queue';
import { startRun } from '#platform/jobs/start';
import { RunFailed, type JobHandler } from '#platform/jobs/job-handlers';
import { createWorker } from '#platform/jobs/worker';
import { runInWorker } from '#platform/workers/pool';
import type { Work as Job } from '#platform/workers/work';
import { testConfig } from '../support/app.ts';
import { emptyDatabase } from '../support/demonstration.ts';
import { newOrganization, type TestOrganization, within } from '../support/organization.ts';
import { ownerOf } from '../support/runs.ts';
import { engines, startPrepared } from './engines.ts';

const ports = await portsFrom(testConfig());
const log = logAt('silent');
const kind = 'auto_fill_soa' satisfies RunKind;

describe.each(engines)('%s', (engine) => {
  let database: Database;
  let organization: TestOrganization;
  let end = () => Promise.resolve();
  beforeAll(async () => {
    if (engine === 'postgresql') {
      const { server } = await startPrepared();
      end = () => server.end();
      database = await openDatabase({ databaseUrl: server.url });
    } else {
      database = await emptyDatabase();
    }
    organization = await newOrganization(database);
  });
  afterAll(async () => {
    await database.close();
    await end();
  });

  const start = (fields: object = {}) =>
    within(database, organization.id, async (db) => {
      const run = await startRun(db, ownerOf(organization), { kind, ...fields });
      if (!run) throw new Error('not started');
      return run.id;
    });
  const readRun = (id: string) => database.system.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const startWorkers = (...works: JobHandler[]) =>
    works.map((work) => {
      const server = createWorker(database, ports, log, { [kind]: { work } });
      server.start();
      return server;
    });
  const renameWork =
    (name: string): JobHandler =>
    ({ step }) =>
      step(
        async (db) => {
          await db.updateTable('organization').set({ name }).execute();
          return {};
        },
        { done: 1, total: 1 },
      );
  const readName = async () =>
    (await database.system.selectFrom('organization').select('name').where('id', '=', organization.id).executeTakeFirstOrThrow()).name;

  test('two servers do the work only once, with its progress, its result and its audit entry', async () => {
    let executionCount = 0;
    const work: JobHandler = async ({ input, step, actor }) => {
      executionCount += 1;
      await step(async (_db, audit) => audit.performed(`Filled for ${actor.user?.name}`, { entityId: 'soa_doc_1' }), {
        done: 2,
        total: 2,
      });
      return { given: input };
    };
    const workers = startWorkers(work, work);
    const id = await start({ input: { overwrite: 'all' } });
    await expect
      .poll(() => readRun(id))
      .toMatchObject({ status: 'completed', done: 2, total: 2, result: { given: { overwrite: 'all' } }, attempts: 1 });
    expect(executionCount).toBe(1);
    expect(
      await within(database, organization.id, (db) =>
        db.selectFrom('audit_entry').select(['description', 'entity_type', 'data']).where('entity_id', '=', 'soa_doc_1').execute(),
      ),
    ).toMatchObject([
      { description: 'Filled for Olive Owner [via API key "test"]', entity_type: 'framework', data: { resource: 'audit', runId: id } },
    ]);
    await Promise.all(workers.map((server) => server.stop()));
  });

  test.runIf(engine === 'postgresql')(
    'while a step takes long, only one renewal of the lease waits for it, on one connection',
    async () => {
      const { promise: stepMayEnd, resolve: endStep } = Promise.withResolvers<void>();
      let startTime = Infinity;
      const [server] = startWorkers(({ step }) =>
        step(async () => {
          startTime = performance.now();
          await stepMayEnd;
          return {};
        }),
      );
      const id = await start();
      const countWaiting = async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where wait_event_type = 'Lock' and query like 'update "run" set "due_at"%'`.execute(database.system);
        return rows[0]?.n;
      };
      await expect.poll(countWaiting).toBe(1);
      // Two more renewals would be due by then.
      await expect.poll(() => performance.now() - startTime).toBeGreaterThan(3.5 * renewIntervalMs);
      const stillWaiting = await countWaiting();
      endStep();
      expect(stillWaiting).toBe(1);
      await expect.poll(() => readRun(id)).toMatchObject({ status: 'completed', attempts: 1 });
      await server?.stop();
    },
  );

  test('an attempt that fails is repeated, and the changes of its last step are rolled back', async () => {
    const [server] = startWorkers(async (attempt) =>
      attempt.step(async (db) => {
        await db
          .updateTable('organization')
          .set({ name: `Attempt ${attempt.attempt}` })
          .execute();
        if (attempt.attempt === 1) throw new Error('the first fails');
        return {};
      }),
    );
    const id = await start();
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'completed', attempts: 2 });
    expect(await readName()).toBe('Attempt 2');
    await server?.stop();
  });

  test('work that ends its worker is tried three times, and then fails with an error', async () => {
    const module = new URL('data:text/javascript,export default async () => process.exit(1);');
    const [server] = startWorkers(({ actor, signal }) =>
      runInWorker<Job<object, never>>({ group: 'read', organizationId: actor.organizationId, module, input: {}, seconds: 60, signal }),
    );
    const id = await start();
    await expect
      .poll(() => readRun(id))
      .toMatchObject({ status: 'failed', error: 'The work was given up after 3 attempts: its worker ended unexpectedly', attempts: 3 });
    await server?.stop();
  });

  test('work that ended its server three times is not started again', async () => {
    let executionCount = 0;
    const id = await start();
    // This is the state after three servers were killed during the work: each counts its attempt first.
    await database.system
      .updateTable('run')
      .set({ status: 'running', lease: 'of a server that is gone', attempts: 3, due_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
    const [server] = startWorkers(async () => {
      executionCount += 1;
      return {};
    });
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'failed', error: 'The work was interrupted too often' });
    expect(executionCount).toBe(0);
    await server?.stop();
  });

  test('an error that no further attempt can fix fails the run at once, with a message for the user', async () => {
    const [server] = startWorkers(() => Promise.reject(new RunFailed('The file holds no text')));
    const id = await start();
    await expect
      .poll(() => readRun(id))
      .toMatchObject({ status: 'failed', error: 'The file holds no text', attempts: 1, finished_at: expect.any(String) });
    await server?.stop();
  });

  test('a cancelled run writes nothing more', async () => {
    const { promise: cancelled, resolve } = Promise.withResolvers<void>();
    const [server] = startWorkers(async (attempt) => {
      await attempt.step(async (db) => db.updateTable('organization').set({ name: 'Before' }).execute(), { done: 1, total: 2 });
      await cancelled;
      return attempt.step(
        async (db) => {
          await db.updateTable('organization').set({ name: 'After' }).execute();
          return {};
        },
        { done: 2, total: 2 },
      );
    });
    const id = await start();
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'running', done: 1 });
    await database.system
      .updateTable('run')
      .set({ status: 'cancelled', lease: null, finished_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    resolve();
    await server?.stop();
    expect(await readRun(id)).toMatchObject({ status: 'cancelled', done: 1 });
    expect(await readName()).toBe('Before');
  });

  test('a server that stops releases its run, which does not count as an attempt', async () => {
    const [first] = startWorkers(
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    );
    const id = await start();
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'running' });
    await first?.stop();
    expect(await readRun(id)).toMatchObject({ status: 'queued', attempts: 0, lease: null });
    const [second] = startWorkers(renameWork('By the second'));
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'completed', attempts: 1 });
    await second?.stop();
  });

  test('a server that stops while it takes a run releases the run before it has stopped', async () => {
    const id = await start();
    const [server] = startWorkers(
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
    );
    await server?.stop();
    expect(await readRun(id)).toMatchObject({ status: 'queued', attempts: 0, lease: null });
    const [nextServer] = startWorkers(renameWork('By the next'));
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'completed', attempts: 1 });
    await nextServer?.stop();
  });

  test('another server takes the run of a server whose lease has ended, and the first server can write nothing more', async () => {
    const { promise: runTaken, resolve } = Promise.withResolvers<void>();
    const [firstServer] = startWorkers(async (attempt) => {
      await runTaken;
      return attempt.step(async (db) => {
        await db.updateTable('organization').set({ name: 'By the lost one' }).execute();
        return {};
      });
    });
    const id = await start();
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'running' });
    // The lease is over, as after 8 seconds without a renewal.
    await database.system.updateTable('run').set({ due_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute();
    const [secondServer] = startWorkers(renameWork('By the other'));
    await expect.poll(() => readRun(id)).toMatchObject({ status: 'completed', attempts: 2 });
    resolve();
    await firstServer?.stop();
    await secondServer?.stop();
    expect(await readName()).toBe('By the other');
  });

  test('no work is queued if the transaction that requested it is rolled back', async () => {
    await expect(
      writeTransaction(database.tenant, organization.id, async (db) => {
        await startRun(db, ownerOf(organization), { kind, subject: 'undone' });
        return { result: undefined, outcome: 'rollback' };
      }),
    ).resolves.toBeUndefined();
    expect(await database.system.selectFrom('run').select('id').where('subject', '=', 'undone').execute()).toEqual([]);
  });
});
