/** Queries for attachments. */
import { attachmentColumns, type AttachmentOwner, type AttachmentRow } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

const attachmentList = PagedList.of((db, param: Params<AttachmentOwner>) =>
  db
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('entity_type', '=', param('entityType'))
    .where('entity_id', '=', param('entityId')),
);

/** Lists the attachments of a record, oldest first. */
export function listAttachments(db: OrganizationDatabase, owner: AttachmentOwner, page: PageRequest): Promise<Page<AttachmentRow>> {
  return attachmentList.page(db, owner, { by: 'created_at', id: 'id' }, { ...page, sortOrder: 'asc' });
}

const selectById = (db: OrganizationDatabase, id: string) => db.selectFrom('attachment').select(attachmentColumns).where('id', '=', id);

export function findAttachment(db: OrganizationDatabase, id: string): Promise<AttachmentRow | undefined> {
  return selectById(db, id).executeTakeFirst();
}

/** @returns the attachment, locked until the transaction ends */
export function lockAttachment(db: OrganizationDatabase, id: string): Promise<AttachmentRow | undefined> {
  return selectById(db, id).forUpdate().executeTakeFirst();
}

export async function deleteAttachment(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('attachment').where('id', '=', id).execute();
}
