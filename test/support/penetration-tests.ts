/** Penetration tests of tests. */
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { insertOrder } from '../../server/areas/security-penetration-tests/queries/orders.ts';
import { carryOut } from '../../server/areas/security-penetration-tests/runs/carry-out.ts';
import { runnerOf } from '../../server/areas/security-penetration-tests/runs/runner.ts';
import { attemptAt } from '../../server/platform/jobs/attempt.ts';
import type { PenetrationTestRunner } from '../../server/platform/ports/penetration-testing.ts';
import { Unreachable } from '../../server/platform/ports/unreachable.ts';
import type { Caller, startApp } from './app.ts';
import { within } from './organization.ts';
import { ownerOf } from './runs.ts';

type Call = Caller['call'];

export const testsAt = (path = '') => `/v1/security-penetration-tests${path}`;
export const notesAt = (path = '') => `/v1/pentest-finding-contexts${path}`;

/** Orders a test: a quick simulation, unless the fields say otherwise. */
export async function order(call: Call, fields: object = {}) {
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

/** @returns the test once it is final */
export async function finished(call: Call, id: string) {
  return vi.waitFor(
    async () => {
      const test = await read(call, id);
      expect(test.status).toMatch(/completed|failed|cancelled/);
      return test;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** @returns the issues, in the order of the list */
export async function issuesOf(call: Call, id: string, query = '') {
  const answer = await call('GET', testsAt(`/${id}/issues${query}`));
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}

/** @returns a completed simulation with its issues */
export async function simulated(call: Call, fields: object = {}) {
  const { id } = await order(call, fields);
  const test = await finished(call, id);
  expect(test, JSON.stringify(test)).toMatchObject({ status: 'completed' });
  return { test, issues: await issuesOf(call, id) };
}

/** What the audit log says of penetration tests, newest first, without which key did it. */
export async function logged(call: Call): Promise<{ readonly description: string; readonly data: object }[]> {
  const answer = await call('GET', '/v1/audit-logs?entityType=pentest');
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map((entry: { description: string }) => ({
    ...entry,
    description: entry.description.replace(/ \[via .*\]$/, ''),
  }));
}

/** @returns how many units of its allowance an organization has taken */
export async function unitsTakenBy({ database }: ReturnType<typeof startApp>, organizationId: string): Promise<number> {
  const rows = await database.system
    .selectFrom('penetration_test')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('charged', '=', true)
    .execute();
  return rows.length;
}

/** Limits how many tests single organizations may order, or whether an order of theirs is taken. @returns what is so, by their ids */
export function entitlements({ ports }: ReturnType<typeof startApp>) {
  const usual = ports.penetrationTests;
  const limits = new Map<string, number>();
  const unreachable = new Set<string>();
  const runner = runnerOf(ports);
  Object.assign(ports, {
    penetrationTests: {
      allowance: async (id: string) => limits.get(id) ?? (await usual.allowance(id)),
      runner: {
        ...runner,
        ready: (id: string, signal: AbortSignal) =>
          unreachable.has(id) ? Promise.reject(new Unreachable('away', true)) : runner.ready(id, signal),
      },
    },
  });
  return { limits, unreachable, restore: () => void Object.assign(ports, { penetrationTests: usual }) };
}

/** An order whose run waits to be worked on by hand. @returns the ids of both */
export async function waitingOrder({ database }: ReturnType<typeof startApp>, { organization }: Caller, fields: object = {}) {
  const body = { targetUrl: 'https://booking.example.com', testMode: false, pipelineTesting: false, ...fields };
  const id = await within(database, organization.id, async (db) => {
    const made = await insertOrder(db, ownerOf(organization), body);
    await db.updateTable('run').set({ due_at: 'infinity' }).where('subject', '=', made).execute();
    return made;
  });
  const { id: runId } = await database.system.selectFrom('run').select('id').where('subject', '=', id).executeTakeFirstOrThrow();
  return { id, runId };
}

/** Works on a run by hand, as a server does that takes it for this attempt. */
export async function attemptWith(
  { database: { system, tenant }, ports }: ReturnType<typeof startApp>,
  { organization }: Caller,
  runId: string,
  perform: PenetrationTestRunner['perform'],
  { number = 1, signal = new AbortController().signal }: { number?: number; signal?: AbortSignal } = {},
) {
  const lease = randomUUID();
  const taken = await system
    .updateTable('run')
    .set({ status: 'running', lease, attempts: number })
    .where('id', '=', runId)
    .returning('input')
    .executeTakeFirstOrThrow();
  const actor = ownerOf(organization);
  return carryOut(
    attemptAt(
      tenant,
      { ...ports, penetrationTests: { ...ports.penetrationTests, runner: { ready: async () => undefined, perform } } },
      {
        id: runId,
        kind: 'penetration_test',
        input: taken.input,
        lease,
        signal,
        reassure: async () => actor,
        attempt: number,
        startedAt: new Date().toISOString(),
        actor,
      },
    ),
  );
}
