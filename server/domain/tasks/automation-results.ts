/** Finds the results of the automations of tasks (tasks, rule 17). */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';

/** The results of the enabled automations of a task. */
export interface AutomationResults {
  /** Whether the latest run of each automation passed. Cancelled runs and test runs of drafts do not count. */
  readonly passed: readonly boolean[];
  /** Whether any of the automations has never run. */
  readonly isWaiting: boolean;
}

/** @returns a function that returns the results of a task's enabled automations */
export async function findAutomationResults(
  db: OrganizationDatabase,
  taskIds: readonly string[],
): Promise<(taskId: string) => AutomationResults> {
  const rows = taskIds.length
    ? await db
        .selectFrom('evidence_automation as a')
        .where('a.task_id', 'in', taskIds)
        .where('a.is_enabled', '=', true)
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('evidence_automation_run as r')
              .select(['r.id', 'r.evaluation_status'])
              .whereRef('r.evidence_automation_id', '=', 'a.id')
              .where('r.version', 'is not', null)
              .where('r.status', 'in', ['completed', 'failed'])
              .orderBy('r.created_at', 'desc')
              .orderBy('r.id', 'desc')
              .limit(1)
              .as('latest'),
          (join) => join.on(sql<boolean>`true`),
        )
        .select(['a.task_id', 'latest.id', 'latest.evaluation_status'])
        .execute()
    : [];
  const rowsByTask = Map.groupBy(rows, ({ task_id }) => task_id);
  return (taskId) => {
    const automations = rowsByTask.get(taskId) ?? [];
    return {
      passed: automations.flatMap(({ id, evaluation_status }) => (id === null ? [] : [evaluation_status === 'pass'])),
      isWaiting: automations.some(({ id }) => id === null),
    };
  };
}
