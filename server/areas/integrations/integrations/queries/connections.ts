/** Queries about connections, and their representation in the API. */
import type { Connection } from '../rules/connection.ts';
import { type Insertable, type QueryCreator, type Selectable, sql, type Updateable } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { isObject } from '#platform/json-object';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { anyOf, contains, onOrAfter, onOrBefore, orElse } from '#platform/database/filters';
import { missingLast } from '#platform/database/sort-keys';
import type { FilterOf } from '#contract/types';
import { providerIdOf } from '#providers/catalogue';
import { credentialFieldsOf } from '#providers/credential-fields';
import type { Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { parseStoredVariables, toShownVariables } from '#providers/variables';
import { trusted } from '#platform/trusted';

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
  'version',
] as const;

type Row = Pick<Selectable<TenantTables['integration_connection']>, (typeof columns)[number]>;

function connectionFromRow(row: Row): Connection {
  const { id, provider, status, label } = row;
  const manifest = manifestOf(provider);
  const [metadata, variables] = [parseMetadata(row.metadata), parseStoredVariables(row.variables)];
  const dueTimes = [row.checks_due_at, row.sync_due_at, row.devices_due_at, row.scan_due_at].filter((dueAt) => dueAt !== null).sort();
  return {
    id,
    manifest,
    status,
    metadata,
    variables,
    cadence: row.sync_cadence,
    chosenServices: row.enabled_services,
    detectedServices: row.detected_services,
    detectedAt: row.detected_at,
    mode: row.mode,
    hasCredentials: row.credential_id !== null,
    listItem: {
      id,
      providerId: providerIdOf(provider),
      providerSlug: provider,
      providerName: manifest.name,
      label,
      mode: row.mode,
      status,
      authStrategy: row.auth_strategy,
      lastSyncAt: row.last_sync_at,
      nextSyncAt: dueTimes[0] ?? null,
      syncCadence: row.sync_cadence,
      metadata,
      variables: toShownVariables(manifest, variables),
      errorMessage: row.error_message,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      version: row.version,
    },
  };
}

/** @returns the connection with the form fields for new credentials */
export function detailOf({ manifest, listItem }: Connection): Schemas['IntegrationConnection'] {
  return { ...listItem, credentialFields: credentialFieldsOf(manifest) };
}

/** @throws Error if the manifest does not exist; releases must keep the manifests of all connections */
export function manifestOf(slug: string): Manifest {
  const manifest = providers.find(slug);
  if (!manifest) throw new Error(`there is no provider ${slug} any more`);
  return manifest;
}

function parseMetadata(storedMetadata: unknown): Metadata {
  return isObject(storedMetadata) ? trusted<Metadata>(storedMetadata, 'it was checked when it was stored') : {};
}

/** @returns the label of a connection: its name, the id of its account, or the end of its own id */
export function labelOf(id: string, { connectionName, accountId }: Metadata): string {
  if (typeof connectionName === 'string' && connectionName.trim() !== '') return connectionName.trim();
  return typeof accountId === 'string' && accountId !== '' ? accountId : `Account ${id.slice(-8)}`;
}

const selectConnections = (db: QueryCreator<TenantTables>) => db.selectFrom('integration_connection').where('deleted_at', 'is', null);

const selectConnection = (db: OrganizationDatabase, id: string) => selectConnections(db).select(columns).where('id', '=', id);

export async function findConnection(db: OrganizationDatabase, id: string): Promise<Connection | undefined> {
  const row = await selectConnection(db, id).executeTakeFirst();
  return row && connectionFromRow(row);
}

/** Finds a connection and locks it against changes until the transaction ends. */
export async function lockConnection(db: OrganizationDatabase, id: string): Promise<Connection | undefined> {
  const row = await selectConnection(db, id).forNoKeyUpdate().executeTakeFirst();
  return row && connectionFromRow(row);
}

/** Lists connections, newest first. @param slug lists only connections of this provider */
export async function listAllConnections(db: OrganizationDatabase, slug?: string): Promise<Connection[]> {
  const query = selectConnections(db).select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return (await (slug === undefined ? query : query.where('provider', '=', slug)).execute()).map(connectionFromRow);
}

type Filter = FilterOf<'listIntegrationConnections'>;
const orders = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  label: 'label',
  lastSyncAt: missingLast('last_sync_at'),
  nextSyncAt: missingLast('next_sync_at'),
} as const;

// An inner query, because `next_sync_at` is computed.
const pagedList = PagedList.of((db) =>
  db
    .selectFrom(
      selectConnections(db)
        .select(columns)
        .select(sql<string | null>`least(checks_due_at, sync_due_at, devices_due_at, scan_due_at)`.as('next_sync_at'))
        .as('connection'),
    )
    .select(columns),
).filteredBy<Filter>({
  status: orElse(anyOf('status'), (eb) => eb('status', '<>', 'disconnected')),
  providerSlug: anyOf('provider'),
  search: contains('label'),
  nextSyncAtAfter: onOrAfter('next_sync_at'),
  nextSyncAtBefore: onOrBefore('next_sync_at'),
  ids: anyOf('id'),
});

export async function listConnections(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['IntegrationConnectionListItem']>> {
  return mapPage(await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page), (row) => connectionFromRow(row).listItem);
}

export async function insertConnection(
  db: OrganizationDatabase,
  values: Insertable<TenantTables['integration_connection']>,
): Promise<void> {
  await db.insertInto('integration_connection').values(values).execute();
}

/** @returns the changed connection @throws a violation of `integration_connection_live` if the provider already has a connection */
export async function changeConnection(
  db: OrganizationDatabase,
  id: string,
  change: Updateable<TenantTables['integration_connection']>,
): Promise<Connection> {
  return connectionFromRow(
    await db.updateTable('integration_connection').set(change).where('id', '=', id).returning(columns).executeTakeFirstOrThrow(),
  );
}
