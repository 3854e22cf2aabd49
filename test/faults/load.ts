/** Clients that write, and remember what they were told; and what must be so after whatever happened to the server meanwhile. */
import { expect, onTestFinished } from 'vitest';
import { call } from '../support/app.ts';

interface Change {
  readonly id: string;
  readonly action: 'Created risk' | 'Updated risk' | 'Deleted risk';
}

/** What the clients were told. */
export interface Ledger {
  readonly acknowledged: Change[];
  /** Names of creations that were sent and not answered with 201. */
  readonly unanswered: Set<string>;
  /** Every status that was answered, and 0 for none. */
  readonly statuses: Map<number, number>;
}
export function newLedger(): Ledger {
  return { acknowledged: [], unanswered: new Set(), statuses: new Map() };
}

let named = 0;
const riskOf = (name: string) => ({ title: name, description: 'Written under load.', category: 'technology' });

/**
 * Each client makes a risk, changes it, and deletes every third.
 * @param url asked before each request
 * @param pauseMs between an answer and the next request: where something takes its time, and what is lost meanwhile is looked for
 * @returns ends the load, when each client has its last answer
 */
export function writeUnderLoad(
  url: () => string,
  key: string,
  { acknowledged, unanswered, statuses }: Ledger,
  { clients = 6, pauseMs = 0 } = {},
): () => Promise<void> {
  let going = true;
  onTestFinished(() => {
    going = false;
  });
  async function ask(...[method, path, options]: [string, string, Parameters<typeof call>[3]]) {
    const answer = await call(url(), method, path, { key, ...options }).catch(() => undefined);
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1);
    // Whoever asks again at once only keeps the machine busy.
    const pause = Math.max(pauseMs, !answer || answer.status >= 500 ? 10 : 0);
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    return answer;
  }
  async function write(turn: number) {
    const name = `load ${(named += 1)}`;
    unanswered.add(name);
    const created = await ask('POST', '/v1/risks', { body: riskOf(name), headers: { 'Idempotency-Key': name } });
    if (created?.status !== 201) return;
    const { id }: { id: string } = created.body.data;
    unanswered.delete(name);
    acknowledged.push({ id, action: 'Created risk' });
    if ((await ask('PATCH', `/v1/risks/${id}`, { body: { impact: 1 + (turn % 5) } }))?.status === 200)
      acknowledged.push({ id, action: 'Updated risk' });
    if (turn % 3 === 2 && (await ask('DELETE', `/v1/risks/${id}`, {}))?.status === 200) acknowledged.push({ id, action: 'Deleted risk' });
  }
  const running = Array.from({ length: clients }, async () => {
    for (let turn = 0; going; turn += 1) await write(turn);
  });
  return async () => {
    going = false;
    await Promise.all(running);
  };
}

/** Each client reads a list. @param heard how often each status was answered, 0 for none @returns ends it */
export function readUnderLoad(url: () => string, key: string, heard: Map<number, number>, clients = 2): () => Promise<void> {
  let going = true;
  onTestFinished(() => {
    going = false;
  });
  const running = Array.from({ length: clients }, async () => {
    while (going) {
      const status = (await call(url(), 'GET', '/v1/risks?limit=10', { key }).catch(() => undefined))?.status ?? 0;
      heard.set(status, (heard.get(status) ?? 0) + 1);
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  return async () => {
    going = false;
    await Promise.all(running);
  };
}

interface Line {
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
 * Nothing acknowledged is lost; rows and log say the same, so that nothing is half done; the chain holds; and a creation that was not
 * answered, sent again with its key, is there once.
 * @returns how much was looked at
 */
export async function expectWhole(url: string, key: string, { acknowledged, unanswered }: Ledger) {
  for (const name of unanswered)
    expect(await call(url, 'POST', '/v1/risks', { key, body: riskOf(name), headers: { 'Idempotency-Key': name } }), name).toMatchObject({
      status: 201,
    });
  unanswered.clear();
  const rows: Row[] = (await call(url, 'GET', '/v1/risks', { key })).body.data;
  const lines = (await call(url, 'GET', '/v1/audit-logs/export', { key })).text
    .split('\n')
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));

  const logged = new Set(lines.map(({ entityId, data }) => `${data.action} ${entityId}`));
  expect(
    acknowledged.filter(({ id, action }) => !logged.has(`${action} ${id}`)),
    'acknowledged, and not in the log',
  ).toEqual([]);

  const notified = new Map<string, number>();
  for (const {
    entityId,
    data: { action, changes },
  } of lines) {
    if (action === 'Created risk') notified.set(entityId, 0);
    else if (action === 'Updated risk') notified.set(entityId, changes?.impact?.current ?? notified.get(entityId) ?? 0);
    else notified.delete(entityId);
  }
  expect(new Map(rows.map(({ id, impact }) => [id, impact])), 'rows, and what the log tells of them').toEqual(notified);
  expect(new Set(rows.map(({ title }) => title)).size, 'risks that were made twice').toBe(rows.length);
  expect((await call(url, 'GET', '/v1/audit-logs/verification', { key })).body).toMatchObject({ intact: true, headSequence: lines.length });
  return { rows: rows.length, entries: lines.length, acknowledged: acknowledged.length };
}
