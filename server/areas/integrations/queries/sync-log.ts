/** The log of syncs in the database, and as its readers see it. */
import type { components } from '../../../../generated/api.d.ts';
import { isObject } from '../../../platform/audit/changes.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type FilterParams, mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';

type Schemas = components['schemas'];

interface Filter {
  readonly providerSlug?: readonly string[];
  readonly connectionId?: string;
  readonly eventType?: readonly Schemas['SyncEventType'][];
  readonly status?: readonly Schemas['SyncStatus'][];
}

const listed = new PagedList((db, param: FilterParams<Filter>) => {
  let query = db.selectFrom('integration_sync_log').selectAll();
  if (param.has('providerSlug')) query = query.where((eb) => eb('provider', '=', eb.fn.any(param('providerSlug'))));
  if (param.has('connectionId')) query = query.where('connection_id', '=', param('connectionId'));
  if (param.has('eventType')) query = query.where((eb) => eb('event_type', '=', eb.fn.any(param('eventType'))));
  if (param.has('status')) query = query.where((eb) => eb('status', '=', eb.fn.any(param('status'))));
  return query;
});

export async function listSyncLogs(db: OrganizationDatabase, filter: Filter, page: PageRequest): Promise<Page<Schemas['SyncLog']>> {
  return mapPage(
    await listed.page(db, filter, { by: 'created_at', id: 'id' }, page),
    ({ started_at: startedAt, completed_at: completedAt, result, error, user_id: userId, ...row }) => ({
      id: row.id,
      connectionId: row.connection_id,
      organizationId: row.organization_id,
      provider: row.provider,
      eventType: row.event_type,
      status: row.status,
      ...(startedAt !== null && { startedAt }),
      ...(completedAt !== null && { completedAt }),
      ...(startedAt !== null && completedAt !== null && { durationMs: Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)) }),
      ...(row.status === 'success' && isResult(result) && { result }),
      ...(error !== null && { error }),
      triggeredBy: row.triggered_by,
      ...(userId !== null && { userId }),
      createdAt: row.created_at,
    }),
  );
}

/** Checked when it was stored. */
function isResult(stored: unknown): stored is Schemas['EmployeeSyncResult'] {
  return isObject(stored);
}
