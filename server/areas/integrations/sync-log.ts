/** The log of syncs in the database, and as its readers see it. */
import type { components } from '../../../generated/api.d.ts';
import { isObject } from '../../contract/changes.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { findPage, mapPage, type Page, type PageRequest } from '../../database/page.ts';

type Schemas = components['schemas'];

interface Filter {
  readonly providerSlug?: readonly string[];
  readonly connectionId?: string;
  readonly eventType?: readonly Schemas['SyncEventType'][];
  readonly status?: readonly Schemas['SyncStatus'][];
}

export async function listSyncLogs(db: OrganizationDatabase, { providerSlug, connectionId, eventType, status }: Filter, page: PageRequest): Promise<Page<Schemas['SyncLog']>> {
  const query = db.selectFrom('integration_sync_log').selectAll()
    .$if(providerSlug !== undefined, (rest) => rest.where('provider', 'in', providerSlug ?? []))
    .$if(connectionId !== undefined, (rest) => rest.where('connection_id', '=', connectionId ?? ''))
    .$if(eventType !== undefined, (rest) => rest.where('event_type', 'in', eventType ?? []))
    .$if(status !== undefined, (rest) => rest.where('status', 'in', status ?? []));
  return mapPage(await findPage(query, { by: 'created_at', id: 'id' }, page), ({ started_at: startedAt, completed_at: completedAt, result, error, user_id: userId, ...row }) => ({
    id: row.id, connectionId: row.connection_id, organizationId: row.organization_id, provider: row.provider, eventType: row.event_type, status: row.status,
    ...(startedAt !== null && { startedAt }), ...(completedAt !== null && { completedAt }),
    ...(startedAt !== null && completedAt !== null && { durationMs: Math.max(0, Date.parse(completedAt) - Date.parse(startedAt)) }),
    ...(row.status === 'success' && isResult(result) && { result }), ...(error !== null && { error }),
    triggeredBy: row.triggered_by, ...(userId !== null && { userId }), createdAt: row.created_at,
  }));
}

/** Checked when it was stored. */
function isResult(stored: unknown): stored is Schemas['EmployeeSyncResult'] {
  return isObject(stored);
}
