/** Runs of automations in the database, and as their readers see them. */
import { type QueryCreator } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { anyOf } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { isObject } from '../../../platform/json-object.ts';

type Schemas = components['schemas'];
type Item = Schemas['EvidenceAutomationRunListItem'];

const select = (db: QueryCreator<TenantTables>) =>
  db
    .selectFrom('evidence_automation_run as r')
    .innerJoin('evidence_automation as a', 'a.id', 'r.evidence_automation_id')
    .select([
      ...columnsOf(
        'evidence_automation_run as r',
        'id',
        'evidenceAutomationId',
        'taskId',
        'runId',
        'status',
        'startedAt',
        'completedAt',
        'success',
        'error',
        'evaluationStatus',
        'evaluationReason',
        'triggeredBy',
        'runDuration',
        'version',
        'createdAt',
        'updatedAt',
      ),
      'a.name',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function itemOf({ name, ...run }: Row): Item {
  return { ...run, evidenceAutomation: { name } };
}

type Filter = FilterOf<'listAutomationRuns'>;
const newest = { by: 'r.created_at', id: 'r.id' } as const;

const ofTask = PagedList.of((db, param: Params<{ readonly taskId: string }>) =>
  select(db).where('r.task_id', '=', param('taskId')),
).filteredBy<Filter>({ status: anyOf('r.status') });
const ofAutomation = PagedList.of((db, param: Params<{ readonly automationId: string }>) =>
  select(db).where('r.evidence_automation_id', '=', param('automationId')),
).filteredBy<Filter>({ status: anyOf('r.status') });

/** The runs of all automations of a task, newest first. */
export async function listRunsOfTask(db: OrganizationDatabase, taskId: string, filter: Filter, page: PageRequest): Promise<Page<Item>> {
  return mapPage(await ofTask.page(db, { ...filter, taskId }, newest, { ...page, sortOrder: 'desc' }), itemOf);
}

/** The runs of an automation, newest first. */
export async function listRuns(db: OrganizationDatabase, automationId: string, filter: Filter, page: PageRequest): Promise<Page<Item>> {
  return mapPage(await ofAutomation.page(db, { ...filter, automationId }, newest, { ...page, sortOrder: 'desc' }), itemOf);
}

/** @returns the newest run of each of these automations, by the id of the automation */
export async function latestRuns(db: OrganizationDatabase, automationIds: readonly string[]): Promise<Map<string, Item>> {
  if (!automationIds.length) return new Map();
  const rows = await select(db)
    .distinctOn('r.evidence_automation_id')
    .where('r.evidence_automation_id', 'in', automationIds)
    .orderBy('r.evidence_automation_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.evidenceAutomationId, itemOf(row)]));
}

/** @returns the run with its log and output, if it is one of this automation */
export async function findRun(
  db: OrganizationDatabase,
  automationId: string,
  id: string,
): Promise<Schemas['EvidenceAutomationRun'] | undefined> {
  const row = await select(db)
    .select(['r.logs', 'r.output'])
    .where('r.id', '=', id)
    .where('r.evidence_automation_id', '=', automationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { logs, output, ...run } = row;
  return { ...itemOf(run), logs: Array.isArray(logs) ? logs.flatMap(lineOf) : null, output: isObject(output) ? { ...output } : null };
}

function lineOf(stored: unknown): Schemas['EvidenceAutomationRunLog'][] {
  if (!isObject(stored)) return [];
  const { level, message, timestamp } = stored;
  if ((level !== 'info' && level !== 'warn' && level !== 'error') || typeof message !== 'string' || typeof timestamp !== 'string')
    return [];
  return [{ level, message, timestamp }];
}

/** Keeps the background run that executes a run as it is until the transaction ends. A step of the work holds it, too. */
export async function lockBackgroundRun(db: OrganizationDatabase, id: string): Promise<void> {
  await db.selectFrom('run').select('id').where('id', '=', id).forUpdate().execute();
}

/** @returns the background run under way that executes a run of this automation */
export async function findBackgroundRun(db: OrganizationDatabase, automationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('evidence_automation_run')
    .select('run_id')
    .where('evidence_automation_id', '=', automationId)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return row?.run_id ?? undefined;
}
