/** Queries for attachments. */
import { attachmentColumns, type AttachmentOwner, type AttachmentRow } from '#domain/collaboration/attachments/attachments';
import type { FilterOf } from '#contract/types';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';

type Filter = FilterOf<'listAttachments'>;

const attachmentList = PagedList.of((db, param: Params<AttachmentOwner>) =>
  db
    .selectFrom('attachment')
    .select(attachmentColumns)
    .where('entity_type', '=', param('entityType'))
    .where('entity_id', '=', param('entityId')),
).filteredBy<Omit<Filter, keyof AttachmentOwner>>({ search: contains('name'), ids: anyOf('id') });
const orders = { createdAt: 'created_at', updatedAt: 'updated_at', name: 'name', size: 'size' } as const;

/** Lists the attachments of a record. */
export function listAttachments(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<AttachmentRow>> {
  return attachmentList.page(db, filter, { by: orders[page.sortBy], id: 'id' }, page);
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
