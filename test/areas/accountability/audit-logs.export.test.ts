/** Exports the log as a file of any length. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listenOn, startApp, testConfig } from '../../support/app.ts';
import { auditLog, sealedText, writeEntries } from '../../support/audit.ts';

const app = startApp();
const { withLog, list, verify, tamper, remove, numbered } = auditLog(app);
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

test('200 with one line for each entry, equal to the list, sorted by sequence, as a file', async () => {
  const caller = await app.caller();
  for (let n = 0; n < 3; n += 1) await caller.call('POST', '/v1/risks', { body: { ...risk, title: `Line\nbreak ${n}` } });
  await writeEntries(app.database, caller.organization.id, [{ at: '2026-01-01T00:00:00.000Z', description: 'late, and of long ago' }]);
  const answer = await caller.call('GET', '/v1/audit-logs/export');
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.ndjson"$/);
  expect(answer.headers.get('cache-control')).toContain('private');
  expect(answer.text.endsWith('\n')).toBe(true);
  const lines = linesOf(answer.text);
  expect(lines.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect(lines).toEqual((await list(caller)).toSorted((left, right) => left.sequence - right.sequence));
});
test('200 with a hash chain that can be recomputed from the lines alone', async () => {
  const caller = await withLog(numbered(3));
  await caller.call('POST', '/v1/risks', { body: risk });
  let previousHash: unknown = null;
  for (const line of linesOf((await caller.call('GET', '/v1/audit-logs/export')).text)) {
    expect(line.previousHash).toBe(previousHash);
    expect(createHash('sha256').update(sealedText(line)).digest('hex')).toBe(line.hash);
    previousHash = line.hash;
  }
  expect(previousHash).toBe((await verify(caller)).headHash);
});
test('200 with the entries that match the filters, and with an empty file when no entry matches', async () => {
  const caller = await withLog([
    {
      entityId: '1',
      entityType: 'risk',
      userId: 'usr_a',
      at: '2026-05-01T00:00:00.000Z',
      description: 'Created risk',
      data: { action: 'a', resource: 'risk', path: '/v1/risks' },
    },
    {
      entityId: '2',
      entityType: 'task',
      userId: 'usr_b',
      at: '2026-05-02T00:00:00.000Z',
      description: 'Created task',
      data: { action: 'a', resource: 'task', path: '/v1/tasks' },
    },
  ]);
  const exportedIds = async (query: string) =>
    linesOf((await caller.call('GET', `/v1/audit-logs/export?${query}`)).text).map(({ entityId }) => entityId);
  for (const query of [
    'entityType=risk',
    'entityId=1',
    'userId=usr_a',
    'resource=risk',
    'pathContains=risks',
    'search=RISK',
    'timestampBefore=2026-05-01',
  ])
    expect([query, await exportedIds(query)]).toEqual([query, ['1']]);
  expect(await exportedIds('timestampAfter=2026-05-02')).toEqual(['2']);
  expect(await caller.call('GET', '/v1/audit-logs/export?userId=usr_c')).toMatchObject({ status: 200, text: '' });
});
test('200 for HEAD returns the headers without the lines', async () => {
  const { call } = await withLog(numbered(600));
  const answer = await call('HEAD', '/v1/audit-logs/export');
  expect(answer).toMatchObject({ status: 200, text: '' });
  expect(answer.headers.get('content-disposition')).toContain('.ndjson');
});

const entryCount = 3_210; // The entries fill several pieces of an export; the last piece is not full.
test('200 for thousands of entries, each once and in order; a fault in the middle aborts the transfer, and is found by a verification', async () => {
  const caller = await withLog(numbered(entryCount, { entityType: 'risk', description: 'x'.repeat(200) }));
  const answer = await caller.call('GET', '/v1/audit-logs/export');
  expect(linesOf(answer.text).map(({ sequence }) => sequence)).toEqual(Array.from({ length: entryCount }, (_, n) => n + 1));
  expect(linesOf((await caller.call('GET', '/v1/audit-logs/export?entityId=rsk_2&entityId=rsk_3000')).text)).toMatchObject([
    { sequence: 2 },
    { sequence: 3_000 },
  ]);
  expect(await verify(caller)).toMatchObject({ intact: true, toSequence: entryCount });
  await tamper(caller, 2_700, { timestamp: 'infinity' });
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 2_700 });
  await expect(caller.call('GET', '/v1/audit-logs/export')).rejects.toThrow('terminated');
  await remove(caller, 1_600);
  expect(await verify(caller)).toMatchObject({ intact: false, firstBrokenSequence: 1_600 });
});
test('500 when the first lines cannot be read, as for the list and a single entry, and no partial response', async () => {
  const caller = await withLog(numbered(3));
  await tamper(caller, 2, { timestamp: 'infinity' });
  for (const path of ['', '/export', `/${caller.ids[1]}`])
    expect(await caller.call('GET', `/v1/audit-logs${path}`)).toMatchObject({
      status: 500,
      body: { success: false, error: 'Internal server error' },
    });
});
test('200 for a client that disconnects halfway, and no connection or transaction stays open', async () => {
  const caller = await withLog(numbered(1_500, { description: 'x'.repeat(20_000) })); // more than the buffers of sockets hold
  const { base, server } = await listenOn(app.database, testConfig());
  const controller = new AbortController();
  const response = await fetch(`${base}/v1/audit-logs/export`, {
    headers: { 'x-api-key': caller.organization.key },
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  await response.body?.getReader().read();
  controller.abort();
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          server.getConnections((_error, openCount) => resolve(openCount));
        }),
    )
    .toBe(0);
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and query like '%audit_entry%'`.execute(
            app.database.system,
          )
        ).rows.length,
    )
    .toBe(0);
  expect(await list(caller, 'limit=1')).toHaveLength(1);
});
