/** Queries for runs of automations. They return the fields of the contract. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import type { Params } from '#platform/database/prepared';
import { isObject } from '#platform/json-object';

type Schemas = components['schemas'];
type Item = Schemas['EvidenceAutomationRunListItem'];

const selectRuns = (db: QueryCreator<TenantTables>) =>
  db
    .selectFrom('evidence_automation_run as r')
    .innerJoin('evidence_automation as a', 'a.id', 'r.evidence_automation_id')
    .leftJoin('evidence_automation_version as v', (join) =>
      join.onRef('v.evidence_automation_id', '=', 'r.evidence_automation_id').onRef('v.version', '=', 'r.version'),
    )
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
      // A run of a draft has no version, so it is treated as a run that uses connections.
      sql<boolean>`coalesce(v.uses_connections, true)`.as('usesConnections'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>;

/** @param canReadConnections whether the reader may read integrations. If not, data from connections is left out. */
function itemOf({ name, usesConnections, ...run }: Row, canReadConnections: boolean): Item {
  const visibleFields = usesConnections && !canReadConnections ? { ...run, error: null, evaluationReason: null } : run;
  return { ...visibleFields, evidenceAutomation: { name } };
}

type Filter = FilterOf<'listAutomationRuns'>;
const sortKeys = { createdAt: 'r.created_at', updatedAt: 'r.updated_at', completedAt: missingLast('r.completed_at') } as const;
type RunOrder = keyof typeof sortKeys;

const runsOfTask = PagedList.of((db, param: Params<{ readonly taskId: string }>) =>
  selectRuns(db).where('r.task_id', '=', param('taskId')),
).filteredBy<Filter>({ status: anyOf('r.status'), ids: anyOf('r.id') });
const runsOfAutomation = PagedList.of((db, param: Params<{ readonly automationId: string }>) =>
  selectRuns(db).where('r.evidence_automation_id', '=', param('automationId')),
).filteredBy<Filter>({ status: anyOf('r.status'), ids: anyOf('r.id') });

/** @returns a page of the runs of all automations of a task */
export async function listRunsOfTask(
  db: OrganizationDatabase,
  taskId: string,
  canReadConnections: boolean,
  filter: Filter,
  page: PageRequest<RunOrder>,
): Promise<Page<Item>> {
  const foundPage = await runsOfTask.page(db, { ...filter, taskId }, { by: sortKeys[page.sortBy], id: 'r.id' }, page);
  return mapPage(foundPage, (row) => itemOf(row, canReadConnections));
}

/** @returns a page of the runs of an automation */
export async function listRuns(
  db: OrganizationDatabase,
  automationId: string,
  canReadConnections: boolean,
  filter: Filter,
  page: PageRequest<RunOrder>,
): Promise<Page<Item>> {
  const foundPage = await runsOfAutomation.page(db, { ...filter, automationId }, { by: sortKeys[page.sortBy], id: 'r.id' }, page);
  return mapPage(foundPage, (row) => itemOf(row, canReadConnections));
}

/** @returns a map from automation id to the newest run of the automation; automations without runs are absent */
export async function findLatestRuns(
  db: OrganizationDatabase,
  automationIds: readonly string[],
  canReadConnections: boolean,
): Promise<Map<string, Item>> {
  if (!automationIds.length) return new Map();
  const rows = await selectRuns(db)
    .distinctOn('r.evidence_automation_id')
    .where('r.evidence_automation_id', 'in', automationIds)
    .orderBy('r.evidence_automation_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.evidenceAutomationId, itemOf(row, canReadConnections)]));
}

export interface FoundRun {
  readonly run: Schemas['EvidenceAutomationRun'];
  readonly usesConnections: boolean;
}

/** @returns the run with its log and output; undefined if it does not exist or belongs to another automation */
export async function findRun(db: OrganizationDatabase, automationId: string, id: string): Promise<FoundRun | undefined> {
  const row = await selectRuns(db)
    .select(['r.logs', 'r.output'])
    .where('r.id', '=', id)
    .where('r.evidence_automation_id', '=', automationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { logs, output, ...run } = row;
  return {
    usesConnections: run.usesConnections,
    run: {
      ...itemOf(run, true),
      logs: Array.isArray(logs) ? logs.flatMap(parseLogLine) : null,
      output: isObject(output) ? { ...output } : null,
    },
  };
}

/** @returns the stored line in a list, or an empty list if the line is invalid */
function parseLogLine(storedLine: unknown): Schemas['EvidenceAutomationRunLog'][] {
  if (!isObject(storedLine)) return [];
  const { level, message, timestamp } = storedLine;
  if ((level !== 'info' && level !== 'warn' && level !== 'error') || typeof message !== 'string' || typeof timestamp !== 'string')
    return [];
  return [{ level, message, timestamp }];
}

/** Locks a background run until the transaction ends. Each step of its work takes the same lock. */
export async function lockBackgroundRun(db: OrganizationDatabase, id: string): Promise<void> {
  await db.selectFrom('run').select('id').where('id', '=', id).forUpdate().execute();
}

/** @returns the id of the active background run of an automation, or undefined if none is active */
export async function findBackgroundRun(db: OrganizationDatabase, automationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('evidence_automation_run')
    .select('run_id')
    .where('evidence_automation_id', '=', automationId)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return row?.run_id ?? undefined;
}
