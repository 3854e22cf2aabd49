/** Queries for the tasks of automations, and for the hosts that automations may call. */
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

/** Locks a task so that it cannot be deleted until the transaction ends; it can still be read and changed. */
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
