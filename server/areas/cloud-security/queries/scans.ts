/** Scans in the database, and as their readers see them: runs of checks that cover all of an account. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { exceptedIn } from '../../../domain/clouds/exceptions.ts';
import { isCloud } from '../../../domain/clouds/kinds.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { anyOf, is } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { durationOf } from './connections.ts';

type Schemas = components['schemas'];

function select(db: QueryCreator<TenantTables>) {
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
      .select(exceptedIn(sql.ref('r.connection_id'), sql.ref('r.id')))
      // In the words of the index.
      .where(sql<boolean>`r.check_id in ('aws-security-scan', 'gcp-security-scan', 'azure-security-scan')`)
      .where('n.deleted_at', 'is', null)
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function scanOf({ provider, excepted, runId, triggeredBy, failedCount, ...row }: Row): Schemas['CloudScan'] {
  if (!isCloud(provider)) throw new Error(`${provider} is no cloud`);
  return {
    ...row,
    triggeredBy,
    // Nobody reads the runs of the schedule.
    runId: triggeredBy === 'scheduled' ? null : runId,
    providerSlug: provider,
    durationMs: durationOf(row.startedAt, row.completedAt),
    failedCount: Math.max(0, failedCount - Number(excepted)),
  };
}

type Filter = FilterOf<'listCloudScans'>;

const listed = PagedList.of((db) => select(db).where('n.status', '<>', 'disconnected')).filteredBy<Filter>({
  connectionId: is('r.connection_id'),
  status: anyOf('r.status'),
});

export async function listScans(db: OrganizationDatabase, filter: Filter, page: PageRequest): Promise<Page<Schemas['CloudScan']>> {
  return mapPage(await listed.page(db, filter, { by: 'r.created_at', id: 'r.id' }, page), scanOf);
}

export async function findScan(db: OrganizationDatabase, id: string): Promise<Schemas['CloudScan'] | undefined> {
  const row = await select(db).where('r.id', '=', id).executeTakeFirst();
  return row && scanOf(row);
}
