import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import type { Connection } from './connections.ts';

type Schemas = components['schemas'];

/** What a sync brings in, and whether it only works that out. */
export interface Wanted {
  readonly kind: 'employee_sync' | 'device_sync';
  readonly dryRun: boolean;
}

const history = {
  employee_sync: { prefix: 'sync', name: 'Sync of employees' },
  device_sync: { prefix: 'device-sync', name: 'Sync of devices' },
} as const;

/** Queues a sync, with its entry in the log, and its place in the history of the connection. @returns undefined when one is under way */
export async function startSync(
  db: OrganizationDatabase,
  actor: Actor,
  { id, manifest: { slug } }: Connection,
  { kind, dryRun }: Wanted,
  trigger: Schemas['SyncTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind, subject: id, input: { connectionId: id, dryRun } });
  if (!run) return undefined;
  await db
    .insertInto('integration_sync_log')
    .values({
      id: newId('isl'),
      connection_id: id,
      run_id: run.id,
      provider: slug,
      event_type: kind,
      triggered_by: trigger,
      user_id: trigger === 'scheduled' ? null : (actor.user?.id ?? null),
    })
    .execute();
  await db
    .insertInto('integration_check_run')
    .values({
      id: newId('icr'),
      connection_id: id,
      run_id: run.id,
      check_id: `${history[kind].prefix}:${slug}`,
      check_name: history[kind].name,
      triggered_by: trigger,
    })
    .execute();
  return run;
}
