/** Finds or collects the inventory that a scan evaluates (cloud-security, rule 9). */
import type { CollectedAccount } from '#providers/manifest';
import { CredentialsRefused, isProviderFailure, reasonLineOf } from '#providers/failures';
import type { Attempt } from '#platform/jobs/job-handlers';
import { storeRunFile } from '#platform/jobs/store';
import { type Account, changeAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { ScanEnded } from './scan-ended.ts';

export interface FoundInventory {
  /** The key of the stored file. */
  readonly key: string;
  readonly scanMode: 'inventory' | 'builtin_scanners';
  /** Services that could not be read. */
  readonly failed: readonly string[];
}

/** @throws ScanEnded if there is no inventory and none can be collected */
export async function findInventory(
  attempt: Attempt,
  account: Account,
  { wanted: wantedServices, byFile }: { readonly wanted: readonly string[]; readonly byFile: boolean },
): Promise<FoundInventory> {
  const { manifest, mode, inventoryKey, scanMode } = account;
  const usesCredentials = !byFile && mode === 'credentials' && manifest.cloud?.collect !== undefined;
  if (usesCredentials && scanMode === 'security_hub')
    throw new ScanEnded('inconclusive', 'No scanner for Security Hub is plugged in', null, scanMode);
  if (usesCredentials) return collectInventory(attempt, account, wantedServices);
  if (inventoryKey === null) throw new ScanEnded('inconclusive', 'Nobody has sent an inventory', null);
  return { key: inventoryKey, scanMode: 'inventory', failed: [] };
}

/** Reads the account, and stores the result as its latest inventory. */
async function collectInventory(attempt: Attempt, account: Account, wantedServices: readonly string[]): Promise<FoundInventory> {
  const scanMode = 'builtin_scanners';
  const openAccount = await attempt.read((db) => openSource(db, attempt.ports, account));
  if (!openAccount) throw new ScanEnded('failed', 'The connection has no credentials', 'CREDENTIALS_MISSING', scanMode);
  const { found: collected, secrets } = await readAccount(attempt, account, wantedServices, openAccount);
  const failedServices = [...collected.failed.keys()];
  const [firstFailure] = collected.failed.values();
  // If no service could be read, there is nothing to evaluate.
  if (firstFailure && !collected.services.length) throw toScanEnded(firstFailure, secrets);
  const inventory = {
    provider: account.cloud,
    accountId: collected.accountId,
    collectedAt: new Date().toISOString(),
    services: collected.services,
    resources: collected.resources,
  };
  const { key } = await storeRunFile(
    attempt,
    Buffer.from(JSON.stringify(inventory)),
    'inventories',
    'inventory.json',
    (db, _audit, storedKey) => changeAccount(db, account.id, { inventory_key: storedKey }),
  );
  return { key, scanMode, failed: failedServices };
}

async function readAccount(
  attempt: Attempt,
  { manifest }: Account,
  wantedServices: readonly string[],
  openAccount: NonNullable<Awaited<ReturnType<typeof openSource>>>,
): Promise<{ readonly found: CollectedAccount; readonly secrets: readonly string[] }> {
  let secrets: readonly string[] = [];
  try {
    const source = await openAccount(attempt.signal);
    source.keepSecret(...Object.values(source.credentials).flat());
    ({ secrets } = source);
    const collect = manifest.cloud?.collect;
    if (!collect) throw new Error(`${manifest.slug} cannot be read`);
    return { found: await collect(source, wantedServices), secrets };
  } catch (error) {
    attempt.signal.throwIfAborted();
    if (!isProviderFailure(error)) throw error;
    throw toScanEnded(error, secrets);
  }
}

function toScanEnded(error: Error, secrets: readonly string[]): ScanEnded {
  const code = error instanceof CredentialsRefused ? 'CREDENTIALS_EXPIRED' : 'PROVIDER_ERROR';
  return new ScanEnded('failed', reasonLineOf(error, secrets), code, 'builtin_scanners');
}
