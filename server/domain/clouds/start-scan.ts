/** Queues a scan of an account: a run in the background, and the scan that its readers see from the start. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { startRun } from '../../platform/jobs/start.ts';
import type { Manifest } from '../providers/manifest.ts';
import { type CloudSlug, scanCheckOf } from './kinds.ts';

type Schemas = components['schemas'];

/** What a run of the kind `cloud_scan` is given. */
export interface ScanInput {
  readonly connectionId: string;
  readonly scanId: string;
  /** Services to scan. */
  readonly wanted: readonly string[];
  /** Whether it evaluates the inventory of the connection, although the account could be read. */
  readonly byFile: boolean;
}

export interface Scanned {
  readonly id: string;
  readonly manifest: Manifest;
  readonly cloud: CloudSlug;
}

/** @param db with the connection held @returns undefined when a scan of it is under way */
export async function startScan(
  db: OrganizationDatabase,
  actor: Actor,
  { id: connectionId, manifest, cloud }: Scanned,
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
      check_id: scanCheckOf(cloud),
      check_name: `${manifest.name} security scan`,
      triggered_by: trigger,
    })
    .execute();
  return run;
}
