/** Queues checks of a connection: one background run, and a check run in the history for each check. */
import { type Insertable, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { enabledServices, isEnabled } from '#providers/catalogue';
import type { Check } from '#providers/manifest';
import { checksOf } from '#providers/registry';
import { isComplete } from '#providers/variables';
import { templateOf } from '#domain/tasks/check-results';
import { findWaitingTemplates } from '#domain/tasks/due-checks';
import { startRun } from '#platform/jobs/start';
import type { Connection } from './connections.ts';

type Schemas = components['schemas'];

/** The checks whose services are enabled. */
export function enabledChecks({ manifest, services }: Connection): Check[] {
  const enabled = enabledServices(manifest, services);
  return checksOf(manifest).filter((check) => isEnabled(check, enabled));
}

/** @returns undefined if a run of one of the checks is in progress */
export async function startChecks(
  db: OrganizationDatabase,
  actor: Actor,
  { id }: Connection,
  checks: readonly Check[],
  trigger: Schemas['CheckRunTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind: 'connection_checks', input: { connectionId: id }, total: checks.length });
  if (!run) return undefined;
  const isQueued = await queue(
    db,
    checks.map((check) => ({ connection_id: id, run_id: run.id, check_id: check.id, check_name: check.name, triggered_by: trigger })),
  );
  return isQueued ? run : undefined;
}

/**
 * Queues one check for a task on several connections of its provider (integrations, rule 2).
 * @returns undefined if the check is in progress on one of them
 */
export async function startTaskCheck(
  db: OrganizationDatabase,
  actor: Actor,
  { taskId, connectionIds, check }: { readonly taskId: string; readonly connectionIds: readonly string[]; readonly check: Check },
  trigger: Schemas['CheckRunTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind: 'task_check', input: { taskId }, total: connectionIds.length });
  if (!run) return undefined;
  const about = { run_id: run.id, task_id: taskId, check_id: check.id, check_name: check.name, triggered_by: trigger };
  const isQueued = await queue(
    db,
    connectionIds.map((connectionId) => ({ ...about, connection_id: connectionId })),
  );
  return isQueued ? run : undefined;
}

type Queued = Omit<Insertable<TenantTables['integration_check_run']>, 'id'>;

/** @returns whether none of these checks was in progress */
async function queue(db: OrganizationDatabase, rows: readonly Queued[]): Promise<boolean> {
  if (rows.length === 0) return true;
  const queued = await db
    .insertInto('integration_check_run')
    .values(rows.map((row) => ({ ...row, id: newId('icr') })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'connection_id', 'check_id'])
        .where(sql<boolean>`status in ('pending', 'running')`)
        .doNothing(),
    )
    .returning('id')
    .execute();
  return queued.length === rows.length;
}

/** Starts idle checks after a change, once everything that they need is set (integrations, rule 3). */
export async function startChecksIfComplete(db: OrganizationDatabase, actor: Actor, connection: Connection): Promise<void> {
  if (connection.status !== 'active' || !isComplete(connection.manifest, connection.variables)) return;
  await startIdleChecks(db, actor, connection, 'connect');
}

/** Starts enabled checks that are idle, except those of tasks that pause the schedule (tasks, rule 14). */
export async function startDueChecks(db: OrganizationDatabase, actor: Actor, connection: Connection, now: Date): Promise<void> {
  const templateIds = enabledChecks(connection).flatMap((check) => templateOf(check) ?? []);
  await startIdleChecks(db, actor, connection, 'scheduled', await findWaitingTemplates(db, templateIds, now));
}

/** Starts enabled checks that are idle. @param waiting task templates whose checks are skipped */
async function startIdleChecks(
  db: OrganizationDatabase,
  actor: Actor,
  connection: Connection,
  trigger: Schemas['CheckRunTrigger'],
  waiting: ReadonlySet<string> = new Set(),
): Promise<void> {
  const busy = await db
    .selectFrom('integration_check_run')
    .select('check_id')
    .where('connection_id', '=', connection.id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  const idle = enabledChecks(connection).filter(
    (check) => !busy.some((row) => row.check_id === check.id) && !waiting.has(templateOf(check) ?? ''),
  );
  if (idle.length) await startChecks(db, actor, connection, idle, trigger);
}
