/** Schedules the reading of attachments. Each organization with unread attachments gets one run (search, rule 17). */
import type { Database } from '#platform/database/open';
import { startRun } from '#platform/jobs/start';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { findScheduleActor } from '#platform/identity/schedule-actor';

/** Starts a run for each due organization without an active run, even if several servers call it. @returns the number of started runs */
export async function readDueAttachments({ system, tenant }: Database, now: Date): Promise<number> {
  const dueOrganizations = await system
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
  let startedRuns = 0;
  for (const { organizationId } of dueOrganizations)
    await writeScheduled(tenant, organizationId, async (db) => {
      const actor = await findScheduleActor(db);
      if (actor && (await startRun(db, actor, { kind: 'read_attachments', subject: organizationId }))) startedRuns += 1;
    });
  return startedRuns;
}
