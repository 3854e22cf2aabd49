/** Clients that write under load and record the answers, and checks that no acknowledged change was lost. */
import { expect, onTestFinished } from 'vitest';
import { call } from '../support/app.ts';

interface Change {
  readonly id: string;
  readonly action: 'Created risk' | 'Updated risk' | 'Deleted risk';
}

/** The answers that the clients received. */
export interface Ledger {
  readonly acknowledged: Change[];
  /** Names of creations that were sent and not answered with 201. */
  readonly unanswered: Set<string>;
  /** The number of answers for each status, with 0 for requests without an answer. */
  readonly statuses: Map<number, number>;
}
export function newLedger(): Ledger {
  return { acknowledged: [], unanswered: new Set(), statuses: new Map() };
}

let riskCount = 0;
const riskNamed = (name: string) => ({ title: name, description: 'Written under load.', category: 'technology' });

/**
 * Starts clients that repeatedly create a risk, change it, and delete every third risk.
 * @param url returns the address for the next request
 * @param pauseMs pause between an answer and the next request, for tests that take long
 * @returns a function that ends the load, and waits for the last answers
 */
export function writeUnderLoad(
  url: () => string,
  key: string,
  { acknowledged, unanswered, statuses }: Ledger,
  { clients = 6, pauseMs = 0 } = {},
): () => Promise<void> {
  let isRunning = true;
  onTestFinished(() => {
    isRunning = false;
  });
  async function ask(...[method, path, options]: [string, string, Parameters<typeof call>[3]]) {
    const answer = await call(url(), method, path, { key, ...options }).catch(() => undefined);
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
    // A client that repeats its request at once would only slow down the machine.
    const pause = Math.max(pauseMs, !answer || answer.status >= 500 ? 10 : 0);
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    return answer;
  }
  async function write(index: number) {
    const name = `load ${(riskCount += 1)}`;
    unanswered.add(name);
    const created = await ask('POST', '/v1/risks', { body: riskNamed(name), headers: { 'Idempotency-Key': name } });
    if (created?.status !== 201) return;
    const { id }: { id: string } = created.body.data;
    unanswered.delete(name);
    acknowledged.push({ id, action: 'Created risk' });
    if ((await ask('PATCH', `/v1/risks/${id}`, { body: { impact: 1 + (index % 5) } }))?.status === 200)
      acknowledged.push({ id, action: 'Updated risk' });
    if (index % 3 === 2 && (await ask('DELETE', `/v1/risks/${id}`, {}))?.status === 200) acknowledged.push({ id, action: 'Deleted risk' });
  }
  const clientLoops = Array.from({ length: clients }, async () => {
    for (let index = 0; isRunning; index += 1) await write(index);
  });
  return async () => {
    isRunning = false;
    await Promise.all(clientLoops);
  };
}

/** Starts clients that read a list. @param statuses counts answers by status, with 0 for no answer @returns ends the load */
export function readUnderLoad(url: () => string, key: string, statuses: Map<number, number>, clients = 2): () => Promise<void> {
  let isRunning = true;
  onTestFinished(() => {
    isRunning = false;
  });
  const clientLoops = Array.from({ length: clients }, async () => {
    while (isRunning) {
      const status = (await call(url(), 'GET', '/v1/risks?limit=10', { key }).catch(() => undefined))?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  return async () => {
    isRunning = false;
    await Promise.all(clientLoops);
  };
}

interface LogLine {
  readonly sequence: number;
  readonly entityId: string;
  readonly data: { readonly action: string; readonly changes?: { readonly impact?: { readonly current: number } } };
}
interface Row {
  readonly id: string;
  readonly title: string;
  readonly impact: number;
}

/**
 * Checks that no acknowledged change is lost, that the rows match the audit log, that the chain of the log is intact, and that a creation
 * without an answer creates only one risk when it is repeated with its key.
 * @returns the numbers of checked rows, entries and changes
 */
export async function expectConsistent(url: string, key: string, { acknowledged, unanswered }: Ledger) {
  for (const name of unanswered)
    expect(await call(url, 'POST', '/v1/risks', { key, body: riskNamed(name), headers: { 'Idempotency-Key': name } }), name).toMatchObject({
      status: 201,
    });
  unanswered.clear();
  const rows: Row[] = (await call(url, 'GET', '/v1/risks', { key })).body.data;
  const lines = (await call(url, 'GET', '/v1/audit-logs/export', { key })).text
    .split('\n')
    .slice(0, -1)
    .map((line): LogLine => JSON.parse(line));

  const logged = new Set(lines.map(({ entityId, data }) => `${data.action} ${entityId}`));
  expect(
    acknowledged.filter(({ id, action }) => !logged.has(`${action} ${id}`)),
    'acknowledged, and not in the log',
  ).toEqual([]);

  const expectedImpacts = new Map<string, number>();
  for (const {
    entityId,
    data: { action, changes },
  } of lines) {
    if (action === 'Created risk') expectedImpacts.set(entityId, 0);
    else if (action === 'Updated risk') expectedImpacts.set(entityId, changes?.impact?.current ?? expectedImpacts.get(entityId) ?? 0);
    else expectedImpacts.delete(entityId);
  }
  expect(new Map(rows.map(({ id, impact }) => [id, impact])), 'rows, and what the log tells of them').toEqual(expectedImpacts);
  expect(new Set(rows.map(({ title }) => title)).size, 'risks that were made twice').toBe(rows.length);
  expect((await call(url, 'GET', '/v1/audit-logs/verification', { key })).body).toMatchObject({ intact: true, headSequence: lines.length });
  return { rows: rows.length, entries: lines.length, acknowledged: acknowledged.length };
}
