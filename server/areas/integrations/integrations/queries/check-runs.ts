/** Queries about check runs and their results, and their representation in the API. */
import { type QueryCreator, type Selectable, sql } from 'kysely';
import type { components } from '#generated/api';
import type { IntegrationCheckResult, TenantTables } from '#generated/database';
import { countExcepted, isExcepted } from '#providers/clouds/exceptions';
import { severities } from '#providers/severities';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, equals } from '#platform/database/filters';
import { asName, beginningOf, rankOf } from '#platform/database/sort-keys';
import type { FilterOf } from '#contract/types';
import type { Params } from '#platform/database/prepared';
import { manifestOf } from './connections.ts';
import { trusted } from '#platform/trusted';

type Schemas = components['schemas'];

/** The number of results of each kind (failed, passed, excepted) that are returned with a run. */
const sampleSize = 5;
/** Maximum number of characters of evidence in a result that is returned with a run. */
const maxEvidence = 20_000;

const columns = [
  'r.id',
  'r.connection_id',
  'n.label',
  'n.provider',
  'r.run_id',
  'r.task_id',
  'r.check_id',
  'r.check_name',
  'r.status',
  'r.triggered_by',
  'r.started_at',
  'r.completed_at',
  'r.total_checked',
  'r.passed_count',
  'r.failed_count',
  'r.error_message',
  'r.created_at',
] as const;

function selectRuns(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as n', 'n.id', 'r.connection_id')
    .select(columns)
    .select(countExcepted(sql.ref('r.connection_id'), sql.ref('r.id')));
}
type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>;

function listItemFromRow(row: Row): Schemas['CheckRunListItem'] {
  const { started_at: startedAt, completed_at: completedAt } = row;
  return {
    id: row.id,
    connectionId: row.connection_id,
    connectionLabel: row.label,
    runId: row.triggered_by === 'scheduled' ? null : row.run_id,
    checkId: row.check_id,
    checkName: row.check_name,
    provider: { slug: row.provider, name: manifestOf(row.provider).name },
    taskId: row.task_id,
    status: row.status,
    triggeredBy: row.triggered_by,
    startedAt,
    completedAt,
    durationMs: startedAt === null || completedAt === null ? null : Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)),
    totalChecked: row.total_checked,
    passedCount: row.passed_count,
    failedCount: Math.max(0, row.failed_count - Number(row.excepted)),
    exceptedCount: Number(row.excepted),
    errorMessage: row.error_message,
    createdAt: row.created_at,
  };
}

type RunFilter = FilterOf<'listConnectionCheckRuns'>;

const pagedRuns = PagedList.of((db, param: Params<{ readonly connectionId: string }>) =>
  selectRuns(db).where('r.connection_id', '=', param('connectionId')),
).filteredBy<RunFilter>({
  checkId: anyOf('r.check_id'),
  status: anyOf('r.status'),
  runId: (eb, id) => eb.and([eb('r.run_id', '=', id), eb('r.triggered_by', '<>', 'scheduled')]),
  search: contains('r.check_name'),
  ids: anyOf('r.id'),
});
const runOrders = { createdAt: 'r.created_at', checkName: asName('r.check_name') } as const;
type RunOrder = keyof typeof runOrders;

export async function listCheckRuns(
  db: OrganizationDatabase,
  connectionId: string,
  filter: RunFilter,
  page: PageRequest<RunOrder>,
): Promise<Page<Schemas['CheckRunListItem']>> {
  return mapPage(await pagedRuns.page(db, { ...filter, connectionId }, { by: runOrders[page.sortBy], id: 'r.id' }, page), listItemFromRow);
}

/** Finds a check run with its log and a sample of its results, even if its connection was deleted (integrations, rule 6). */
export async function findCheckRun(db: OrganizationDatabase, id: string): Promise<Schemas['CheckRun'] | undefined> {
  const [row, results] = await Promise.all([
    selectRuns(db).select('r.logs').where('r.id', '=', id).executeTakeFirst(),
    findSamples(db, [id]),
  ]);
  return row && runFromRow(row, results(id));
}

function runFromRow(row: Row & { readonly logs: unknown }, results: Schemas['CheckResult'][]): Schemas['CheckRun'] {
  return {
    ...listItemFromRow(row),
    logs: Array.isArray(row.logs) ? trusted<Schemas['CheckRunLog'][]>(row.logs, 'the run that stored its log has lines of this type') : [],
    results,
  };
}

/** @returns a function that returns the sample of results of a run, failures first (integrations, rule 6) */
async function findSamples(db: OrganizationDatabase, runIds: readonly string[]): Promise<(runId: string) => Schemas['CheckResult'][]> {
  const rows = runIds.length
    ? await db
        .selectFrom((eb) =>
          eb
            .selectFrom('integration_check_result as result')
            .selectAll()
            .select(isExcepted.as('excepted'))
            .select(sql<number>`row_number() over (partition by check_run_id, passed, ${isExcepted} order by place)`.as('nth'))
            .where('check_run_id', 'in', runIds)
            .as('result'),
        )
        .selectAll()
        .where('nth', '<=', sampleSize)
        .orderBy('check_run_id')
        .orderBy('place')
        .execute()
    : [];
  const rowsByRun = Map.groupBy(rows, ({ check_run_id }) => check_run_id);
  return (runId) => (rowsByRun.get(runId) ?? []).map(resultFromRow).map(truncateResult);
}

type TaskRunFilter = Omit<FilterOf<'listTaskCheckRuns'>, 'perCheck'>;
interface TaskRuns {
  /** Keys of the checks that give evidence for the task. */
  readonly checks: readonly string[];
  readonly perCheck: number;
}

/** Joins a provider and a check, neither of which contains a space, so that a list of checks fits into one parameter. */
export const checkKey = (provider: string, checkId: string): string => `${provider} ${checkId}`;

/** Reads only the newest runs of each check on each connection, however many runs exist. */
const taskRuns = PagedList.of((db, param: Params<TaskRuns>) =>
  selectRuns(db)
    .select('r.logs')
    .where(
      sql<boolean>`r.id = any(array(${db
        .selectFrom(sql<{ check: string }>`unnest(${param('checks')}::text[])`.as<'wanted'>(sql`wanted (check_key)`))
        .innerJoin('integration_connection as connection', (join) =>
          join.on(sql<boolean>`connection.provider = split_part(wanted.check_key, ' ', 1)`),
        )
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('integration_check_run as one')
              .select('one.id')
              .whereRef('one.connection_id', '=', 'connection.id')
              .where(sql<boolean>`one.check_id = split_part(wanted.check_key, ' ', 2)`)
              .where('one.status', '<>', 'inconclusive')
              .orderBy('one.created_at', 'desc')
              .orderBy('one.id', 'desc')
              .limit(param('perCheck'))
              .as('newest'),
          (join) => join.onTrue(),
        )
        .select('newest.id')
        .where('connection.deleted_at', 'is', null)
        .where('connection.status', '<>', 'disconnected')}))`,
    ),
).filteredBy<TaskRunFilter>({
  checkId: anyOf('r.check_id'),
  connectionId: equals('r.connection_id'),
  search: contains('r.check_name'),
  ids: anyOf('r.id'),
});

/** Lists the newest runs of the given checks on all connections in use, with samples of their results. */
export async function listTaskRuns(
  db: OrganizationDatabase,
  selection: TaskRuns & TaskRunFilter,
  page: PageRequest<RunOrder>,
): Promise<Page<Schemas['CheckRun']>> {
  const foundPage = await taskRuns.page(db, selection, { by: runOrders[page.sortBy], id: 'r.id' }, page);
  const results = await findSamples(
    db,
    foundPage.rows.map(({ id }) => id),
  );
  return mapPage(foundPage, (row) => runFromRow(row, results(row.id)));
}

export async function checkRunExists(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('integration_check_run').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

type ResultFilter = FilterOf<'listCheckRunResults'>;

const pagedResults = PagedList.of((db, param: Params<{ readonly checkRunId: string }>) =>
  db
    .selectFrom('integration_check_result as result')
    .selectAll()
    .select(isExcepted.as('excepted'))
    .where('check_run_id', '=', param('checkRunId')),
).filteredBy<ResultFilter>({
  passed: equals('passed'),
  severity: anyOf('severity'),
  resourceType: anyOf('resource_type'),
  search: contains('title', 'resource_id'),
  ids: anyOf('id'),
});
const resultOrders = {
  place: 'place',
  title: beginningOf('title'),
  severity: rankOf('severity', severities),
  collectedAt: 'collected_at',
} as const;

export async function listResults(
  db: OrganizationDatabase,
  checkRunId: string,
  filter: ResultFilter,
  page: PageRequest<keyof typeof resultOrders>,
): Promise<Page<Schemas['CheckResult']>> {
  return mapPage(await pagedResults.page(db, { ...filter, checkRunId }, { by: resultOrders[page.sortBy], id: 'id' }, page), resultFromRow);
}

function resultFromRow(row: Selectable<IntegrationCheckResult> & { readonly excepted: boolean }): Schemas['CheckResult'] {
  const { description, severity, remediation, evidence } = row;
  return {
    id: row.id,
    checkRunId: row.check_run_id,
    passed: row.passed,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    title: row.title,
    ...(description !== null && { description }),
    ...(severity !== null && { severity }),
    ...(remediation !== null && { remediation }),
    ...(evidence !== null && { evidence }),
    collectedAt: row.collected_at,
    excepted: row.excepted,
  };
}

function truncateResult(result: Schemas['CheckResult']): Schemas['CheckResult'] {
  const text = JSON.stringify(result.evidence) ?? '';
  const evidence = {
    truncated: true,
    message: 'The evidence is too long to be shown here. The list of results has all of it.',
    sizeBytes: Buffer.byteLength(text),
  };
  return text.length > maxEvidence ? { ...result, evidence } : result;
}

type LatestRun = NonNullable<Schemas['ConnectionCheck']['lastRun']>;
/** @returns the newest run of each check on a connection, by the id of the check */
export async function findLatestRuns(db: OrganizationDatabase, connectionId: string): Promise<Map<string, LatestRun>> {
  const rows = await db
    .selectFrom('integration_check_run')
    .distinctOn('check_id')
    .where('connection_id', '=', connectionId)
    .select(['check_id', ...columnsOf('integration_check_run', 'id', 'status', 'completedAt', 'passedCount', 'failedCount')])
    .orderBy('check_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ check_id: checkId, ...run }) => [checkId, run]));
}
