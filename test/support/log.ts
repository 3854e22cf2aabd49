import type { Database } from '../../server/platform/database/open.ts';
import { within } from './organization.ts';

/** What the log of an organization tells, in its order: of which record, what was done, and what was changed. */
export async function toldOf(database: Database, organizationId: string) {
  const entries = await within(database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_type as entityType', 'entity_id as entityId', 'data']).orderBy('sequence').execute(),
  );
  return entries.map(({ data, ...entry }) => ({ ...entry, action: memberOf(data, 'action'), changes: memberOf(data, 'changes') }));
}

function memberOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : undefined;
}
