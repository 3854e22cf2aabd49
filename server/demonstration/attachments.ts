import type { Insertable } from 'kysely';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { safeName } from '#platform/ports/files';
import type { Store } from './store.ts';
import { evidence } from './data/discussion.ts';
import { type FileName, files } from './files.ts';
import type { Member, Members } from './member.ts';
import { recordAt } from './records.ts';
import type { RiskRows } from './risks.ts';
import type { DemoContext } from './demo-context.ts';

type Row = Insertable<SystemTables['attachment']>;
export interface NewAttachment extends Pick<components['schemas']['Attachment'], 'entityType' | 'entityId'> {
  readonly file: FileName;
  readonly by: Member;
  readonly at: string;
  readonly description?: string | undefined;
}

/** Stores the file and returns its row. */
export async function storeAttachment(
  { organizationId: organization_id }: DemoContext,
  store: Store,
  { entityType, entityId, file, by, at, description }: NewAttachment,
): Promise<Row> {
  const { name, type, make } = files[file];
  const [id, bytes] = [newId('att'), await make()];
  const key = `${organization_id}/attachments/${entityType}/${entityId}/${Date.parse(at)}-${id.slice(-16)}-${safeName(name)}`;
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
    uploaded_by_id: by.user.id,
    file_key: key,
    created_at: at,
    updated_at: at,
  };
}

/** @returns the files of risks and of their mitigation tasks, and which of them have been deleted */
export async function attachmentsOf(
  demo: DemoContext,
  members: Members,
  risks: RiskRows,
  store: Store,
): Promise<{ readonly rows: readonly Row[]; readonly deleted: readonly string[] }> {
  const rows: Row[] = [];
  const deletedIds: string[] = [];
  for (const { file, by: name, ago, description, deleted, ...place } of evidence) {
    const [by, at] = [members.of(name), demo.calendar.ago(ago, `${file} attached`)];
    const logged = recordAt(risks, place);
    const row = await storeAttachment(demo, store, {
      entityType: logged.entityType === 'risk' ? 'risk' : 'task_item',
      entityId: logged.entityId,
      file,
      by,
      at,
      description,
    });
    rows.push(row);
    const fields = { fileName: row.name, fileSize: row.size };
    const changes = Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
    demo.log.write(at, by, 'createAttachment', {}, { ...logged, description: 'Added attachment', changes });
    if (deleted === undefined) continue;
    deletedIds.push(row.id);
    const removed = Object.fromEntries(Object.entries(fields).map(([field, previous]) => [field, { previous, current: null }]));
    demo.log.write(
      demo.calendar.ago(deleted, `${file} deleted`),
      by,
      'deleteAttachment',
      { path: { attachmentId: row.id } },
      { ...logged, description: 'Deleted attachment', changes: removed },
    );
  }
  return { rows, deleted: deletedIds };
}
