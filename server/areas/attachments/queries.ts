import { attachmentColumns, type AttachmentOwner, type AttachmentRow } from '../../attachments/attachments.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { findPage, type Page, type PageRequest } from '../../database/page.ts';

/** Oldest first. */
export function listAttachments(db: OrganizationDatabase, { entityType, entityId }: AttachmentOwner, page: PageRequest): Promise<Page<AttachmentRow>> {
  const query = db.selectFrom('attachment').select(attachmentColumns).where('entity_type', '=', entityType).where('entity_id', '=', entityId);
  return findPage(query, { by: 'created_at', id: 'id' }, { ...page, sortOrder: 'asc' });
}

/** @param hold whether it must stay until the transaction ends */
export function findAttachment(db: OrganizationDatabase, id: string, hold = false): Promise<AttachmentRow | undefined> {
  const query = db.selectFrom('attachment').select(attachmentColumns).where('id', '=', id);
  return (hold ? query.forUpdate() : query).executeTakeFirst();
}

export async function deleteAttachment(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('attachment').where('id', '=', id).execute();
}
