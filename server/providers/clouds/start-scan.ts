/** Queues a scan of an account: a background run, and the scan record that clients can see from the start. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { startRun } from '#platform/jobs/start';
import type { Manifest } from '../manifest.ts';
import { type CloudSlug, scanCheckIdOf } from './kinds.ts';

type Schemas = components['schemas'];

/** The input of a run of the kind `cloud_scan`. */
export interface ScanInput {
  readonly connectionId: string;
  readonly scanId: string;
  /** The ids of the services to scan. */
  readonly wanted: readonly string[];
  /** Whether to evaluate the uploaded inventory of the connection, even if the account itself could be read. */
  readonly byFile: boolean;
}

export interface ScanTarget {
  readonly id: string;
  readonly manifest: Manifest;
  readonly cloud: CloudSlug;
}

/** @param db a transaction that has locked the connection @returns undefined if a scan of the connection is already running */
export async function startScan(
  db: OrganizationDatabase,
  actor: Actor,
  { id: connectionId, manifest, cloud }: ScanTarget,
  { trigger, wanted, byFile }: Pick<ScanInput, 'wanted' | 'byFile'> & { readonly trigger: Schemas['CheckRunTrigger'] },
): Promise<Schemas['Run'] | undefined> {
  const scanId = newId('icr');
  const input: ScanInput = { connectionId, scanId, wanted, byFile };
  const result: Schemas['CloudScanResult'] = { scanId, status: 'pending', totalChecked: 0, passedCount: 0, failedCount: 0 };
  const run = await startRun(db, actor, { kind: 'cloud_scan', subject: connectionId, input, total: wanted.length, result });
  if (!run) return undefined;
  await db
    .insertInto('integration_check_run')
    .values({
      id: scanId,
      connection_id: connectionId,
      run_id: run.id,
      check_id: scanCheckIdOf(cloud),
      check_name: `${manifest.name} security scan`,
      triggered_by: trigger,
    })
    .execute();
  return run;
}
