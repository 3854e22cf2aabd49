/** Timelines for tests. */
import { expect } from 'vitest';
import { checkTimelines } from '#areas/audits/timelines/runs/check';
import { newId } from '#platform/database/ids';
import type { Caller, startApp } from './app.ts';
import { addPlatformFramework } from './controls.ts';
import { adopt } from './frameworks.ts';
import { newMember, within } from './organization.ts';

type App = ReturnType<typeof startApp>;
export type Call = Caller['call'];
export const day = 86_400_000;
export const week = 7 * day;
/** @returns the time that is `ms` milliseconds later */
export const addMilliseconds = (date: string, ms: number) => new Date(Date.parse(date) + ms).toISOString();

/**
 * Creates an organization with two owners that has adopted a framework of this name. @returns a caller, the records that were created, the
 * timelines, sorted by track, and the paths of the first two
 */
export async function withTimelines(app: App, name: string) {
  const caller = await app.caller();
  const colleague = await newMember(app.database, caller.organization.id, ['owner'], { name: 'Ola Owner' });
  const framework = await addPlatformFramework(app.database, name);
  const [instance = ''] = await adopt(caller.call, framework.id);
  const timelines = (await listTimelines(caller.call)).toSorted((one, other) => one.trackKey.localeCompare(other.trackKey));
  const [first, second] = timelines.map(({ id }) => `/v1/timelines/${id}`);
  return { ...caller, colleague, framework, instance, timelines, first: first ?? '', second: second ?? '' };
}

interface Listed {
  readonly id: string;
  readonly trackKey: string;
  readonly status: string;
}

export async function listTimelines(call: Call, query = ''): Promise<Listed[]> {
  const answer = await call('GET', `/v1/timelines${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}

/** Sends a request that must succeed. @returns its body */
export async function callSuccessfully(call: Call, method: string, url: string, body?: unknown) {
  const answer = await call(method, url, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** Activates a timeline. @returns the timeline */
export const activate = (call: Call, timeline: string, startDate = '2026-03-09') =>
  callSuccessfully(call, 'POST', `${timeline}/activate`, { startDate });

/** The states of the phases, in order. */
export const statesOf = async (call: Call, timeline: string): Promise<string[]> =>
  (await callSuccessfully(call, 'GET', timeline)).phases.map(({ status }: { status: string }) => status);

export async function mailsTo({ database }: App, organizationId: string, email: string): Promise<string[]> {
  const rows = await database.system
    .selectFrom('mail')
    .select('subject')
    .where('organization_id', '=', organizationId)
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** Runs the check of the schedule until nothing is due. */
export async function check(app: App, time = new Date()): Promise<void> {
  for (let checkCount = 0; checkCount < 20; checkCount += 1) if ((await checkTimelines(app.database, app.ports, time)) === 0) return;
  throw new Error('something is always due');
}

/** Adds tasks of a control that meets a requirement of the framework. @returns a function that sets the status of each task */
export async function addWork(
  app: App,
  { organization, instance, framework }: { organization: { id: string }; instance: string; framework: { requirements: string[] } },
  count: number,
) {
  const control = newId('ctl');
  const tasks = Array.from({ length: count }, () => newId('tsk'));
  await within(app.database, organization.id, async (db) => {
    await db.insertInto('control').values({ id: control, name: 'Access reviews' }).execute();
    await db
      .insertInto('requirement_map')
      .values({ id: newId('req'), control_id: control, framework_instance_id: instance, requirement_id: framework.requirements[0] ?? '' })
      .execute();
    await db
      .insertInto('task')
      .values(tasks.map((id, index) => ({ id, title: `Task ${index + 1}` })))
      .execute();
    await db
      .insertInto('framework_control_task')
      .values(tasks.map((id) => ({ id: newId('ftl'), framework_instance_id: instance, control_id: control, task_id: id })))
      .execute();
  });
  return (...statuses: ('todo' | 'done' | 'not_relevant')[]) =>
    within(app.database, organization.id, async (db) => {
      for (const [index, status] of statuses.entries())
        await db
          .updateTable('task')
          .set({ status })
          .where('id', '=', tasks[index] ?? '')
          .execute();
    });
}

/** @returns the audit entries of an organization, oldest first */
export const entriesOf = ({ database }: App, organizationId: string) =>
  database.system
    .selectFrom('audit_entry')
    .select(['user_id', 'entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence')
    .execute();
