/** Connections in the database, and as their readers see them. */
import { type Insertable, type QueryCreator, type Selectable, sql, type Updateable } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { anyOf, orElse } from '../../../platform/database/filters.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { providerIdOf } from '../../../domain/providers/catalogue.ts';
import { credentialFieldsOf } from '../../../domain/providers/credential-fields.ts';
import type { Manifest, Variables } from '../../../domain/providers/manifest.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { storedVariables } from '../../../domain/providers/variables.ts';
import { trusted } from '../../../platform/trusted.ts';

type Schemas = components['schemas'];
type Metadata = Schemas['IntegrationMetadata'];

const columns = [
  'id',
  'provider',
  'label',
  'status',
  'auth_strategy',
  'last_sync_at',
  'checks_due_at',
  'sync_due_at',
  'devices_due_at',
  'scan_due_at',
  'mode',
  'detected_services',
  'detected_at',
  'sync_cadence',
  'metadata',
  'variables',
  'enabled_services',
  'error_message',
  'credential_id',
  'created_at',
  'updated_at',
] as const;

export interface Connection {
  readonly id: string;
  readonly manifest: Manifest;
  readonly status: Schemas['IntegrationConnectionStatus'];
  readonly metadata: Metadata;
  readonly variables: Variables;
  readonly cadence: string | null;
  /** Chosen by hand; null leaves it to the manifest. */
  readonly services: readonly string[] | null;
  /** Found in the account; null until somebody has looked. */
  readonly detected: readonly string[] | null;
  readonly detectedAt: string | null;
  readonly mode: Schemas['IntegrationConnectionMode'];
  readonly hasCredentials: boolean;
  readonly shown: Schemas['IntegrationConnectionListItem'];
}

type Row = Pick<Selectable<TenantTables['integration_connection']>, (typeof columns)[number]>;

function connectionOf(row: Row): Connection {
  const { id, provider, status, label } = row;
  const manifest = manifestOf(provider);
  const [metadata, variables] = [storedMetadata(row.metadata), storedVariables(row.variables)];
  const due = [row.checks_due_at, row.sync_due_at, row.devices_due_at, row.scan_due_at].filter((at) => at !== null).sort();
  return {
    id,
    manifest,
    status,
    metadata,
    variables,
    cadence: row.sync_cadence,
    services: row.enabled_services,
    detected: row.detected_services,
    detectedAt: row.detected_at,
    mode: row.mode,
    hasCredentials: row.credential_id !== null,
    shown: {
      id,
      providerId: providerIdOf(provider),
      providerSlug: provider,
      providerName: manifest.name,
      label,
      mode: row.mode,
      status,
      authStrategy: row.auth_strategy,
      lastSyncAt: row.last_sync_at,
      nextSyncAt: due[0] ?? null,
      syncCadence: row.sync_cadence,
      metadata,
      variables,
      errorMessage: row.error_message,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  };
}

/** With the form that replaces its credentials. */
export function wholeOf({ manifest, shown }: Connection): Schemas['IntegrationConnection'] {
  return { ...shown, credentialFields: credentialFieldsOf(manifest) };
}

/** @throws when the manifest of a connection is gone, which no release may do */
export function manifestOf(slug: string): Manifest {
  const manifest = providers.find(slug);
  if (!manifest) throw new Error(`there is no provider ${slug} any more`);
  return manifest;
}

function storedMetadata(stored: unknown): Metadata {
  return isObject(stored) ? trusted<Metadata>(stored, 'it was checked when it was stored') : {};
}

/** What a connection is called. */
export function labelOf(id: string, { connectionName, accountId }: Metadata): string {
  if (typeof connectionName === 'string' && connectionName.trim() !== '') return connectionName.trim();
  return typeof accountId === 'string' && accountId !== '' ? accountId : `Account ${id.slice(-8)}`;
}

const live = (db: QueryCreator<TenantTables>) => db.selectFrom('integration_connection').where('deleted_at', 'is', null);

const oneConnection = (db: OrganizationDatabase, id: string) => live(db).select(columns).where('id', '=', id);

export async function findConnection(db: OrganizationDatabase, id: string): Promise<Connection | undefined> {
  const row = await oneConnection(db, id).executeTakeFirst();
  return row && connectionOf(row);
}

/** @returns the connection, which stays as it is until the transaction ends */
export async function lockConnection(db: OrganizationDatabase, id: string): Promise<Connection | undefined> {
  const row = await oneConnection(db, id).forNoKeyUpdate().executeTakeFirst();
  return row && connectionOf(row);
}

/** Lists the connections, newest first. @param slug of one provider, else of all */
export async function connectionsOf(db: OrganizationDatabase, slug?: string): Promise<Connection[]> {
  const query = live(db).select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await (slug === undefined ? query : query.where('provider', '=', slug)).execute()).map(connectionOf);
}

type Filter = FilterOf<'listIntegrationConnections'>;
const orders = { createdAt: 'n.created_at', label: 'n.label', lastSyncAt: 'n.used_at' } as const;

const listed = PagedList.of((db) =>
  live(db)
    .select(columns)
    .select(sql<string>`coalesce(last_sync_at, 'epoch')`.as('used_at')),
)
  .filteredBy<Filter>({
    status: orElse(anyOf('status'), (eb) => eb('status', '<>', 'disconnected')),
    providerSlug: anyOf('provider'),
  })
  .within((all, db) => db.selectFrom(all.as('n')).select(columns.map((column) => `n.${column}` as const)));

export async function listConnections(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['IntegrationConnectionListItem']>> {
  return mapPage(await listed.page(db, filter, { by: orders[page.sortBy], id: 'n.id' }, page), (row) => connectionOf(row).shown);
}

export async function insertConnection(
  db: OrganizationDatabase,
  values: Insertable<TenantTables['integration_connection']>,
): Promise<void> {
  await db.insertInto('integration_connection').values(values).execute();
}

/** @returns the connection as it is then @throws for `integration_connection_live` when another one has its place */
export async function changeConnection(
  db: OrganizationDatabase,
  id: string,
  change: Updateable<TenantTables['integration_connection']>,
): Promise<Connection> {
  return connectionOf(
    await db.updateTable('integration_connection').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow(),
  );
}
