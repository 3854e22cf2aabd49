/** Queries for files about the start or the end of an employment. The owner of a file identifies the member and the event. */
import type { AttachmentOwner, AttachmentRow } from '#domain/collaboration/attachments/attachments';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

const columns = columnsOf('attachment', 'id', 'name', 'mimeType', 'size', 'fileKey', 'createdAt', 'version');

export type EvidenceRow = Pick<AttachmentRow, 'id' | 'name' | 'mimeType' | 'size' | 'fileKey' | 'createdAt' | 'version'>;

/** @returns the files of an owner, oldest first */
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

/** Deletes a file. @returns its name, size and version; undefined if the file does not exist or has another owner */
export function deleteEvidence(
  db: OrganizationDatabase,
  { entityType, entityId }: AttachmentOwner,
  id: string,
): Promise<Pick<EvidenceRow, 'name' | 'size' | 'version'> | undefined> {
  return db
    .deleteFrom('attachment')
    .where('id', '=', id)
    .where('entity_type', '=', entityType)
    .where('entity_id', '=', entityId)
    .returning(['name', 'size', 'version'])
    .executeTakeFirst();
}
