/** Queues syncs of employees and devices. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { startRun } from '#platform/jobs/start';
import { authorOf, noAuthor } from '#platform/identity/author';
import type { Connection } from '../rules/connection.ts';

type Schemas = components['schemas'];

/** The kind of sync, and whether it is a dry run. */
export interface SyncRequest {
  readonly kind: 'employee_sync' | 'device_sync';
  readonly dryRun: boolean;
}

const checkRunFields = {
  employee_sync: { prefix: 'sync', name: 'Sync of employees' },
  device_sync: { prefix: 'device-sync', name: 'Sync of devices' },
} as const;

/** Queues a sync, with an entry in the sync log and a check run in the history. @returns the run, or undefined if one is in progress */
export async function startSync(
  db: OrganizationDatabase,
  actor: Actor,
  { id, manifest: { slug } }: Connection,
  { kind, dryRun }: SyncRequest,
  trigger: Schemas['SyncTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind, subject: id, input: { connectionId: id, dryRun } });
  if (!run) return undefined;
  const author = trigger === 'scheduled' ? noAuthor : authorOf(actor);
  await db
    .insertInto('integration_sync_log')
    .values({
      id: newId('isl'),
      connection_id: id,
      run_id: run.id,
      provider: slug,
      event_type: kind,
      triggered_by: trigger,
      user_id: author.userId,
      via: author.via,
    })
    .execute();
  await db
    .insertInto('integration_check_run')
    .values({
      id: newId('icr'),
      connection_id: id,
      run_id: run.id,
      check_id: `${checkRunFields[kind].prefix}:${slug}`,
      check_name: checkRunFields[kind].name,
      triggered_by: trigger,
    })
    .execute();
  return run;
}
