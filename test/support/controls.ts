/** Records that controls are linked to, as other areas create them. */
import { expect } from 'vitest';
import type { Insertable } from 'kysely';
import type { TenantTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import type { Database } from '#platform/database/open';
import type { Caller, startApp } from './app.ts';
import { within } from './organization.ts';

type Call = Caller['call'];

export const control = { name: 'Backup', description: 'Data is backed up every night.' };
/** The error for these invalid fields, each with one message. */
export const invalid = (details: Readonly<Record<string, unknown>>) => ({
  status: 400,
  body: {
    success: false,
    error: 'Validation failed',
    code: 'validation_failed',
    details: Object.fromEntries(Object.entries(details).map(([field, message]) => [field, { _errors: [message] }])),
  },
});
export const notFound = (recordName: string) => ({ status: 404, body: { success: false, error: `${recordName} not found` } });

/** Creates a control. @returns its id */
export async function addControl(call: Call, fields: object = {}): Promise<string> {
  const answer = await call('POST', '/v1/controls', { body: { ...control, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body.id;
}

/** @returns ids, in order */
export function addPolicies(
  { database }: ReturnType<typeof startApp>,
  organizationId: string,
  rows: readonly Partial<Insertable<TenantTables['policy']>>[],
): Promise<string[]> {
  return within(database, organizationId, async (db) => {
    const policies = rows.map((row, index) => ({ id: newId('pol'), name: `Policy ${index + 1}`, ...row }));
    await db.insertInto('policy').values(policies).execute();
    return policies.map(({ id }) => id);
  });
}

/** @returns ids, in order */
export function addTasks(
  { database }: ReturnType<typeof startApp>,
  organizationId: string,
  rows: readonly Partial<Insertable<TenantTables['task']>>[],
): Promise<string[]> {
  return within(database, organizationId, async (db) => {
    const tasks = rows.map((row, index) => ({ id: newId('tsk'), title: `Task ${index + 1}`, ...row }));
    await db.insertInto('task').values(tasks).execute();
    return tasks.map(({ id }) => id);
  });
}

/** Creates a framework of the catalog with two requirements. They belong to no organization, so each call creates new ones. */
export async function addPlatformFramework({ system }: Database, name = 'SOC 2') {
  const id = newId('frk');
  const requirements = [newId('frk_rq'), newId('frk_rq')];
  await system.insertInto('platform_framework').values({ id, name, version: '2017', description: 'Criteria.', visible: true }).execute();
  await system
    .insertInto('platform_requirement')
    .values(
      requirements.map((requirement, index) => ({
        id: requirement,
        framework_id: id,
        name: `Criterion ${index + 1}`,
        identifier: `CC${index + 1}.1`,
        description: 'Something is done.',
        sort_order: index + 1,
      })),
    )
    .execute();
  return { id, requirements };
}

/** Creates an organization that has adopted a framework of the catalog and a custom framework, each with two requirements. */
export async function withFrameworks(app: ReturnType<typeof startApp>) {
  const caller = await app.caller();
  const { id: frameworkId, requirements } = await addPlatformFramework(app.database);
  const [platformInstance, customInstance, customFramework] = [newId('frm'), newId('frm'), newId('cfrm')];
  const custom = [newId('creq'), newId('creq')];
  await within(app.database, caller.organization.id, async (db) => {
    await db
      .insertInto('custom_framework')
      .values({ id: customFramework, name: 'Customer annex', description: 'What a customer demands.' })
      .execute();
    await db
      .insertInto('framework_instance')
      .values([
        { id: platformInstance, framework_id: frameworkId, custom_framework_id: null },
        { id: customInstance, framework_id: null, custom_framework_id: customFramework },
      ])
      .execute();
    await db
      .insertInto('custom_requirement')
      .values(
        custom.map((id, index) => ({
          id,
          name: `Demand ${index + 1}`,
          identifier: `SEC-${index + 1}`,
          description: 'Something is demanded.',
          custom_framework_id: customFramework,
          framework_instance_id: null,
        })),
      )
      .execute();
  });
  const map = (requirement = 0) => ({ frameworkInstanceId: platformInstance, requirementId: requirements[requirement] ?? '' });
  const customMap = (requirement = 0) => ({ frameworkInstanceId: customInstance, customRequirementId: custom[requirement] ?? '' });
  return {
    ...caller,
    frameworkId,
    customFramework,
    platform: { id: platformInstance, requirements },
    custom: { id: customInstance, requirements: custom },
    map,
    customMap,
  };
}

/** @returns the links of a control that belong to a framework instance, by the type of the linked record */
export function scopedLinks({ database }: ReturnType<typeof startApp>, organizationId: string, controlId: string) {
  return within(database, organizationId, async (db) => ({
    policies: await db
      .selectFrom('framework_control_policy')
      .select(['framework_instance_id as instance', 'policy_id as key'])
      .where('control_id', '=', controlId)
      .orderBy('id')
      .execute(),
    tasks: await db
      .selectFrom('framework_control_task')
      .select(['framework_instance_id as instance', 'task_id as key'])
      .where('control_id', '=', controlId)
      .orderBy('id')
      .execute(),
    forms: await db
      .selectFrom('framework_control_document_type')
      .select(['framework_instance_id as instance', 'form_type as key'])
      .where('control_id', '=', controlId)
      .orderBy('id')
      .execute(),
  }));
}

/** Archives a record as an update of a framework does. */
export function archive(
  { database }: ReturnType<typeof startApp>,
  organizationId: string,
  table: 'control' | 'policy' | 'task' | 'requirement_map',
  column: 'id' | 'control_id',
  id: string,
) {
  return database.system
    .updateTable(table)
    .set({ archived_at: '2026-10-01T00:00:00.000Z' })
    .where('organization_id', '=', organizationId)
    .where(column, '=', id)
    .execute();
}
