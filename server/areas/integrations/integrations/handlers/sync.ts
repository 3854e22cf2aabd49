/** Handlers that sync employees and devices, and report on syncs. */
import { added } from '#platform/audit/changes';
import type { Audit } from '#platform/audit/audit';
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
import { representativeOf, timesOf } from '../rules/representative.ts';

type Sync = 'getSyncProviderStatus' | 'syncProviderEmployees' | 'syncProviderDevices' | 'listSyncLogs' | 'listTwoFactorStatuses';

export const sync: Pick<Handlers<'integrations'>, Sync> = {
  async getSyncProviderStatus({ path, db }) {
    if (!providers.find(path.providerSlug)) return providerNotFound();
    const shown = representativeOf(await listAllConnections(db, path.providerSlug));
    return { status: 200, body: { connected: shown?.status === 'active', ...timesOf(shown) } };
  },

  async syncProviderEmployees({ path, query, ...call }) {
    const manifest = providers.find(path.providerSlug);
    if (!manifest) return providerNotFound();
    if (!manifest.employees) return refusal('provider_without_employees');
    return start(call, manifest.slug, query.connectionId, { kind: 'employee_sync', dryRun: query.dryRun === true });
  },

  async syncProviderDevices({ path, query, ...call }) {
    const manifest = providers.find(path.providerSlug);
    if (!manifest) return providerNotFound();
    if (!manifest.devices) return refusal('provider_without_devices');
    return start(call, manifest.slug, query.connectionId, { kind: 'device_sync', dryRun: query.dryRun === true });
  },

  async listSyncLogs({ query, page, db }) {
    return { status: 200, page: await listSyncLogs(db, query, page) };
  },

  async listTwoFactorStatuses({ page, db }) {
    return { status: 200, page: await listTwoFactorStatuses(db, page) };
  },
};

interface Starting {
  readonly db: OrganizationDatabase;
  readonly actor: Actor;
  readonly audit: Audit;
}

async function start({ db, actor, audit }: Starting, slug: string, connectionId: string | undefined, wanted: SyncRequest) {
  const chosen = await findRequested(db, slug, connectionId);
  if ('body' in chosen) return chosen;
  if (chosen.status !== 'active') return notActive();
  const run = await startSync(db, actor, chosen, wanted, triggerOf(actor));
  if (!run) return refusal('sync_running');
  audit.performed(wanted.kind === 'device_sync' ? 'Started sync of devices' : 'Started sync of employees', {
    entityId: chosen.id,
    changes: added({ dryRun: wanted.dryRun }),
  });
  return { status: 202, body: run } as const;
}

/** Finds the connection to sync. @param id the requested connection, if any */
async function findRequested(db: OrganizationDatabase, slug: string, id: string | undefined) {
  const all = await listAllConnections(db, slug);
  if (id !== undefined) return all.find((connection) => connection.id === id) ?? connectionNotFound();
  const [only, ...more] = all.filter(({ status }) => status !== 'disconnected');
  if (more.length) return invalid({ connectionId: 'is required because the provider has several connections' });
  return only ?? refusal('provider_not_connected');
}
