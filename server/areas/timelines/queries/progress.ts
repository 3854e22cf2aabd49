/** The figures behind the phases (spec/areas/timelines, rule 7). */
import { peopleFigures } from '../../../domain/scores/people.ts';
import { countPolicies } from '../../../domain/scores/policies.ts';
import { isCarriedIn } from '../../../domain/tasks/carried.ts';
import { isDone } from '../../../domain/tasks/status.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Figures, MeasuredType } from '../rules/progress.ts';

/** Asks for the figures of a completion type in an adopted framework. */
export type Progress = (type: MeasuredType, instanceId: string) => Promise<Figures>;

/**
 * Reads each figure at most once.
 * @param staffDomains e-mail domains of the operator, whose people do not count
 */
export function progressIn(db: OrganizationDatabase, staffDomains: readonly string[]): Progress {
  const known = new Map<string, Promise<Figures>>();
  return (type, instanceId) => {
    const key = type === 'AUTO_TASKS' ? instanceId : type;
    const figures = known.get(key) ?? read(db, staffDomains, type, instanceId);
    known.set(key, figures);
    return figures;
  };
}

async function read(db: OrganizationDatabase, staffDomains: readonly string[], type: MeasuredType, instanceId: string): Promise<Figures> {
  switch (type) {
    case 'AUTO_POLICIES': {
      const { total, published } = await countPolicies(db);
      return { total, done: published };
    }
    case 'AUTO_PEOPLE': {
      const { total, completed } = await peopleFigures(db, staffDomains);
      return { total, done: completed };
    }
    case 'AUTO_TASKS': {
      const { total, done } = await taskWork(db, instanceId);
      return { total, done };
    }
  }
}

/** The tasks that active controls have in an adopted framework, without archived ones. */
export async function taskWork(
  db: OrganizationDatabase,
  instanceId: string,
): Promise<Figures & { readonly lastCompletedAt: string | null }> {
  const tasks = await db
    .selectFrom('task')
    .select(['status', 'last_completed_at as lastCompletedAt'])
    .where('archived_at', 'is', null)
    .where((eb) => isCarriedIn(eb, instanceId))
    .execute();
  const completions = tasks.flatMap(({ lastCompletedAt }) => lastCompletedAt ?? []).toSorted();
  return {
    total: tasks.length,
    done: tasks.filter(({ status }) => isDone(status)).length,
    lastCompletedAt: completions.at(-1) ?? null,
  };
}
