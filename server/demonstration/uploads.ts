/** Creates file uploads through links. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { safeName } from '#platform/ports/files';
import type { Store } from './store.ts';
import { addSeconds } from './calendar.ts';
import { files } from './files.ts';
import type { DemoContext } from './demo-context.ts';

/** Returns an upload whose link expired before a file arrived, and an upload whose file arrived and is kept for a day. */
export async function createUploads(
  { organizationId: organization_id, calendar }: DemoContext,
  store: Store,
): Promise<Insertable<SystemTables['upload']>[]> {
  const createUpload = (createdAt: string, name: string, type: string) => ({
    id: newId('upl'),
    organization_id,
    purpose: 'evidence' as const,
    file_name: name,
    file_type: type,
    file_key: `${organization_id}/uploads/evidence/${Date.parse(createdAt)}-${safeName(name)}`,
    created_at: createdAt,
    expires_at: addSeconds(createdAt, 900),
  });
  const { name, type, make } = files.checklist;
  const [expiredUpload, storedUpload] = [
    createUpload(calendar.ago(12, 'forgotten upload'), 'Firewall rules.xlsx', 'application/vnd.ms-excel'),
    createUpload(calendar.now, name, type),
  ];
  const sizeAndHash = await store.put(storedUpload.file_key, await make());
  return [
    { ...expiredUpload, kept: false },
    {
      ...storedUpload,
      ...sizeAndHash,
      content_key: storedUpload.file_key,
      uploaded_at: calendar.now,
      expires_at: addSeconds(calendar.now, 24 * 3600),
    },
  ];
}
