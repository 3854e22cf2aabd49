/** Queries about attachments that document the start or the end of an employment. The owner identifies which of the two, and the person. */
import type { AttachmentOwner, AttachmentRow } from '#domain/collaboration/attachments/attachments';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

const columns = columnsOf('attachment', 'id', 'name', 'mimeType', 'size', 'fileKey', 'createdAt');

export type EvidenceRow = Pick<AttachmentRow, 'id' | 'name' | 'mimeType' | 'size' | 'fileKey' | 'createdAt'>;

/** Oldest first. */
export function listEvidence(db: OrganizationDatabase, { entityType, entityId }: AttachmentOwner): Promise<EvidenceRow[]> {
  return db
    .selectFrom('attachment')
    .select(columns)
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', entityId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns the deleted file; undefined if this owner has no such file */
export function deleteEvidence(
  db: OrganizationDatabase,
  { entityType, entityId }: AttachmentOwner,
  id: string,
): Promise<Pick<EvidenceRow, 'name' | 'size'> | undefined> {
  return db
    .deleteFrom('attachment')
    .where('id', '=', id)
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', entityId)
    .returning(['name', 'size'])
    .executeTakeFirst();
}
