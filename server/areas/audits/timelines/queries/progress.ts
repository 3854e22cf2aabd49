/** Reads the progress of phases (timelines, rule 7). */
import { countPeople } from '#domain/frameworks/scores/people';
import { countPolicies } from '#domain/frameworks/scores/policies';
import { isLinkedInFramework } from '#domain/tasks/linked-in-framework';
import { isDone } from '#domain/tasks/status';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Figures, MeasuredType } from '../rules/progress.ts';

/** Returns the progress figures for a completion type in an adopted framework. */
export type ProgressReader = (type: MeasuredType, instanceId: string) => Promise<Figures>;

/**
 * Returns a function that reads each figure at most once.
 * @param staffDomains e-mail domains of the operator, whose staff are not counted
 */
export function createProgressReader(db: OrganizationDatabase, staffDomains: readonly string[]): ProgressReader {
  const cache = new Map<string, Promise<Figures>>();
  return (type, instanceId) => {
    const key = type === 'auto_tasks' ? instanceId : type;
    const figures = cache.get(key) ?? readFigures(db, staffDomains, type, instanceId);
    cache.set(key, figures);
    return figures;
  };
}

async function readFigures(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
  type: MeasuredType,
  instanceId: string,
): Promise<Figures> {
  switch (type) {
    case 'auto_policies': {
      const { total, published } = await countPolicies(db, 'all');
      return { total, done: published };
    }
    case 'auto_people': {
      const { total, completed } = await countPeople(db, staffDomains);
      return { total, done: completed };
    }
    case 'auto_tasks': {
      const { total, done } = await countTasks(db, instanceId);
      return { total, done };
    }
  }
}

/** Counts the unarchived tasks of active controls in an adopted framework, and finds when a task was last completed. */
export async function countTasks(
  db: OrganizationDatabase,
  instanceId: string,
): Promise<Figures & { readonly lastCompletedAt: string | null }> {
  const tasks = await db
    .selectFrom('task')
    .select(['status', 'last_completed_at as lastCompletedAt'])
    .where('archived_at', 'is', null)
    .where((eb) => isLinkedInFramework(eb, instanceId))
    .execute();
  const completions = tasks.flatMap(({ lastCompletedAt }) => lastCompletedAt ?? []).toSorted();
  return {
    total: tasks.length,
    done: tasks.filter(({ status }) => isDone(status)).length,
    lastCompletedAt: completions.at(-1) ?? null,
  };
}
