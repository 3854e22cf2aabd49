/** Queries about the tasks of automations. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

export type TaskOfAutomations = NonNullable<Awaited<ReturnType<typeof findTask>>>;

export function findTask(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'title', 'assigneeId'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns the same, with a shared lock: related records can be added while others read and change the task */
export function shareLockTask(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'title', 'assigneeId'))
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

/** @returns the hosts that the organization's checks may call */
export async function findAllowedHosts(db: OrganizationDatabase): Promise<readonly string[]> {
  return (await db.selectFrom('organization').select('automation_allowed_hosts as hosts').executeTakeFirstOrThrow()).hosts;
}
