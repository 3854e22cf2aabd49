/** Queries about the sync log, and its representation in the API. */
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, equals } from '#platform/database/filters';
import { missingLast } from '#platform/database/sort-keys';
import type { FilterOf } from '#contract/types';
import { trusted } from '#platform/trusted';

type Schemas = components['schemas'];

type Filter = FilterOf<'listSyncLogs'>;

const pagedList = PagedList.of((db) => db.selectFrom('integration_sync_log').selectAll()).filteredBy<Filter>({
  providerSlug: anyOf('provider'),
  connectionId: equals('connection_id'),
  eventType: anyOf('event_type'),
  status: anyOf('status'),
  ids: anyOf('id'),
});
const orders = { createdAt: 'created_at', completedAt: missingLast('completed_at') } as const;

export async function listSyncLogs(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['SyncLog']>> {
  return mapPage(
    await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page),
    ({ started_at: startedAt, completed_at: completedAt, result, error, user_id: userId, ...row }) => ({
      id: row.id,
      connectionId: row.connection_id,
      organizationId: row.organization_id,
      providerSlug: row.provider,
      eventType: row.event_type,
      status: row.status,
      ...(startedAt !== null && { startedAt }),
      ...(completedAt !== null && { completedAt }),
      ...(startedAt !== null && completedAt !== null && { durationMs: Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)) }),
      ...(row.status === 'completed' &&
        isObject(result) && {
          result: trusted<NonNullable<Schemas['SyncLog']['result']>>(result, 'a sync that succeeded stores what it did, in this type'),
        }),
      ...(error !== null && { error }),
      triggeredBy: row.triggered_by,
      ...(userId !== null && { userId }),
      ...(row.via !== null && { via: row.via }),
      createdAt: row.created_at,
    }),
  );
}
