/** Cancels the automation runs of tasks, and finds the assignee of a run's task (task-automations, rule 8). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { cancelRuns } from '#platform/jobs/cancel';

/**
 * Cancels the active runs of the tasks. Call it before locking the tasks, because a step of a run locks the run before its task.
 */
export async function cancelAutomationRuns(db: OrganizationDatabase, taskIds: readonly string[]): Promise<void> {
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

/** @returns the member id of the assignee of the run's task; undefined if there is none */
export async function findAssigneeOfRun(db: OrganizationDatabase, runId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('evidence_automation_run as r')
    .innerJoin('task', 'task.id', 'r.task_id')
    .select('task.assignee_id')
    .where('r.run_id', '=', runId)
    .executeTakeFirst();
  return row?.assignee_id ?? undefined;
}
