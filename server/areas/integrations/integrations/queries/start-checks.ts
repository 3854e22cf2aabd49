/** Queues checks of a connection, as one background run with a check run for each check. */
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
import { templateIdOf } from '#domain/tasks/check-results';
import { findWaitingTemplates } from '#domain/tasks/due-checks';
import { startRun } from '#platform/jobs/start';
import type { Connection } from '../rules/connection.ts';

type Schemas = components['schemas'];

/** @returns the checks whose services are enabled */
export function enabledChecks({ manifest, chosenServices: services }: Connection): Check[] {
  const enabledIds = enabledServices(manifest, services);
  return checksOf(manifest).filter((check) => isEnabled(check, enabledIds));
}

/** Queues checks of a connection. @returns the run, or undefined if one of the checks is already in progress */
export async function startChecks(
  db: OrganizationDatabase,
  actor: Actor,
  { id }: Connection,
  checks: readonly Check[],
  trigger: Schemas['CheckRunTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind: 'connection_checks', input: { connectionId: id }, total: checks.length });
  if (!run) return undefined;
  const isQueued = await insertCheckRuns(
    db,
    checks.map((check) => ({ connection_id: id, run_id: run.id, check_id: check.id, check_name: check.name, triggered_by: trigger })),
  );
  return isQueued ? run : undefined;
}

/**
 * Queues one check for a task on several connections of its provider (integrations, rule 2).
 * @returns the run, or undefined if the check is already in progress on one of the connections
 */
export async function startTaskCheck(
  db: OrganizationDatabase,
  actor: Actor,
  { taskId, connectionIds, check }: { readonly taskId: string; readonly connectionIds: readonly string[]; readonly check: Check },
  trigger: Schemas['CheckRunTrigger'],
): Promise<Schemas['Run'] | undefined> {
  const run = await startRun(db, actor, { kind: 'task_check', input: { taskId }, total: connectionIds.length });
  if (!run) return undefined;
  const commonColumns = { run_id: run.id, task_id: taskId, check_id: check.id, check_name: check.name, triggered_by: trigger };
  const isQueued = await insertCheckRuns(
    db,
    connectionIds.map((connectionId) => ({ ...commonColumns, connection_id: connectionId })),
  );
  return isQueued ? run : undefined;
}

type NewCheckRun = Omit<Insertable<TenantTables['integration_check_run']>, 'id'>;

/** @returns whether all check runs were inserted, because none of these checks was in progress */
async function insertCheckRuns(db: OrganizationDatabase, rows: readonly NewCheckRun[]): Promise<boolean> {
  if (rows.length === 0) return true;
  const queuedRows = await db
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
  return queuedRows.length === rows.length;
}

/** Starts idle checks after a change, if all required settings are set (integrations, rule 3). */
export async function startChecksIfComplete(db: OrganizationDatabase, actor: Actor, connection: Connection): Promise<void> {
  if (connection.status !== 'active' || !isComplete(connection.manifest, connection.variables)) return;
  await startIdleChecks(db, actor, connection, 'connect');
}

/** Starts enabled checks that are idle, except checks of tasks that pause the schedule (tasks, rule 14). */
export async function startDueChecks(db: OrganizationDatabase, actor: Actor, connection: Connection, now: Date): Promise<void> {
  const templateIds = enabledChecks(connection).flatMap((check) => templateIdOf(check) ?? []);
  await startIdleChecks(db, actor, connection, 'scheduled', await findWaitingTemplates(db, templateIds, now));
}

/** Starts enabled checks that are idle. @param waitingTemplates ids of task templates whose checks are skipped */
async function startIdleChecks(
  db: OrganizationDatabase,
  actor: Actor,
  connection: Connection,
  trigger: Schemas['CheckRunTrigger'],
  waitingTemplates: ReadonlySet<string> = new Set(),
): Promise<void> {
  const activeRuns = await db
    .selectFrom('integration_check_run')
    .select('check_id')
    .where('connection_id', '=', connection.id)
    .where('status', 'in', ['pending', 'running'])
    .execute();
  const idleChecks = enabledChecks(connection).filter(
    (check) => !activeRuns.some((row) => row.check_id === check.id) && !waitingTemplates.has(templateIdOf(check) ?? ''),
  );
  if (idleChecks.length) await startChecks(db, actor, connection, idleChecks, trigger);
}
