/** Queries about findings of scans, and their representation in the API. */
import { type QueryCreator, sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { isInForce } from '#providers/clouds/exceptions';
import { isCloud } from '#providers/clouds/kinds';
import { severities } from '#providers/severities';
import { anyOf, contains, dependingOn, equals, unlessTrue } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { beginningOf, rankOf } from '#platform/database/sort-keys';
import { isObject } from '#platform/json-object';

type Schemas = components['schemas'];

const columns = [
  'f.id',
  'f.title',
  'f.description',
  'f.remediation',
  'f.passed',
  'f.severity',
  'f.collected_at',
  'f.check_run_id',
  'f.service_id',
  'f.finding_key',
  'f.check_key',
  'f.resource_id',
  'f.resource_type',
  'f.region',
  'f.evidence',
  'f.project_display_name',
  'n.id as connection_id',
  'n.provider',
  'n.project_names',
  'e.id as exception_id',
  'e.reason as exception_reason',
  'e.expires_at as exception_expires_at',
] as const;

/** @param onlyLatest whether to select only results of the latest scan of each connection */
const selectFindings = (db: QueryCreator<TenantTables>, onlyLatest: boolean) =>
  db
    .selectFrom('integration_check_result as f')
    .innerJoin('integration_check_run as r', 'r.id', 'f.check_run_id')
    .innerJoin('integration_connection as n', (join) => {
      const connectionOfRun = join.onRef('n.id', '=', 'r.connection_id');
      return onlyLatest ? connectionOfRun.onRef('n.latest_scan_id', '=', 'r.id') : connectionOfRun;
    })
    .leftJoin('finding_exception as e', (join) =>
      join
        .onRef('e.connection_id', '=', 'n.id')
        .onRef('e.check_id', '=', 'f.check_key')
        .onRef('e.resource_id', '=', 'f.resource_id')
        .on(isInForce, '=', true)
        .on('f.passed', '=', false),
    )
    .select(columns)
    .where('f.service_id', 'is not', null)
    .where('n.deleted_at', 'is', null);
type Row = Awaited<ReturnType<ReturnType<typeof selectFindings>['executeTakeFirstOrThrow']>>;

function findingFromRow(row: Row): Schemas['CloudFinding'] {
  const {
    provider,
    evidence,
    exception_id: exceptionId,
    exception_reason: reason,
    project_names: projectNames,
    project_display_name: project,
  } = row;
  if (!isCloud(provider)) throw new Error(`${provider} is not a cloud provider`);
  const name = project !== null && isObject(projectNames) ? projectNames[project] : undefined;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    remediation: row.remediation,
    status: row.passed ? 'passed' : 'failed',
    severity: row.severity ?? 'info',
    completedAt: row.collected_at,
    connectionId: row.connection_id,
    scanId: row.check_run_id,
    providerSlug: provider,
    serviceId: row.service_id,
    findingKey: row.finding_key,
    checkKey: row.check_key,
    checkId: `${provider}-security-scan`,
    resourceId: row.resource_id,
    resourceType: row.resource_type,
    region: row.region,
    evidence: isObject(evidence) ? { ...evidence } : null,
    projectDisplayName: typeof name === 'string' ? name : project,
    exception: exceptionId === null || reason === null ? null : { id: exceptionId, reason, expiresAt: row.exception_expires_at },
    integration: { integrationId: provider },
  };
}

type Filter = FilterOf<'listCloudFindings'>;

const pagedList = PagedList.of((db) => selectFindings(db, true).where('n.status', '=', 'active')).filteredBy<Filter>({
  connectionId: equals('n.id'),
  providerSlug: anyOf('n.provider'),
  // Written like the predicate of the partial index of failures, so that the index is used.
  status: dependingOn(
    (status) => status,
    (_eb, status) => (status === 'failed' ? sql<SqlBool>`not f.passed` : sql<SqlBool>`f.passed`),
  ),
  severity: (eb, severities) => sql<SqlBool>`coalesce(${eb.ref('f.severity')}, 'info') = any(${severities})`,
  serviceId: anyOf('f.service_id'),
  checkKey: anyOf('f.check_key'),
  search: contains('f.title', 'f.resource_id'),
  includeExceptions: unlessTrue((eb) => eb('e.id', 'is', null)),
  ids: anyOf('f.id'),
});
const orders = {
  completedAt: 'f.collected_at',
  severity: rankOf('f.severity', severities, 'info'),
  title: beginningOf('f.title'),
} as const;

/** Lists findings of the latest successful scan of each active connection (cloud-security, rule 1). */
export async function listFindings(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['CloudFinding']>> {
  return mapPage(await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'f.id' }, page), findingFromRow);
}

/** Finds a finding of any successful scan. */
export async function findFinding(db: OrganizationDatabase, id: string): Promise<Schemas['CloudFinding'] | undefined> {
  const row = await selectFindings(db, false).where('f.id', '=', id).where('r.status', '=', 'completed').executeTakeFirst();
  return row && findingFromRow(row);
}
