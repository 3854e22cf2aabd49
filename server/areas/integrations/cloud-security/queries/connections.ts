/** Queries about connections to clouds, and their representation in the API. */
import { type QueryCreator, sql, type Updateable } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { countExcepted } from '#providers/clouds/exceptions';
import { type CloudSlug, isCloud, scanCheckIds } from '#providers/clouds/kinds';
import { listScannedServices } from '#providers/clouds/services';
import { enabledServices } from '#providers/catalogue';
import type { Manifest, Variables } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { requiredVariableIds } from '#providers/registry';
import { parseStoredVariables } from '#providers/variables';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isObject, type JsonObject } from '#platform/json-object';

type Schemas = components['schemas'];

const columns = columnsOf(
  'integration_connection as n',
  'id',
  'provider',
  'label',
  'status',
  'mode',
  'scanMode',
  'metadata',
  'variables',
  'projectNames',
  'enabledServices',
  'detectedServices',
  'reconnectedAt',
  'inventoryKey',
  'credentialId',
  'latestScanId',
  'createdAt',
  'updatedAt',
);

const selectAccounts = (db: QueryCreator<TenantTables>) =>
  db
    .selectFrom('integration_connection as n')
    .select(columns)
    .where('n.deleted_at', 'is', null)
    .where('n.provider', 'in', ['aws', 'azure', 'gcp']);

type Row = Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirstOrThrow']>>;

/** A connection to a cloud account. */
export interface Account {
  readonly id: string;
  readonly cloud: CloudSlug;
  readonly manifest: Manifest;
  readonly status: Schemas['IntegrationConnectionStatus'];
  readonly mode: Schemas['IntegrationConnectionMode'];
  readonly scanMode: Schemas['CloudScanMode'] | null;
  readonly hasCredentials: boolean;
  readonly inventoryKey: string | null;
  readonly variables: Variables;
  readonly metadata: JsonObject;
  readonly projectNames: JsonObject;
  readonly chosen: readonly string[] | null;
  readonly detected: readonly string[] | null;
  readonly row: Row;
}

function accountFromRow(row: Row): Account {
  const { id, provider, status, mode, credentialId, inventoryKey } = row;
  const manifest = providers.find(provider);
  if (!isCloud(provider) || !manifest) throw new Error(`${provider} is not a cloud provider`);
  return {
    id,
    cloud: provider,
    manifest,
    status,
    mode,
    scanMode: provider === 'aws' ? (row.scanMode ?? 'builtin_scanners') : null,
    hasCredentials: credentialId !== null,
    inventoryKey,
    variables: parseStoredVariables(row.variables),
    metadata: isObject(row.metadata) ? row.metadata : {},
    projectNames: isObject(row.projectNames) ? row.projectNames : {},
    chosen: row.enabledServices,
    detected: row.detectedServices,
    row,
  };
}

export async function findAccount(db: OrganizationDatabase, id: string): Promise<Account | undefined> {
  const row = await selectAccounts(db).where('n.id', '=', id).executeTakeFirst();
  return row && accountFromRow(row);
}

/** Finds an account and locks it against changes until the transaction ends. */
export async function lockAccount(db: OrganizationDatabase, id: string): Promise<Account | undefined> {
  const row = await selectAccounts(db).where('n.id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row && accountFromRow(row);
}

export async function changeAccount(
  db: OrganizationDatabase,
  id: string,
  change: Updateable<TenantTables['integration_connection']>,
): Promise<void> {
  await db.updateTable('integration_connection').set(change).where('id', '=', id).execute();
}

/** Lists active accounts, newest first, each with its latest finished scan (cloud-security, rule 1). */
export async function listAccounts(db: OrganizationDatabase): Promise<Schemas['CloudProvider'][]> {
  const rows = await selectAccounts(db).where('n.status', '=', 'active').orderBy('n.created_at', 'desc').orderBy('n.id', 'desc').execute();
  if (!rows.length) return [];
  const scans = await db
    .selectFrom('integration_check_run as r')
    .distinctOn('r.connection_id')
    .select([
      'r.connection_id',
      'r.id',
      'r.status',
      'r.started_at',
      'r.completed_at',
      'r.total_checked',
      'r.passed_count',
      'r.failed_count',
    ])
    .select(countExcepted(sql.ref('r.connection_id'), sql.ref('r.id')))
    .where(
      'r.connection_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('r.check_id', 'in', scanCheckIds)
    .where('r.status', 'in', ['completed', 'failed'])
    .orderBy('r.connection_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
  return rows.map((row) => {
    const scan = scans.find(({ connection_id: id }) => id === row.id);
    return toContractProvider(
      db.organizationId,
      accountFromRow(row),
      scan && {
        id: scan.id,
        completedAt: scan.completed_at,
        durationMs: durationOf(scan.started_at, scan.completed_at),
        totalChecked: scan.total_checked,
        passedCount: scan.passed_count,
        failedCount: Math.max(0, scan.failed_count - Number(scan.excepted)),
        status: scan.status,
      },
    );
  });
}

/** @returns the milliseconds between two times, or null if one is missing */
export function durationOf(startedAt: string | null, completedAt: string | null): number | null {
  return startedAt === null || completedAt === null ? null : Math.max(0, Date.parse(completedAt) - Date.parse(startedAt));
}

function toContractProvider(
  organizationId: string,
  account: Account,
  latestScan: NonNullable<Schemas['CloudProvider']['latestScan']> | undefined,
): Schemas['CloudProvider'] {
  const { cloud, manifest, metadata, variables, projectNames, chosen, detected, row } = account;
  const scannedIds = new Set(listScannedServices(manifest, chosen, detected));
  const enabledIds = new Set(enabledServices(manifest, chosen));
  const metadataText = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : null);
  return {
    id: row.id,
    integrationId: cloud,
    name: manifest.name,
    displayName: row.label,
    organizationId,
    mode: row.mode,
    status: 'active',
    lastScanAt: latestScan?.completedAt ?? null,
    reconnectedAt: row.reconnectedAt,
    variables: { ...variables, ...(Object.keys(projectNames).length > 0 && { project_names: projectNames }) },
    detectedServices: [...(detected ?? [])],
    disabledServices: (manifest.services ?? []).map(({ id }) => id).filter((id) => !enabledIds.has(id) && !scannedIds.has(id)),
    requiredVariables: requiredVariableIds(manifest),
    accountId: metadataText('accountId'),
    awsType: metadataText('awsType'),
    tenantId: metadataText('tenantId'),
    subscriptionId: typeof variables.subscription_id === 'string' ? variables.subscription_id : metadataText('subscriptionId'),
    regions: Array.isArray(metadata.regions) ? metadata.regions.map(String) : null,
    scanMode: account.scanMode,
    supportsMultipleConnections: manifest.supportsMultipleConnections === true,
    latestScan: latestScan ?? null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
