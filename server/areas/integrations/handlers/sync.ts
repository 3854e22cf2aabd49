/** Bringing employees and devices in, and what is known of it. */
import { added } from '../../../platform/audit/changes.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { listTwoFactorStatuses } from '../../../domain/two-factor/statuses.ts';
import { connectionsOf } from '../queries/connections.ts';
import { startSync, type Wanted } from '../queries/start-sync.ts';
import { listSyncLogs } from '../queries/sync-log.ts';
import { connectionNotFound, notActive, providerNotFound } from '../refusals.ts';
import { triggerOf } from '../rules/connections.ts';
import { foremost, timesOf } from '../rules/foremost.ts';

type Sync = 'getSyncProviderStatus' | 'syncProviderEmployees' | 'syncProviderDevices' | 'listSyncLogs' | 'listTwoFactorStatuses';

export const sync: Pick<Handlers<'integrations'>, Sync> = {
  async getSyncProviderStatus({ path, db }) {
    if (!providers.find(path.providerSlug)) return providerNotFound();
    const shown = foremost(await connectionsOf(db, path.providerSlug));
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

async function start({ db, actor, audit }: Starting, slug: string, connectionId: string | undefined, wanted: Wanted) {
  const chosen = await meant(db, slug, connectionId);
  if ('body' in chosen) return chosen;
  if (chosen.status !== 'active') return notActive();
  const run = await startSync(db, actor, chosen, wanted, triggerOf(actor));
  if (!run) return refusal('sync_running');
  audit.did(wanted.kind === 'device_sync' ? 'Started sync of devices' : 'Started sync of employees', {
    entityId: chosen.id,
    changes: added({ dryRun: wanted.dryRun }),
  });
  return { status: 202, body: run } as const;
}

/** The connection that a call is about. @param id as it was named */
async function meant(db: OrganizationDatabase, slug: string, id: string | undefined) {
  const all = await connectionsOf(db, slug);
  if (id !== undefined) return all.find((connection) => connection.id === id) ?? connectionNotFound();
  const [only, ...more] = all.filter(({ status }) => status !== 'disconnected');
  if (more.length) return invalid({ connectionId: 'is required because the provider has several connections' });
  return only ?? refusal('provider_not_connected');
}
