/** Starts the reading of attachments (spec/areas/search, rule 17): one run for each organization that has some to read. */
import type { Database } from '../../../platform/database/open.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { scheduleActor } from '../../../platform/identity/schedule-actor.ts';

/** Where a run is under way there is no second one, whatever number of servers looks. @returns how many runs were started */
export async function readDueAttachments({ system, tenant }: Database, now: Date): Promise<number> {
  const due = await system
    .selectFrom('attachment')
    .select('organization_id as organizationId')
    .distinct()
    .where('reading_due_at', '<=', now.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('run')
            .select('run.id')
            .whereRef('run.organization_id', '=', 'attachment.organization_id')
            .where('run.kind', '=', 'read_attachments')
            .where('run.status', 'in', ['queued', 'running']),
        ),
      ),
    )
    .execute();
  let started = 0;
  for (const { organizationId } of due)
    await writeScheduled(tenant, organizationId, async (db) => {
      const actor = await scheduleActor(db);
      if (actor && (await startRun(db, actor, { kind: 'read_attachments', subject: organizationId }))) started += 1;
    });
  return started;
}
