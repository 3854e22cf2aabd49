/** Files kept with records of any area (spec/areas/attachments): who takes in a file for a record keeps it here. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AcceptedFile } from '../files/receive.ts';
import { inSeconds, signatureOf } from '../../platform/files/signatures.ts';
import { safeName } from '../../platform/ports/files.ts';
import type { Ports } from '../../platform/ports/index.ts';

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
  readonly fileKey: string;
  readonly createdAt: string;
  readonly updatedAt: string;
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
  'fileKey',
  'createdAt',
  'updatedAt',
);

/** Seconds for which a link works (spec/areas/attachments, rule 8). */
export const linkWorks = 900;

export interface NewAttachment extends AttachmentOwner {
  /** User id. */
  readonly uploadedById: string;
  /** What was said of it. */
  readonly description?: string | undefined;
  /** Place among the files that come with one request, which else had no order: they come at the same time. */
  readonly index?: number;
}

/** Where files of a record are stored. */
export function folderOf({ entityType, entityId }: AttachmentOwner): string {
  return `attachments/${entityType}/${safeName(entityId)}`;
}

/** Keeps a file that was stored there with a record. Its description is trimmed; a blank one is none. @returns what is kept */
export function keepAttachment(db: OrganizationDatabase, file: AcceptedFile, attachment: NewAttachment): Promise<AttachmentRow> {
  return insertAttachment(db, file, { ...attachment, description: attachment.description?.trim() || undefined });
}

/** The same, with its description as it was given. @returns what is kept */
export function insertAttachment(
  db: OrganizationDatabase,
  file: AcceptedFile,
  { entityType, entityId, uploadedById, description, index = 0 }: NewAttachment,
): Promise<AttachmentRow> {
  const at = new Date(Date.now() + index).toISOString();
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
      file_key: file.key,
      created_at: at,
      updated_at: at,
    })
    .returning(attachmentColumns)
    .executeTakeFirstOrThrow();
}

/** As the interface shows it: without its key. */
export function attachmentOf({ fileKey: _key, ...row }: AttachmentRow): Schemas['Attachment'] {
  return { ...row, type: kindOf(row.mimeType), commentId: row.entityType === 'comment' ? row.entityId : null };
}

/** The kind of file, from its media type (spec/areas/attachments). */
export function kindOf(mimeType: string): Schemas['AttachmentType'] {
  const main = mimeType.slice(0, mimeType.indexOf('/'));
  switch (main) {
    case 'image':
    case 'video':
    case 'audio':
      return main;
    case 'application':
    case 'text':
      return 'document';
    default:
      return 'other';
  }
}

/** A signed link to the file, good for `linkWorks` seconds. */
export async function linkTo(
  { files, secrets, baseUrl }: Ports,
  organizationId: string,
  { id, fileKey, name, mimeType }: AttachmentRow,
  disposition: 'attachment' | 'inline' = 'attachment',
): Promise<string> {
  // What is shown in the browser comes from here, with the headers that shut it in: a bucket sends none.
  if (files.direct && disposition === 'attachment') return files.direct.download(fileKey, linkWorks, { name, type: mimeType });
  const expires = inSeconds(linkWorks);
  const signature = signatureOf(secrets, { method: 'GET', id, expires, disposition }, organizationId);
  return `${baseUrl}/v1/attachments/${id}/content?expires=${expires}&signature=${signature}${disposition === 'inline' ? '&disposition=inline' : ''}`;
}

/** Each with a link, as the answer to who added it. */
export async function withLink(
  { db, ports }: Pick<OrganizationContext, 'db' | 'ports'>,
  row: AttachmentRow,
): Promise<Schemas['AttachmentWithUrl']> {
  return { ...attachmentOf(row), downloadUrl: await linkTo(ports, db.organizationId, row) };
}
