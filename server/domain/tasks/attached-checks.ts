/** Attaches checks to tasks as evidence, and detaches checks from tasks (integrations, rule 5). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { providers } from '#providers/providers/index';
import { checksOf } from '#providers/registry';

/** A check of a connection. */
export interface ConnectionCheck {
  readonly connectionId: string;
  readonly provider: string;
  readonly checkId: string;
}

/** @returns whether the provider declares that the check is detached from every task until somebody attaches the check */
export function startsDetached({ provider, checkId }: Omit<ConnectionCheck, 'connectionId'>): boolean {
  const manifest = providers.find(provider);
  return manifest !== undefined && checksOf(manifest).some(({ id, defaultDetached }) => id === checkId && defaultDetached === true);
}

/** @returns a function that tells whether a check is detached from a task */
export async function findDetachments(
  db: OrganizationDatabase,
  taskIds: readonly string[],
): Promise<(taskId: string, check: ConnectionCheck) => boolean> {
  const rows = taskIds.length
    ? await db
        .selectFrom('integration_task_check')
        .select(['task_id', 'connection_id', 'check_id', 'is_disabled'])
        .where('task_id', 'in', taskIds)
        .execute()
    : [];
  const isDisabledByKey = new Map(rows.map((row) => [`${row.task_id} ${row.connection_id} ${row.check_id}`, row.is_disabled]));
  return (taskId, check) => isDisabledByKey.get(`${taskId} ${check.connectionId} ${check.checkId}`) ?? startsDetached(check);
}

/** Detaches a connection's check from a task or attaches the check. Repeated calls are harmless. */
export async function setDetached(
  db: OrganizationDatabase,
  taskId: string,
  { connectionId, checkId }: Omit<ConnectionCheck, 'provider'>,
  isDetached: boolean,
): Promise<void> {
  await db
    .insertInto('integration_task_check')
    .values({ id: newId('itc'), task_id: taskId, connection_id: connectionId, check_id: checkId, is_disabled: isDetached })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'task_id', 'connection_id', 'check_id']).doUpdateSet({ is_disabled: isDetached }),
    )
    .execute();
}
