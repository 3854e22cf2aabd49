import type { Insertable } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../platform/database/ids.ts';
import { safeName } from '../platform/ports/files.ts';
import type { Store } from './ledger.ts';
import { later } from './calendar.ts';
import { files } from './files.ts';
import type { DemoContext } from './demo-context.ts';

/** One whose address ran out before anything came, and one that waits to be used, for a day. */
export async function uploadsOf(
  { organizationId: organization_id, calendar }: DemoContext,
  store: Store,
): Promise<Insertable<SystemTables['upload']>[]> {
  const upload = (at: string, name: string, type: string) => ({
    id: newId('upl'),
    organization_id,
    purpose: 'evidence' as const,
    file_name: name,
    file_type: type,
    file_key: `${organization_id}/uploads/evidence/${Date.parse(at)}-${safeName(name)}`,
    created_at: at,
    expires_at: later(at, 900),
  });
  const { name, type, make } = files.checklist;
  const [forgotten, waiting] = [
    upload(calendar.ago(12, 'forgotten upload'), 'Firewall rules.xlsx', 'application/vnd.ms-excel'),
    upload(calendar.now, name, type),
  ];
  const measure = await store.put(waiting.file_key, await make());
  return [
    { ...forgotten, kept: false },
    { ...waiting, ...measure, content_key: waiting.file_key, uploaded_at: calendar.now, expires_at: later(calendar.now, 24 * 3600) },
  ];
}
