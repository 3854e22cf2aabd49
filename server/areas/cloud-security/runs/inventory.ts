/** Where the inventory of a scan comes from (spec/areas/cloud-security, rule 9). */
import type { Collected } from '../../../domain/providers/manifest.ts';
import { CredentialsRefused, isFailure, lineOf } from '../../../domain/providers/failures.ts';
import type { Attempt } from '../../../platform/jobs/job-handlers.ts';
import { storeInRun } from '../../../platform/jobs/store.ts';
import { type Account, changeAccount } from '../queries/connections.ts';
import { openSource } from '../queries/open-source.ts';
import { ScanEnded } from './scan-ended.ts';

export interface Found {
  /** Of the file. */
  readonly key: string;
  readonly scanMode: 'inventory' | 'builtin_scanners';
  /** Services that could not be read. */
  readonly failed: readonly string[];
}

/** @throws ScanEnded when there is none */
export async function findInventory(
  attempt: Attempt,
  account: Account,
  { wanted, byFile }: { readonly wanted: readonly string[]; readonly byFile: boolean },
): Promise<Found> {
  const { manifest, mode, inventoryKey, scanMode } = account;
  const isRead = !byFile && mode === 'credentials' && manifest.cloud?.collect !== undefined;
  if (isRead && scanMode === 'security_hub')
    throw new ScanEnded('inconclusive', 'No scanner for Security Hub is plugged in', null, scanMode);
  if (isRead) return collected(attempt, account, wanted);
  if (inventoryKey === null) throw new ScanEnded('inconclusive', 'Nobody has sent an inventory', null);
  return { key: inventoryKey, scanMode: 'inventory', failed: [] };
}

/** Reads the account, and keeps what was read as its last inventory. */
async function collected(attempt: Attempt, account: Account, wanted: readonly string[]): Promise<Found> {
  const scanMode = 'builtin_scanners';
  const open = await attempt.read((db) => openSource(db, attempt.ports, account));
  if (!open) throw new ScanEnded('failed', 'The connection has no credentials', 'CREDENTIALS_MISSING', scanMode);
  const secrets: string[] = [];
  const found = await readAccount(attempt, account, wanted, open, secrets);
  const failed = [...found.failed.keys()];
  const [first] = found.failed.values();
  // Without a single service there is nothing to evaluate.
  if (first && !found.services.length) throw endedBy(first, secrets);
  const inventory = {
    provider: account.cloud,
    accountId: found.accountId,
    collectedAt: new Date().toISOString(),
    services: found.services,
    resources: found.resources,
  };
  const { key } = await storeInRun(attempt, Buffer.from(JSON.stringify(inventory)), 'inventories', 'inventory.json', (db, _audit, stored) =>
    changeAccount(db, account.id, { inventory_key: stored }),
  );
  return { key, scanMode, failed };
}

async function readAccount(
  attempt: Attempt,
  { manifest }: Account,
  wanted: readonly string[],
  open: NonNullable<Awaited<ReturnType<typeof openSource>>>,
  secrets: string[],
): Promise<Collected> {
  try {
    const source = await open(attempt.signal);
    secrets.push(...Object.values(source.credentials).flat());
    const collect = manifest.cloud?.collect;
    if (!collect) throw new Error(`${manifest.slug} cannot be read`);
    return await collect(source, wanted);
  } catch (error) {
    attempt.signal.throwIfAborted();
    if (!isFailure(error)) throw error;
    throw endedBy(error, secrets);
  }
}

function endedBy(error: Error, secrets: readonly string[]): ScanEnded {
  const code = error instanceof CredentialsRefused ? 'CREDENTIALS_EXPIRED' : 'PROVIDER_ERROR';
  return new ScanEnded('failed', lineOf(error, secrets), code, 'builtin_scanners');
}
