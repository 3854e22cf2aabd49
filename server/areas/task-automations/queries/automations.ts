/** Automations in the database, and as their readers see them. */
import { type Updateable } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { touched } from '../../../platform/database/touched.ts';
import { latestRuns } from './runs.ts';

type Schemas = components['schemas'];
export type AutomationRow = Omit<Schemas['EvidenceAutomation'], 'latestRun'>;

const columns = columnsOf(
  'evidence_automation',
  'id',
  'taskId',
  'name',
  'description',
  'isEnabled',
  'scheduleFrequency',
  'lastRunAt',
  'evaluationCriteria',
  'createdAt',
  'updatedAt',
);

const listed = PagedList.of((db, param: Params<{ readonly taskId: string }>) =>
  db.selectFrom('evidence_automation').select(columns).where('task_id', '=', param('taskId')),
);

/** Oldest first. */
export async function listAutomations(
  db: OrganizationDatabase,
  taskId: string,
  page: PageRequest,
): Promise<Page<Schemas['EvidenceAutomation']>> {
  const order = { by: 'evidence_automation.created_at', id: 'evidence_automation.id' } as const;
  const found = await listed.page(db, { taskId }, order, { ...page, sortOrder: 'asc' });
  return { ...found, rows: await withLatestRun(db, found.rows) };
}

/** @returns the automations as they are shown */
export async function withLatestRun(db: OrganizationDatabase, rows: readonly AutomationRow[]): Promise<Schemas['EvidenceAutomation'][]> {
  const latest = await latestRuns(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, latestRun: latest.get(row.id) ?? null }));
}

const oneAutomation = (db: OrganizationDatabase, taskId: string, id: string) =>
  db.selectFrom('evidence_automation').select(columns).where('id', '=', id).where('task_id', '=', taskId);

/** @returns the automation, if it is one of this task */
export function findAutomation(db: OrganizationDatabase, taskId: string, id: string): Promise<AutomationRow | undefined> {
  return oneAutomation(db, taskId, id).executeTakeFirst();
}

/** @returns the same, which stays as it is until the transaction ends */
export function lockAutomation(db: OrganizationDatabase, taskId: string, id: string): Promise<AutomationRow | undefined> {
  return oneAutomation(db, taskId, id).forNoKeyUpdate().executeTakeFirst();
}

/** @param name of the automation, if it was given one @returns the new automation, which is disabled */
export function insertAutomation(
  db: OrganizationDatabase,
  task: { readonly id: string; readonly title: string },
  { name, description, scheduleFrequency, evaluationCriteria }: Schemas['EvidenceAutomationCreate'],
): Promise<AutomationRow> {
  return db
    .insertInto('evidence_automation')
    .values({
      id: newId('aut'),
      task_id: task.id,
      name: name?.trim() ?? `${task.title} - Evidence Collection`,
      description: description?.trim() ?? null,
      schedule_frequency: scheduleFrequency ?? 'daily',
      evaluation_criteria: evaluationCriteria?.trim() ?? null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Changes an automation, which counts as a change also when nothing is different. @returns it as it is now */
export function updateAutomation(
  db: OrganizationDatabase,
  id: string,
  change: Updateable<TenantTables['evidence_automation']>,
): Promise<AutomationRow> {
  return db
    .updateTable('evidence_automation')
    .set({ ...touched, ...change })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** With its versions and runs, by foreign keys. @returns whether it was still there */
export async function deleteAutomation(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.deleteFrom('evidence_automation').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}
