/** Where employees come from, and bringing them in. */
import type { components } from '../../../../generated/api.d.ts';
import { added } from '../../../platform/audit/changes.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { logoUrlOf } from '../../../domain/providers/catalogue.ts';
import { oneOf } from '../../../domain/providers/credential-fields.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { type Connection, connectionsOf } from '../queries/connections.ts';
import { chooseSource, chosenSource, rescheduleAll } from '../queries/due.ts';
import { connectionNotFound, notActive, providerNotFound } from '../refusals.ts';
import { triggerOf } from '../rules/connections.ts';
import { startSync } from '../queries/start-sync.ts';
import { listSyncLogs } from '../queries/sync-log.ts';

type Schemas = components['schemas'];
type Sync =
  | 'listSyncProviders'
  | 'getEmployeeSyncProvider'
  | 'replaceEmployeeSyncProvider'
  | 'getSyncProviderStatus'
  | 'syncProviderEmployees'
  | 'listSyncLogs';

const sources = providers.all.filter(({ employees }) => employees);

export const sync: Pick<Handlers<'integrations'>, Sync> = {
  async listSyncProviders({ db, ports: { baseUrl } }) {
    const all = await connectionsOf(db);
    const data = sources.map(({ slug, name }): Schemas['SyncProvider'] => {
      const shown = foremost(all.filter(({ manifest }) => manifest.slug === slug));
      const status = shown?.status;
      return {
        slug,
        name,
        logoUrl: logoUrlOf(baseUrl, slug),
        connected: status === 'active',
        connectionStatus: status === 'active' || status === 'error' ? status : null,
        ...timesOf(shown),
      };
    });
    return { status: 200, body: { data } };
  },

  async getEmployeeSyncProvider({ db }) {
    return { status: 200, body: { providerSlug: await chosenSource(db) } };
  },

  async replaceEmployeeSyncProvider({ body: { providerSlug }, db, audit }) {
    const slugs = sources.map(({ slug }) => slug).sort();
    if (providerSlug !== null && !slugs.includes(providerSlug)) return invalid({ providerSlug: oneOf(slugs) });
    const before = await chosenSource(db);
    const ofProvider = async (slug: string | null) => (slug === null ? [] : connectionsOf(db, slug));
    const [now, then] = await Promise.all([ofProvider(providerSlug), ofProvider(before)]);
    const active = now.find(({ status }) => status === 'active');
    if (providerSlug !== null && !active) return refusal('provider_not_connected');
    await chooseSource(db, providerSlug);
    await rescheduleAll(db);
    const entityId = (active ?? foremost(then))?.id;
    audit.changed(
      { employeeSyncProvider: before },
      { employeeSyncProvider: providerSlug },
      { description: 'Chose source of employees', ...(entityId !== undefined && { entityId }) },
    );
    return { status: 200, body: { providerSlug } };
  },

  async getSyncProviderStatus({ path, db }) {
    if (!providers.find(path.providerSlug)) return providerNotFound();
    const shown = foremost(await connectionsOf(db, path.providerSlug));
    return { status: 200, body: { connected: shown?.status === 'active', ...timesOf(shown) } };
  },

  async syncProviderEmployees({ path, query: { connectionId, dryRun }, db, actor, audit }) {
    const manifest = providers.find(path.providerSlug);
    if (!manifest) return providerNotFound();
    if (!manifest.employees) return refusal('provider_without_employees');
    const chosen = await meant(db, manifest.slug, connectionId);
    if ('body' in chosen) return chosen;
    if (chosen.status !== 'active') return notActive();
    const run = await startSync(db, actor, chosen, dryRun === true, triggerOf(actor));
    if (!run) return refusal('sync_running');
    audit.did('Started sync of employees', { entityId: chosen.id, changes: added({ dryRun: dryRun === true }) });
    return { status: 202, body: run };
  },

  async listSyncLogs({ query, page, db }) {
    return { status: 200, page: await listSyncLogs(db, query, page) };
  },
};

/** The connection that a call is about. @param id as it was named */
async function meant(db: OrganizationDatabase, slug: string, id: string | undefined) {
  const all = await connectionsOf(db, slug);
  if (id !== undefined) return all.find((connection) => connection.id === id) ?? connectionNotFound();
  const [only, ...more] = all.filter(({ status }) => status !== 'disconnected');
  if (more.length) return invalid({ connectionId: 'is required because the provider has several connections' });
  return only ?? refusal('provider_not_connected');
}

/** The active one, else the newest. @param connections newest first */
function foremost(connections: readonly Connection[]): Connection | undefined {
  return connections.find(({ status }) => status === 'active') ?? connections[0];
}

function timesOf(connection: Connection | undefined): Pick<Schemas['SyncProviderStatus'], 'connectionId' | 'lastSyncAt' | 'nextSyncAt'> {
  return connection
    ? { connectionId: connection.id, lastSyncAt: connection.shown.lastSyncAt, nextSyncAt: connection.shown.nextSyncAt }
    : {};
}
