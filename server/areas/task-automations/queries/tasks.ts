/** What automations have to know of their task. */
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

export type TaskOfAutomations = NonNullable<Awaited<ReturnType<typeof findTask>>>;

export function findTask(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'title', 'assigneeId'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** @returns the same, to which something can be added while others read and change it */
export function holdTask(db: OrganizationDatabase, id: string) {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'title', 'assigneeId'))
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

/** @returns the hosts that checks of the organization may call */
export async function allowedHosts(db: OrganizationDatabase): Promise<readonly string[]> {
  return (await db.selectFrom('organization').select('automation_allowed_hosts as hosts').executeTakeFirstOrThrow()).hosts;
}
