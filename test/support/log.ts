import type { Database } from '#platform/database/open';
import { within } from './organization.ts';

/** @returns the record, the action, and the changes of each audit entry of an organization, oldest first */
export async function readLog(database: Database, organizationId: string) {
  const entries = await within(database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_type as entityType', 'entity_id as entityId', 'data']).orderBy('sequence').execute(),
  );
  return entries.map(({ data, ...entry }) => ({ ...entry, action: fieldOf(data, 'action'), changes: fieldOf(data, 'changes') }));
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : undefined;
}
