/** Which provider the organization has chosen as its source of employees, of devices and of the two-factor status. */
import type { components } from '../../../../generated/api.d.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { logoUrlOf } from '../../../domain/providers/catalogue.ts';
import { oneOf } from '../../../domain/providers/credential-fields.ts';
import type { Manifest } from '../../../domain/providers/manifest.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { twoFactorSources } from '../../../domain/two-factor/sources.ts';
import { type Connection, connectionsOf } from '../queries/connections.ts';
import { chooseSource, chosenSources, rescheduleAll, type SourceKind } from '../queries/due.ts';
import { foremost, timesOf } from '../rules/foremost.ts';

type Schemas = components['schemas'];
type Choices =
  | 'listSyncProviders'
  | 'getEmployeeSyncProvider'
  | 'replaceEmployeeSyncProvider'
  | 'getDeviceSyncProvider'
  | 'replaceDeviceSyncProvider'
  | 'listTwoFactorSources'
  | 'getTwoFactorSource'
  | 'replaceTwoFactorSource';

const offered: Readonly<Record<SourceKind, readonly Manifest[]>> = {
  employees: providers.all.filter(({ employees }) => employees),
  devices: providers.all.filter(({ devices }) => devices),
  twoFactor: twoFactorSources,
};

/** The field of the organization that keeps the choice, and what the log calls it. */
const told = {
  employees: { field: 'employeeSyncProvider', description: 'Chose source of employees' },
  devices: { field: 'deviceSyncProvider', description: 'Chose source of devices' },
  twoFactor: { field: 'twoFactorSource', description: 'Chose source of two-factor status' },
} as const;

export const choices: Pick<Handlers<'integrations'>, Choices> = {
  async listSyncProviders({ query: { syncType }, db, ports: { baseUrl } }) {
    return {
      status: 200,
      body: { data: shown(offered[syncType === 'device' ? 'devices' : 'employees'], await connectionsOf(db), baseUrl) },
    };
  },

  async getEmployeeSyncProvider({ db }) {
    return { status: 200, body: { providerSlug: (await chosenSources(db)).employees } };
  },

  async replaceEmployeeSyncProvider({ body, db, audit }) {
    return choose({ db, audit }, 'employees', body);
  },

  async getDeviceSyncProvider({ db }) {
    return { status: 200, body: { providerSlug: (await chosenSources(db)).devices } };
  },

  async replaceDeviceSyncProvider({ body, db, audit }) {
    return choose({ db, audit }, 'devices', body);
  },

  async listTwoFactorSources({ db, ports: { baseUrl } }) {
    return { status: 200, body: { data: shown(offered.twoFactor, await connectionsOf(db), baseUrl) } };
  },

  async getTwoFactorSource({ db }) {
    return { status: 200, body: { providerSlug: (await chosenSources(db)).twoFactor } };
  },

  async replaceTwoFactorSource({ body, db, audit }) {
    return choose({ db, audit }, 'twoFactor', body);
  },
};

async function choose(
  { db, audit }: { readonly db: OrganizationDatabase; readonly audit: Audit },
  kind: SourceKind,
  { providerSlug }: Schemas['SyncProviderChoiceSet'],
) {
  const slugs = offered[kind].map(({ slug }) => slug).sort();
  if (providerSlug !== null && !slugs.includes(providerSlug)) return invalid({ providerSlug: oneOf(slugs) });
  const before = (await chosenSources(db))[kind];
  const ofProvider = async (slug: string | null) => (slug === null ? [] : connectionsOf(db, slug));
  const [now, then] = await Promise.all([ofProvider(providerSlug), ofProvider(before)]);
  const active = now.find(({ status }) => status === 'active');
  if (providerSlug !== null && !active) return refusal('provider_not_connected');
  await chooseSource(db, kind, providerSlug);
  await rescheduleAll(db);
  const entityId = (active ?? foremost(then))?.id;
  const { field, description } = told[kind];
  audit.changed({ [field]: before }, { [field]: providerSlug }, { description, ...(entityId !== undefined && { entityId }) });
  return { status: 200, body: { providerSlug } } as const;
}

function shown(manifests: readonly Manifest[], connections: readonly Connection[], baseUrl: string): Schemas['SyncProvider'][] {
  return manifests.map(({ slug, name }) => {
    const first = foremost(connections.filter(({ manifest }) => manifest.slug === slug));
    const status = first?.status;
    return {
      slug,
      name,
      logoUrl: logoUrlOf(baseUrl, slug),
      connected: status === 'active',
      connectionStatus: status === 'active' || status === 'error' ? status : null,
      ...timesOf(first),
    };
  });
}
