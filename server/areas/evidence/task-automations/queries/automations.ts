/** Queries for automations. They return the fields of the contract. */
import { type Updateable } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import type { Params } from '#platform/database/prepared';
import { touchUpdatedAt } from '#platform/database/touched';
import { findLatestRuns } from './runs.ts';

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
  'version',
);

const sortKeys = {
  createdAt: 'evidence_automation.created_at',
  updatedAt: 'evidence_automation.updated_at',
  name: 'evidence_automation.name',
  lastRunAt: missingLast('evidence_automation.last_run_at'),
} as const;

const automationsOfTask = PagedList.of((db, param: Params<{ readonly taskId: string }>) =>
  db.selectFrom('evidence_automation').select(columns).where('task_id', '=', param('taskId')),
).filteredBy<FilterOf<'listTaskAutomations'>>({
  search: contains('evidence_automation.name', 'evidence_automation.description'),
  ids: anyOf('evidence_automation.id'),
});

/** @returns a page of the automations of a task. @param canReadConnections whether the reader may read integrations */
export async function listAutomations(
  db: OrganizationDatabase,
  taskId: string,
  canReadConnections: boolean,
  filter: FilterOf<'listTaskAutomations'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Schemas['EvidenceAutomation']>> {
  const order = { by: sortKeys[page.sortBy], id: 'evidence_automation.id' } as const;
  const foundPage = await automationsOfTask.page(db, { taskId, ...filter }, order, page);
  return { ...foundPage, rows: await withLatestRun(db, foundPage.rows, canReadConnections) };
}

/**
 * @param canReadConnections whether the reader may read integrations
 * @returns the automations with their latest run, or null for an automation without runs
 */
export async function withLatestRun(
  db: OrganizationDatabase,
  rows: readonly AutomationRow[],
  canReadConnections: boolean,
): Promise<Schemas['EvidenceAutomation'][]> {
  const latestRuns = await findLatestRuns(
    db,
    rows.map(({ id }) => id),
    canReadConnections,
  );
  return rows.map((row) => ({ ...row, latestRun: latestRuns.get(row.id) ?? null }));
}

const selectAutomation = (db: OrganizationDatabase, taskId: string, id: string) =>
  db.selectFrom('evidence_automation').select(columns).where('id', '=', id).where('task_id', '=', taskId);

/** @returns the automation; undefined if it does not exist or belongs to another task */
export function findAutomation(db: OrganizationDatabase, taskId: string, id: string): Promise<AutomationRow | undefined> {
  return selectAutomation(db, taskId, id).executeTakeFirst();
}

/** Locks an automation until the transaction ends. @returns undefined if it does not exist or belongs to another task */
export function lockAutomation(db: OrganizationDatabase, taskId: string, id: string): Promise<AutomationRow | undefined> {
  return selectAutomation(db, taskId, id).forNoKeyUpdate().executeTakeFirst();
}

/** Creates an automation, which is disabled. Its default name contains the title of the task. @returns the new automation */
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
      name: name ?? `${task.title} - Evidence Collection`,
      description: description ?? null,
      schedule_frequency: scheduleFrequency ?? 'daily',
      evaluation_criteria: evaluationCriteria ?? null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Changes an automation. Sets `updatedAt` even if all fields stay the same. @returns the changed automation */
export function updateAutomation(
  db: OrganizationDatabase,
  id: string,
  change: Updateable<TenantTables['evidence_automation']>,
): Promise<AutomationRow> {
  return db
    .updateTable('evidence_automation')
    .set({ ...touchUpdatedAt, ...change })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes an automation; foreign keys delete its versions and runs. @returns whether the automation existed */
export async function deleteAutomation(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.deleteFrom('evidence_automation').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}
