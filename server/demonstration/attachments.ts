/** Creates the attachments of risks and mitigation tasks. */
import type { Insertable } from 'kysely';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { safeName } from '#platform/ports/files';
import type { Store } from './store.ts';
import { evidence } from './data/discussion.ts';
import { type FileName, files } from './files.ts';
import type { Member, Members } from './member.ts';
import { findRecord } from './records.ts';
import type { RiskRows } from './risks.ts';
import type { DemoContext } from './demo-context.ts';

type Row = Insertable<SystemTables['attachment']>;
export interface NewAttachment extends Pick<components['schemas']['Attachment'], 'entityType' | 'entityId'> {
  readonly file: FileName;
  readonly uploader: Member;
  readonly uploadedAt: string;
  readonly description?: string | undefined;
}

/** Stores a file, and returns the row of its attachment. */
export async function storeAttachment(
  { organizationId: organization_id }: DemoContext,
  store: Store,
  { entityType, entityId, file, uploader, uploadedAt, description }: NewAttachment,
): Promise<Row> {
  const { name, type, make } = files[file];
  const [id, bytes] = [newId('att'), await make()];
  const key = `${organization_id}/attachments/${entityType}/${entityId}/${Date.parse(uploadedAt)}-${id.slice(-16)}-${safeName(name)}`;
  const { size, sha256 } = await store.put(key, bytes);
  return {
    id,
    organization_id,
    name,
    mime_type: type,
    size,
    sha256,
    description: description ?? null,
    entity_type: entityType,
    entity_id: entityId,
    uploaded_by_id: uploader.user.id,
    file_key: key,
    created_at: uploadedAt,
    updated_at: uploadedAt,
  };
}

/** @returns the rows of the attachments, and the ids of the attachments to delete again */
export async function createAttachments(
  demo: DemoContext,
  members: Members,
  risks: RiskRows,
  store: Store,
): Promise<{ readonly rows: readonly Row[]; readonly deletedIds: readonly string[] }> {
  const rows: Row[] = [];
  const deletedIds: string[] = [];
  for (const { file, by: uploaderName, ago, description, deleted: deletedAgo, ...recordName } of evidence) {
    const [uploader, uploadedAt] = [members.of(uploaderName), demo.calendar.ago(ago, `${file} attached`)];
    const auditedRecord = findRecord(risks, recordName);
    const row = await storeAttachment(demo, store, {
      entityType: auditedRecord.entityType === 'risk' ? 'risk' : 'task_item',
      entityId: auditedRecord.entityId,
      file,
      uploader,
      uploadedAt,
      description,
    });
    rows.push(row);
    const fields = { fileName: row.name, fileSize: row.size };
    const changes = Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
    demo.log.write(uploadedAt, uploader, 'createAttachment', {}, { ...auditedRecord, description: 'Added attachment', changes });
    if (deletedAgo === undefined) continue;
    deletedIds.push(row.id);
    const deletionChanges = Object.fromEntries(Object.entries(fields).map(([field, previous]) => [field, { previous, current: null }]));
    demo.log.write(
      demo.calendar.ago(deletedAgo, `${file} deleted`),
      uploader,
      'deleteAttachment',
      { path: { attachmentId: row.id } },
      { ...auditedRecord, description: 'Deleted attachment', changes: deletionChanges },
    );
  }
  return { rows, deletedIds };
}
