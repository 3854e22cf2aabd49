/** Queries about scans, and their representation in the API. A scan is a check run that covers the whole account. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { countExcepted } from '#providers/clouds/exceptions';
import { isCloud } from '#providers/clouds/kinds';
import { columnsOf } from '#platform/database/columns';
import { anyOf, equals } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { missingLast } from '#platform/database/sort-keys';
import { durationOf } from './connections.ts';

type Schemas = components['schemas'];

function selectScans(db: QueryCreator<TenantTables>) {
  return (
    db
      .selectFrom('integration_check_run as r')
      .innerJoin('integration_connection as n', 'n.id', 'r.connection_id')
      .select(
        columnsOf(
          'integration_check_run as r',
          'id',
          'connectionId',
          'runId',
          'checkId',
          'checkName',
          'status',
          'triggeredBy',
          'startedAt',
          'completedAt',
          'totalChecked',
          'passedCount',
          'failedCount',
          'errorMessage',
          'errorCode',
          'scannedServices',
          'failedServices',
          'scanMode',
          'createdAt',
        ),
      )
      .select('n.provider')
      .select(countExcepted(sql.ref('r.connection_id'), sql.ref('r.id')))
      // Written like the predicate of the partial index, so that the index is used.
      .where(sql<boolean>`r.check_id in ('aws-security-scan', 'gcp-security-scan', 'azure-security-scan')`)
      .where('n.deleted_at', 'is', null)
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectScans>['executeTakeFirstOrThrow']>>;

function scanFromRow({ provider, excepted, runId, triggeredBy, failedCount, ...row }: Row): Schemas['CloudScan'] {
  if (!isCloud(provider)) throw new Error(`${provider} is not a cloud provider`);
  return {
    ...row,
    triggeredBy,
    // Nobody can read the runs of scheduled scans, so their id is not returned.
    runId: triggeredBy === 'scheduled' ? null : runId,
    providerSlug: provider,
    durationMs: durationOf(row.startedAt, row.completedAt),
    failedCount: Math.max(0, failedCount - Number(excepted)),
  };
}

type Filter = FilterOf<'listCloudScans'>;

const pagedList = PagedList.of((db) => selectScans(db).where('n.status', '<>', 'disconnected')).filteredBy<Filter>({
  connectionId: equals('r.connection_id'),
  status: anyOf('r.status'),
  ids: anyOf('r.id'),
});
const orders = { createdAt: 'r.created_at', completedAt: missingLast('r.completed_at') } as const;

export async function listScans(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['CloudScan']>> {
  return mapPage(await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'r.id' }, page), scanFromRow);
}

export async function findScan(db: OrganizationDatabase, id: string): Promise<Schemas['CloudScan'] | undefined> {
  const row = await selectScans(db).where('r.id', '=', id).executeTakeFirst();
  return row && scanFromRow(row);
}
