import type { Insertable } from 'kysely';
import type { components } from '../../generated/api.d.ts';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../platform/database/ids.ts';
import { safeName } from '../platform/ports/files.ts';
import type { Store } from './ledger.ts';
import { evidence } from './data/discussion.ts';
import { type FileName, files } from './files.ts';
import type { Member, Members } from './member.ts';
import { recordAt } from './records.ts';
import type { RiskRows } from './risks.ts';
import type { DemoContext } from './demo-context.ts';

type Row = Insertable<SystemTables['attachment']>;
export interface Attached extends Pick<components['schemas']['Attachment'], 'entityType' | 'entityId'> {
  readonly file: FileName;
  readonly by: Member;
  readonly at: string;
  readonly description?: string | undefined;
}

/** Puts the file into the store. */
export async function attach(
  { organizationId: organization_id }: DemoContext,
  store: Store,
  { entityType, entityId, file, by, at, description }: Attached,
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

/** @returns the files of risks and of the work on them, and which of them were deleted since */
export async function evidenceOf(
  scene: DemoContext,
  members: Members,
  risks: RiskRows,
  store: Store,
): Promise<{ readonly rows: readonly Row[]; readonly deleted: readonly string[] }> {
  const rows: Row[] = [];
  const gone: string[] = [];
  for (const { file, by: name, ago, description, deleted, ...place } of evidence) {
    const [by, at] = [members.of(name), scene.calendar.ago(ago, `${file} attached`)];
    const logged = recordAt(risks, place);
    const row = await attach(scene, store, {
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
    scene.log.write(at, by, 'createAttachment', {}, { ...logged, description: 'Added attachment', changes });
    if (deleted === undefined) continue;
    gone.push(row.id);
    const removed = Object.fromEntries(Object.entries(fields).map(([field, previous]) => [field, { previous, current: null }]));
    scene.log.write(
      scene.calendar.ago(deleted, `${file} deleted`),
      by,
      'deleteAttachment',
      { path: { attachmentId: row.id } },
      { ...logged, description: 'Deleted attachment', changes: removed },
    );
  }
  return { rows, deleted: gone };
}
