/** Stores and links files that are attached to records of any area (spec/areas/collaboration/attachments). */
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { AcceptedFile } from '#documents/files/receive';
import { inSeconds, signatureOf } from '#platform/files/signatures';
import { safeName } from '#platform/ports/files';
import type { Ports } from '#platform/ports/index';

type Schemas = components['schemas'];

export interface AttachmentOwner {
  readonly entityType: Schemas['AttachmentEntityType'];
  readonly entityId: string;
}

export interface AttachmentRow extends AttachmentOwner {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly description: string | null;
  readonly uploadedById: string | null;
  readonly via: string | null;
  readonly fileKey: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

export const attachmentColumns = columnsOf(
  'attachment',
  'id',
  'name',
  'mimeType',
  'size',
  'sha256',
  'description',
  'entityType',
  'entityId',
  'uploadedById',
  'via',
  'fileKey',
  'createdAt',
  'updatedAt',
  'version',
);

/** Lifetime of a link, in seconds (attachments, rule 8). */
export const linkLifetimeSeconds = 900;

export interface NewAttachment extends AttachmentOwner {
  /** The id of the user who uploads the file. */
  readonly uploadedById: string;
  /** The credential that adds the file; null if it is a session of the user. */
  readonly via: string | null;
  /** The description from the request. */
  readonly description?: string | undefined;
  /** The position of the file in the request; later files get later creation times, so that lists keep the order. */
  readonly index?: number;
}

/** @returns the folder in the file store for the files of a record */
export function attachmentFolder({ entityType, entityId }: AttachmentOwner): string {
  return `attachments/${entityType}/${safeName(entityId)}`;
}

/** Attaches a stored file to a record. An empty description is stored as null. @returns the attachment */
export function addAttachment(db: OrganizationDatabase, file: AcceptedFile, attachment: NewAttachment): Promise<AttachmentRow> {
  return insertAttachment(db, file, { ...attachment, description: attachment.description || undefined });
}

/** Attaches a stored file with its description unchanged. @returns the attachment */
export function insertAttachment(
  db: OrganizationDatabase,
  file: AcceptedFile,
  { entityType, entityId, uploadedById, via, description, index = 0 }: NewAttachment,
): Promise<AttachmentRow> {
  const createdAt = new Date(Date.now() + index).toISOString();
  return db
    .insertInto('attachment')
    .values({
      id: newId('att'),
      name: file.name,
      mime_type: file.type,
      size: file.size,
      sha256: file.sha256,
      description: description ?? null,
      entity_type: entityType,
      entity_id: entityId,
      uploaded_by_id: uploadedById,
      via,
      file_key: file.key,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning(attachmentColumns)
    .executeTakeFirstOrThrow();
}

/** @returns the attachment in the format of the API, without its storage key */
export function toAttachment({ fileKey: _key, ...row }: AttachmentRow): Schemas['Attachment'] {
  return { ...row, type: attachmentTypeOf(row.mimeType), commentId: row.entityType === 'comment' ? row.entityId : null };
}

/** @returns the type of an attachment with this media type (spec/areas/collaboration/attachments) */
export function attachmentTypeOf(mimeType: string): Schemas['AttachmentType'] {
  const mainType = mimeType.slice(0, mimeType.indexOf('/'));
  switch (mainType) {
    case 'image':
    case 'video':
    case 'audio':
      return mainType;
    case 'application':
    case 'text':
      return 'document';
    default:
      return 'other';
  }
}

/** @returns a signed link to the file, valid for `linkLifetimeSeconds` seconds */
export async function signLink(
  { files, secrets, baseUrl }: Ports,
  organizationId: string,
  { id, fileKey, name, mimeType }: AttachmentRow,
  disposition: 'attachment' | 'inline' = 'attachment',
): Promise<string> {
  // This server itself serves files that the browser displays, because it sends headers that sandbox them; a bucket does not.
  if (files.direct && disposition === 'attachment') return files.direct.download(fileKey, linkLifetimeSeconds, { name, type: mimeType });
  const expires = inSeconds(linkLifetimeSeconds);
  const signature = signatureOf(secrets, { method: 'GET', id, expires, disposition }, organizationId);
  return `${baseUrl}/v1/attachments/${id}/content?expires=${expires}&signature=${signature}${disposition === 'inline' ? '&disposition=inline' : ''}`;
}

/** @returns the attachment with a link, for the response to its upload */
export async function toAttachmentWithUrl(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  row: AttachmentRow,
): Promise<Schemas['AttachmentWithUrl']> {
  return { ...toAttachment(row), downloadUrl: await signLink(ports, db.organizationId, row) };
}
