/** The schedule of checks and syncs. */
import { describe, expect, test } from 'vitest';
import { startDueRuns } from '#areas/integrations/integrations/runs/schedule';
import { validateCadence, nextAfter } from '#areas/integrations/integrations/rules/schedule';
import { type Caller, startApp } from '../../support/app.ts';
import { connectionPath, checkRuns, connect, connectList } from '../../support/integrations.ts';
import { standIn } from '../../support/stand-in.ts';

const app = startApp();

/** Makes a connection due and starts due work three times concurrently, as several servers do. */
async function runWhenDue({ call }: Pick<Caller, 'call'>, id: string, column: 'checks_due_at' | 'sync_due_at') {
  await app.database.system
    .updateTable('integration_connection')
    .set({ [column]: new Date(Date.now() - 60_000).toISOString() })
    .where('id', '=', id)
    .execute();
  await Promise.all(Array.from({ length: 3 }, () => startDueRuns(app.database, new Date())));
  return checkRuns(call, id);
}

describe('checks', () => {
  test('start once even with several servers, on behalf of the owner and without a visible run (rule 4)', async () => {
    const caller = await app.caller();
    const server = await standIn(() => ({}));
    const { id } = await connect(caller.call, 'http-json', { baseUrl: server.url });
    await app.database.system
      .updateTable('integration_connection')
      .set({ variables: JSON.stringify({ endpoint_path: '/' }) })
      .where('id', '=', id)
      .execute();
    const runs = await runWhenDue(caller, id, 'checks_due_at');
    expect(runs).toHaveLength(3);
    for (const run of runs) expect(run).toMatchObject({ triggeredBy: 'scheduled', runId: null });
    const { actor } = await app.database.system
      .selectFrom('run')
      .select('actor')
      .where('organization_id', '=', caller.organization.id)
      .executeTakeFirstOrThrow();
    expect(actor).toMatchObject({ credential: 'session', id: caller.organization.owner.id, via: 'schedule' });
    const next = (await caller.call('GET', connectionPath(id))).body.nextSyncAt;
    expect(next).toMatch(/T06:00:00.000Z$/);
    expect(Date.parse(next)).toBeGreaterThan(Date.now());
    await startDueRuns(app.database, new Date());
    expect(await checkRuns(caller.call, id)).toHaveLength(3);
  });
  test.each(['pause', 'disconnect', 'delete'])('are not due after %s', async (change) => {
    const caller = await app.caller();
    const server = await standIn(() => ({}));
    const { id, nextSyncAt } = await connect(caller.call, 'http-json', { baseUrl: server.url });
    expect(nextSyncAt).toEqual(expect.any(String));
    await (change === 'delete' ? caller.call('DELETE', connectionPath(id)) : caller.call('POST', connectionPath(id, `/${change}`)));
    expect(
      await app.database.system
        .selectFrom('integration_connection')
        .select(['checks_due_at', 'sync_due_at'])
        .where('id', '=', id)
        .execute(),
    ).toEqual([{ checks_due_at: null, sync_due_at: null }]);
  });
  test('are due the next morning even if a clock that was days ahead computed their time', async () => {
    const caller = await app.caller();
    const server = await standIn(() => ({}));
    const { id, nextSyncAt } = await connect(caller.call, 'http-json', { baseUrl: server.url });
    await app.database.system
      .updateTable('integration_connection')
      .set({ checks_due_at: new Date(Date.parse(nextSyncAt) + 2 * 24 * 3_600_000).toISOString() })
      .where('id', '=', id)
      .execute();
    await startDueRuns(app.database, new Date());
    const next = Date.parse((await caller.call('GET', connectionPath(id))).body.nextSyncAt);
    expect(next - Date.now()).toBeGreaterThan(0);
    expect(next - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect(await checkRuns(caller.call, id)).toEqual([]);
  });
  test('do not start for an organization without an active owner', async () => {
    const caller = await app.caller();
    const server = await standIn(() => ({}));
    const { id } = await connect(caller.call, 'http-json', { baseUrl: server.url });
    // The API key of the owner stops working with the owner, so the session of an admin reads the runs.
    const admin = await app.session(caller.organization, ['admin']);
    await app.database.system.updateTable('member').set({ is_active: false }).where('id', '=', caller.organization.owner.id).execute();
    expect(await runWhenDue(admin, id, 'checks_due_at')).toEqual([]);
  });
});

describe('employees', () => {
  test('are imported from the chosen source once, and never as a dry run', async () => {
    const caller = await app.caller();
    const { id } = await connectList(caller.call, 'email\nnobody');
    await caller.call('PUT', '/v1/integrations/sync/employee-sync-provider', { body: { providerSlug: 'csv-people' } });
    const runs = await runWhenDue(caller, id, 'sync_due_at');
    expect(runs).toMatchObject([{ checkId: 'sync:csv-people', triggeredBy: 'scheduled', runId: null, status: 'completed' }]);
    const {
      body: {
        data: [log, ...otherLogs],
      },
    } = await caller.call('GET', '/v1/integrations/sync/logs');
    expect([log, otherLogs]).toMatchObject([{ triggeredBy: 'scheduled', status: 'completed', result: { dryRun: false } }, []]);
    expect(log).not.toHaveProperty('userId');
    expect((await caller.call('GET', connectionPath(id))).body.nextSyncAt).toMatch(/T07:00:00.000Z$/);
  });
});

test('nothing starts before its time', async () => {
  const caller = await app.caller();
  const server = await standIn(() => ({}));
  const { id, nextSyncAt } = await connect(caller.call, 'http-json', { baseUrl: server.url });
  await startDueRuns(app.database, new Date());
  expect(await checkRuns(caller.call, id)).toEqual([]);
  expect((await caller.call('GET', connectionPath(id))).body.nextSyncAt).toBe(nextSyncAt);
});

test.each([
  ['0 6 * * *', '2026-05-20T05:59:59.000Z', '2026-05-20T06:00:00.000Z'],
  ['0 6 * * *', '2026-05-20T06:00:00.000Z', '2026-05-21T06:00:00.000Z'],
  ['*/15 * * * 1', '2026-05-19T00:00:00.000Z', '2026-05-25T00:00:00.000Z'],
])('%s after %s is due at %s', (expression, now, next) => {
  expect(validateCadence(expression)).toBeUndefined();
  expect(nextAfter(expression, new Date(now))).toBe(next);
});
