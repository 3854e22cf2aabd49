/** The log of syncs in the database, and as its readers see it. */
import type { components } from '../../../../generated/api.d.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, is } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { trusted } from '../../../platform/trusted.ts';

type Schemas = components['schemas'];

type Filter = FilterOf<'listSyncLogs'>;

const listed = PagedList.of((db) => db.selectFrom('integration_sync_log').selectAll()).filteredBy<Filter>({
  providerSlug: anyOf('provider'),
  connectionId: is('connection_id'),
  eventType: anyOf('event_type'),
  status: anyOf('status'),
});

export async function listSyncLogs(db: OrganizationDatabase, filter: Filter, page: PageRequest): Promise<Page<Schemas['SyncLog']>> {
  return mapPage(
    await listed.page(db, filter, { by: 'created_at', id: 'id' }, page),
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
      ...(row.status === 'success' &&
        isObject(result) && {
          result: trusted<NonNullable<Schemas['SyncLog']['result']>>(result, 'a sync that succeeded stores what it did, in this type'),
        }),
      ...(error !== null && { error }),
      triggeredBy: row.triggered_by,
      ...(userId !== null && { userId }),
      createdAt: row.created_at,
    }),
  );
}
