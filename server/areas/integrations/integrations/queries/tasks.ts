/** Queries about tasks for which checks give evidence. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface CheckedTask {
  readonly id: string;
  readonly taskTemplateId: string | null;
}

/** @returns the task; undefined if it does not exist or is archived */
export function findTask(db: OrganizationDatabase, id: string): Promise<CheckedTask | undefined> {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'taskTemplateId'))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** Finds a task that is not archived, and locks it until the transaction ends. */
export function lockTask(db: OrganizationDatabase, id: string): Promise<CheckedTask | undefined> {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'taskTemplateId'))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns whether the catalog has a task template with this id */
export async function templateExists(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('task_template').select('id').where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()) !==
    undefined
  );
}
