/** Chooses which providers are the sources of employees, devices and two-factor statuses. */
import type { components } from '#generated/api';
import type { Audit } from '#platform/audit/audit';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { logoUrlOf } from '#providers/catalogue';
import type { Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { twoFactorSources } from '#domain/people/two-factor/sources';
import { listAllConnections } from '../queries/connections.ts';
import { type Connection } from '../rules/connection.ts';
import { chooseSource, findChosenSources, rescheduleAll, type SourceKind } from '../queries/due.ts';
import { findRepresentative, toSyncTimes } from '../rules/representative.ts';

type Schemas = components['schemas'];
type Operations =
  | 'listSyncProviders'
  | 'getEmployeeSyncProvider'
  | 'replaceEmployeeSyncProvider'
  | 'getDeviceSyncProvider'
  | 'replaceDeviceSyncProvider'
  | 'listTwoFactorSources'
  | 'getTwoFactorSource'
  | 'replaceTwoFactorSource';

const providersByKind: Readonly<Record<SourceKind, readonly Manifest[]>> = {
  employees: providers.all.filter(({ employees }) => employees),
  devices: providers.all.filter(({ devices }) => devices),
  twoFactor: twoFactorSources,
};

/** The name of each choice and its description in the audit log. */
const auditedChoices = {
  employees: { field: 'employeeSyncProvider', description: 'Chose source of employees' },
  devices: { field: 'deviceSyncProvider', description: 'Chose source of devices' },
  twoFactor: { field: 'twoFactorSource', description: 'Chose source of two-factor status' },
} as const;

export const choices: Pick<Handlers<'integrations'>, Operations> = {
  async listSyncProviders({ query: { syncType }, db, ports: { baseUrl } }) {
    return {
      status: 200,
      body: {
        data: toSyncProviders(providersByKind[syncType === 'device' ? 'devices' : 'employees'], await listAllConnections(db), baseUrl),
      },
    };
  },

  async getEmployeeSyncProvider({ db }) {
    return { status: 200, body: { providerSlug: (await findChosenSources(db)).employees } };
  },

  async replaceEmployeeSyncProvider({ body, db, audit }) {
    return replaceChoice({ db, audit }, 'employees', body);
  },

  async getDeviceSyncProvider({ db }) {
    return { status: 200, body: { providerSlug: (await findChosenSources(db)).devices } };
  },

  async replaceDeviceSyncProvider({ body, db, audit }) {
    return replaceChoice({ db, audit }, 'devices', body);
  },

  async listTwoFactorSources({ db, ports: { baseUrl } }) {
    return { status: 200, body: { data: toSyncProviders(providersByKind.twoFactor, await listAllConnections(db), baseUrl) } };
  },

  async getTwoFactorSource({ db }) {
    return { status: 200, body: { providerSlug: (await findChosenSources(db)).twoFactor } };
  },

  async replaceTwoFactorSource({ body, db, audit }) {
    return replaceChoice({ db, audit }, 'twoFactor', body);
  },
};

async function replaceChoice(
  { db, audit }: { readonly db: OrganizationDatabase; readonly audit: Audit },
  kind: SourceKind,
  { providerSlug }: Schemas['SyncProviderChoiceSet'],
) {
  const slugs = providersByKind[kind].map(({ slug }) => slug).sort();
  if (providerSlug !== null && !slugs.includes(providerSlug)) return invalid({ providerSlug: fieldErrors.notInList(slugs) });
  const before = (await findChosenSources(db))[kind];
  const connectionsOf = async (slug: string | null) => (slug === null ? [] : listAllConnections(db, slug));
  const [newConnections, previousConnections] = await Promise.all([connectionsOf(providerSlug), connectionsOf(before)]);
  const activeConnection = newConnections.find(({ status }) => status === 'active');
  if (providerSlug !== null && !activeConnection) return refusal('provider_not_connected');
  await chooseSource(db, kind, providerSlug);
  await rescheduleAll(db);
  const entityId = (activeConnection ?? findRepresentative(previousConnections))?.id;
  const { field, description } = auditedChoices[kind];
  audit.changed({ [field]: before }, { [field]: providerSlug }, { description, ...(entityId !== undefined && { entityId }) });
  return { status: 200, body: { providerSlug } } as const;
}

function toSyncProviders(manifests: readonly Manifest[], connections: readonly Connection[], baseUrl: string): Schemas['SyncProvider'][] {
  return manifests.map(({ slug, name }) => {
    const connection = findRepresentative(connections.filter(({ manifest }) => manifest.slug === slug));
    const status = connection?.status;
    return {
      slug,
      name,
      logoUrl: logoUrlOf(baseUrl, slug),
      connected: status === 'active',
      connectionStatus: status === 'active' || status === 'error' ? status : null,
      ...toSyncTimes(connection),
    };
  });
}
