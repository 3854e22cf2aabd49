/** Which checks give evidence for a task: somebody may detach a check of a connection from it (spec/areas/integrations, rule 5). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { providers } from '../providers/providers/index.ts';
import { checksOf } from '../providers/registry.ts';

/** A check of a connection. */
export interface ConnectionCheck {
  readonly connectionId: string;
  readonly provider: string;
  readonly checkId: string;
}

/** @returns whether a check is detached from every task until somebody attaches it, as its provider says */
export function startsDetached({ provider, checkId }: Omit<ConnectionCheck, 'connectionId'>): boolean {
  const manifest = providers.find(provider);
  return manifest !== undefined && checksOf(manifest).some(({ id, defaultDetached }) => id === checkId && defaultDetached === true);
}

/** @returns what says of a task and a check whether that check is detached from it */
export async function detachments(
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
  const said = new Map(rows.map((row) => [`${row.task_id} ${row.connection_id} ${row.check_id}`, row.is_disabled]));
  return (taskId, check) => said.get(`${taskId} ${check.connectionId} ${check.checkId}`) ?? startsDetached(check);
}

/** Says whether a check of a connection is detached from a task. Saying it again changes nothing. */
export async function setDetached(
  db: OrganizationDatabase,
  taskId: string,
  { connectionId, checkId }: Omit<ConnectionCheck, 'provider'>,
  isDisabled: boolean,
): Promise<void> {
  await db
    .insertInto('integration_task_check')
    .values({ id: newId('itc'), task_id: taskId, connection_id: connectionId, check_id: checkId, is_disabled: isDisabled })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'task_id', 'connection_id', 'check_id']).doUpdateSet({ is_disabled: isDisabled }),
    )
    .execute();
}
