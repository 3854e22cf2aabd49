/** Starts syncs of employees and devices, and lists their logs and results. */
import { changesOnCreate } from '#platform/audit/changes';
import type { Audit } from '#platform/audit/audit';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { providers } from '#providers/providers/index';
import { listTwoFactorStatuses } from '#domain/people/two-factor/statuses';
import { listAllConnections } from '../queries/connections.ts';
import { startSync, type SyncRequest } from '../queries/start-sync.ts';
import { listSyncLogs } from '../queries/sync-log.ts';
import { connectionNotFound, notActive, providerNotFound } from '../refusals.ts';
import { triggerOf } from '../rules/connections.ts';
import { findRepresentative, toSyncTimes } from '../rules/representative.ts';

type Operations = 'getSyncProviderStatus' | 'syncProviderEmployees' | 'syncProviderDevices' | 'listSyncLogs' | 'listTwoFactorStatuses';

export const sync: Pick<Handlers<'integrations'>, Operations> = {
  async getSyncProviderStatus({ path, db }) {
    if (!providers.find(path.providerSlug)) return providerNotFound();
    const connection = findRepresentative(await listAllConnections(db, path.providerSlug));
    return { status: 200, body: { connected: connection?.status === 'active', ...toSyncTimes(connection) } };
  },

  async syncProviderEmployees({ path, query, ...call }) {
    const manifest = providers.find(path.providerSlug);
    if (!manifest) return providerNotFound();
    if (!manifest.employees) return refusal('provider_without_employees');
    return startProviderSync(call, manifest.slug, query.connectionId, { kind: 'employee_sync', dryRun: query.dryRun === true });
  },

  async syncProviderDevices({ path, query, ...call }) {
    const manifest = providers.find(path.providerSlug);
    if (!manifest) return providerNotFound();
    if (!manifest.devices) return refusal('provider_without_devices');
    return startProviderSync(call, manifest.slug, query.connectionId, { kind: 'device_sync', dryRun: query.dryRun === true });
  },

  async listSyncLogs({ query, page, db }) {
    return { status: 200, page: await listSyncLogs(db, query, page) };
  },

  async listTwoFactorStatuses({ query, page, db }) {
    return { status: 200, page: await listTwoFactorStatuses(db, query, page) };
  },
};

interface StartContext {
  readonly db: OrganizationDatabase;
  readonly actor: Actor;
  readonly audit: Audit;
}

async function startProviderSync({ db, actor, audit }: StartContext, slug: string, connectionId: string | undefined, request: SyncRequest) {
  const connection = await findConnectionToSync(db, slug, connectionId);
  if ('body' in connection) return connection;
  if (connection.status !== 'active') return notActive(connection.status);
  const run = await startSync(db, actor, connection, request, triggerOf(actor));
  if (!run) return refusal('sync_running');
  audit.performed(request.kind === 'device_sync' ? 'Started sync of devices' : 'Started sync of employees', {
    entityId: connection.id,
    changes: changesOnCreate({ dryRun: request.dryRun }),
  });
  return { status: 202, body: run } as const;
}

/** Finds the connection to sync. @param id the id in the request, if any */
async function findConnectionToSync(db: OrganizationDatabase, slug: string, id: string | undefined) {
  const connections = await listAllConnections(db, slug);
  if (id !== undefined) return connections.find((connection) => connection.id === id) ?? connectionNotFound();
  const [onlyConnection, ...otherConnections] = connections.filter(({ status }) => status !== 'disconnected');
  if (otherConnections.length)
    return invalid({ connectionId: fieldErrors.required('because the provider has several connections') }, 'query');
  return onlyConnection ?? refusal('provider_not_connected');
}
