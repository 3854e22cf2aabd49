/** Queues checks of a connection: a run in the background, and of each check a run that its history shows. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { enabledServices, isEnabled } from '../../../domain/providers/catalogue.ts';
import type { Check } from '../../../domain/providers/manifest.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import { isComplete } from '../../../domain/providers/variables.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import type { Connection } from './connections.ts';

type Schemas = components['schemas'];

/** The checks whose services are switched on. */
export function enabledChecks({ manifest, services }: Connection): Check[] {
  const enabled = enabledServices(manifest, services);
  return checksOf(manifest).filter((check) => isEnabled(check, enabled));
}

/** @returns undefined when a run of one of the checks is under way */
export async function startChecks(
  db: OrganizationDatabase,
  actor: Actor,
  { id }: Connection,
  checks: readonly Check[],
  trigger: Schemas['CheckRunTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind: 'connection_checks', input: { connectionId: id }, total: checks.length });
  if (!run) return undefined;
  const rows =
    checks.length === 0
      ? []
      : await db
          .insertInto('integration_check_run')
          .values(
            checks.map((check) => ({
              id: newId('icr'),
              connection_id: id,
              run_id: run.id,
              check_id: check.id,
              check_name: check.name,
              triggered_by: trigger,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'connection_id', 'check_id'])
              .where(sql<boolean>`status in ('pending', 'running')`)
              .doNothing(),
          )
          .returning('id')
          .execute();
  return rows.length === checks.length ? run : undefined;
}

/** After a change: those of the checks that are not under way, once everything that they need is set (spec/areas/integrations, rule 3). */
export async function startChecksIfComplete(db: OrganizationDatabase, actor: Actor, connection: Connection): Promise<void> {
  if (connection.status !== 'active' || !isComplete(connection.manifest, connection.variables)) return;
  await startIdleChecks(db, actor, connection, 'connect');
}

/** Those of the enabled checks that are not under way. */
export async function startIdleChecks(
  db: OrganizationDatabase,
  actor: Actor,
  connection: Connection,
  trigger: Schemas['CheckRunTrigger'],
): Promise<void> {
  const busy = await db
    .selectFrom('integration_check_run')
    .select('check_id')
    .where('connection_id', '=', connection.id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  const idle = enabledChecks(connection).filter(({ id }) => !busy.some((row) => row.check_id === id));
  if (idle.length) await startChecks(db, actor, connection, idle, trigger);
}
