/** Runs of automations that end with their task or their automation (spec/areas/task-automations, rule 8). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { cancelRuns } from '../../platform/jobs/cancel.ts';

/**
 * Cancels the runs under way for these tasks. Call it before the tasks are locked, because a step of a run holds the run before it locks its
 * task.
 */
export async function cancelAutomationsOf(db: OrganizationDatabase, taskIds: readonly string[]): Promise<void> {
  if (!taskIds.length) return;
  const runs = await db
    .selectFrom('evidence_automation_run')
    .select('run_id')
    .where('task_id', 'in', taskIds)
    .where('status', 'in', ['pending', 'running'])
    .orderBy('run_id')
    .execute();
  await cancelRuns(
    db,
    runs.flatMap(({ run_id: runId }) => runId ?? []),
  );
}

/** @returns the member who is assigned to the task that a background run is for; undefined when nobody is */
export async function assigneeOfRun(db: OrganizationDatabase, runId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('evidence_automation_run as r')
    .innerJoin('task', 'task.id', 'r.task_id')
    .select('task.assignee_id')
    .where('r.run_id', '=', runId)
    .executeTakeFirst();
  return row?.assignee_id ?? undefined;
}
