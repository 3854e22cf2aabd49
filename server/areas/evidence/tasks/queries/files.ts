/** Queries for the files of tasks. */
import type { FilterOf } from '#contract/types';
import { anyOf, contains } from '#platform/database/filters';
import { attachmentColumns, type AttachmentRow } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

const sortKeys = { createdAt: 'attachment.created_at', updatedAt: 'attachment.updated_at', name: 'attachment.name' } as const;

const filesOfTask = PagedList.of((db, param: Params<{ readonly taskId: string }>) =>
  db
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('attachment.entity_type', '=', 'task')
    .where('attachment.entity_id', '=', param('taskId')),
).filteredBy<FilterOf<'listTaskAttachments'>>({
  search: contains('attachment.name', 'attachment.description'),
  ids: anyOf('attachment.id'),
});

/** @returns a page of the files of a task */
export function listFiles(
  db: OrganizationDatabase,
  taskId: string,
  filter: FilterOf<'listTaskAttachments'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<AttachmentRow>> {
  return filesOfTask.page(db, { taskId, ...filter }, { by: sortKeys[page.sortBy], id: 'attachment.id' }, page);
}

/** @returns the file; undefined if it does not exist or belongs to another task */
export function findFile(db: OrganizationDatabase, taskId: string, id: string): Promise<AttachmentRow | undefined> {
  return db
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('id', '=', id)
    .where('entity_type', '=', 'task')
    .where('entity_id', '=', taskId)
    .executeTakeFirst();
}

/** Like `findFile`, and locks the file until the transaction ends. */
export async function lockFile(db: OrganizationDatabase, taskId: string, id: string): Promise<AttachmentRow | undefined> {
  await db.selectFrom('attachment').select('id').where('id', '=', id).forUpdate().execute();
  return findFile(db, taskId, id);
}

/** @returns the id of the deleted file; undefined if a concurrent request has already deleted it */
export function deleteFile(db: OrganizationDatabase, id: string): Promise<{ readonly id: string } | undefined> {
  return db.deleteFrom('attachment').where('id', '=', id).returning('id').executeTakeFirst();
}
