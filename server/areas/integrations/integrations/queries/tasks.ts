/** Tasks that checks give evidence for. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

export interface CheckedTask {
  readonly id: string;
  readonly taskTemplateId: string | null;
}

/** @returns the task, unless it is archived */
export function findTask(db: OrganizationDatabase, id: string): Promise<CheckedTask | undefined> {
  return db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'taskTemplateId'))
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** @returns the task, locked until the transaction ends, unless it is archived */
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
