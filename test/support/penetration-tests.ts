/** Penetration tests for tests. */
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { insertOrder } from '#areas/audits/security-penetration-tests/queries/orders';
import { carryOut } from '#areas/audits/security-penetration-tests/runs/carry-out';
import { selectRunner } from '#areas/audits/security-penetration-tests/runs/runner';
import { logAt } from '#platform/log';
import { createAttempt } from '#platform/jobs/attempt';
import type { PenetrationTestRunner } from '#platform/ports/penetration-testing';
import { Unreachable } from '#platform/ports/unreachable';
import type { Caller, startApp } from './app.ts';
import { within } from './organization.ts';
import { ownerOf } from './runs.ts';

type Call = Caller['call'];

export const testsAt = (path = '') => `/v1/security-penetration-tests${path}`;
export const notesAt = (path = '') => `/v1/pentest-finding-contexts${path}`;

/** Orders a penetration test, by default a quick simulation. */
export async function orderTest(call: Call, fields: object = {}) {
  const body = { targetUrl: 'https://booking.example.com', testMode: true, scanDepth: 'quick', ...fields };
  const answer = await call('POST', testsAt(), { body });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

export async function read(call: Call, id: string) {
  const answer = await call('GET', testsAt(`/${id}`));
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** @returns the test once it has a final status */
export async function waitForTest(call: Call, id: string) {
  return vi.waitFor(
    async () => {
      const test = await read(call, id);
      expect(test.status).toMatch(/completed|failed|cancelled/);
      return test;
    },
    { timeout: 150_000, interval: 100 },
  );
}

/** @returns the issues, in the order of the list */
export async function issuesOf(call: Call, id: string, query = '') {
  const answer = await call('GET', testsAt(`/${id}/issues${query}`));
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}

/** @returns a completed simulation with its issues */
export async function createSimulation(call: Call, fields: object = {}) {
  const { id } = await orderTest(call, fields);
  const test = await waitForTest(call, id);
  expect(test, JSON.stringify(test)).toMatchObject({ status: 'completed' });
  return { test, issues: await issuesOf(call, id) };
}

/** The audit log of penetration tests, newest first, without the keys that acted. */
export async function logged(call: Call): Promise<{ readonly description: string; readonly data: object }[]> {
  const answer = await call('GET', '/v1/audit-logs?entityType=pentest');
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map((entry: { description: string }) => ({
    ...entry,
    description: entry.description.replace(/ \[via .*\]$/, ''),
  }));
}

/** @returns the units of its allowance that an organization has used */
export async function countUsedUnits({ database }: ReturnType<typeof startApp>, organizationId: string): Promise<number> {
  const rows = await database.system
    .selectFrom('penetration_test')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('charged', '=', true)
    .execute();
  return rows.length;
}

/**
 * Replaces the port. @returns how many tests each organization may order, by id; the ids of organizations for which the runner is
 * unreachable; and a function that restores the port
 */
export function entitlements({ ports }: ReturnType<typeof startApp>) {
  const originalPort = ports.penetrationTests;
  const limits = new Map<string, number>();
  const unreachable = new Set<string>();
  const runner = selectRunner(ports);
  Object.assign(ports, {
    penetrationTests: {
      allowance: async (id: string) => limits.get(id) ?? (await originalPort.allowance(id)),
      runner: {
        ...runner,
        ready: (id: string, signal: AbortSignal) =>
          unreachable.has(id) ? Promise.reject(new Unreachable('away', true)) : runner.ready(id, signal),
      },
    },
  });
  return { limits, unreachable, restore: () => void Object.assign(ports, { penetrationTests: originalPort }) };
}

/** Creates an order whose run no worker executes. @returns the ids of the order and the run */
export async function waitingOrder({ database }: ReturnType<typeof startApp>, { organization }: Caller, fields: object = {}) {
  const body = { targetUrl: 'https://booking.example.com', testMode: false, pipelineTesting: false, ...fields };
  const id = await within(database, organization.id, async (db) => {
    const order = await insertOrder(db, ownerOf(organization), body);
    await db.updateTable('run').set({ due_at: 'infinity' }).where('subject', '=', order).execute();
    return order;
  });
  const { id: runId } = await database.system.selectFrom('run').select('id').where('subject', '=', id).executeTakeFirstOrThrow();
  return { id, runId };
}

/** Executes a run like a server that has claimed it for this attempt. */
export async function attemptWith(
  { database: { system, tenant }, ports }: ReturnType<typeof startApp>,
  { organization }: Caller,
  runId: string,
  perform: PenetrationTestRunner['perform'],
  { number = 1, signal = new AbortController().signal }: { number?: number; signal?: AbortSignal } = {},
) {
  const lease = randomUUID();
  const claimedRun = await system
    .updateTable('run')
    .set({ status: 'running', lease, attempts: number })
    .where('id', '=', runId)
    .returning('input')
    .executeTakeFirstOrThrow();
  const actor = ownerOf(organization);
  return carryOut(
    createAttempt(
      tenant,
      { ...ports, penetrationTests: { ...ports.penetrationTests, runner: { ready: async () => undefined, perform } } },
      {
        log: logAt('silent'),
        id: runId,
        kind: 'penetration_test',
        input: claimedRun.input,
        lease,
        signal,
        reauthorize: async () => actor,
        actorOf: () => Promise.resolve(undefined),
        attempt: number,
        startedAt: new Date().toISOString(),
        actor,
      },
    ),
  );
}
