/** Creates a cancelled background run. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

export function cancelledRun(
  { organizationId: organization_id, calendar }: DemoContext,
  members: Members,
): Insertable<SystemTables['run']> {
  const createdAt = calendar.ago(6, 'employee sync');
  const { id } = members.of('ingrid');
  return {
    id: newId('run'),
    organization_id,
    kind: 'employee_sync',
    status: 'cancelled',
    attempts: 1,
    created_at: createdAt,
    due_at: createdAt,
    started_at: addSeconds(createdAt, 1),
    finished_at: addSeconds(createdAt, 20),
    actor: JSON.stringify({ credential: 'session', id }),
  };
}
