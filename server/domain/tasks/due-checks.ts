/** Decides when scheduled checks of tasks are due (tasks, rule 14). */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Frequency = components['schemas']['TaskFrequency'];

const months = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const dayMs = 24 * 3_600_000;

/**
 * @param frequency the frequency of the task's checks
 * @param lastRunAt the time when all the checks last ran; null if they never ran
 * @returns whether the checks are due. Daily checks are always due; other checks are due after 7 days or some calendar months, in UTC.
 */
export function isCheckDue(frequency: Frequency, lastRunAt: string | null, now: Date): boolean {
  if (frequency === 'daily' || lastRunAt === null) return true;
  const lastRun = new Date(lastRunAt);
  if (frequency === 'weekly') return Math.floor(now.getTime() / dayMs) - Math.floor(lastRun.getTime() / dayMs) >= 7;
  return monthOf(now) - monthOf(lastRun) >= months[frequency];
}

const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();

/** @returns the templates whose checks can wait, because the organization has tasks of the template but no task has due checks */
export async function findWaitingTemplates(
  db: OrganizationDatabase,
  templateIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (!templateIds.length) return new Set();
  const tasks = await db
    .selectFrom('task')
    .select(columnsOf('task', 'taskTemplateId', 'automationStatus', 'integrationScheduleFrequency', 'integrationLastRunAt'))
    .where('task_template_id', 'in', templateIds)
    .where('archived_at', 'is', null)
    .execute();
  const isDue = (task: (typeof tasks)[number]) =>
    task.automationStatus === 'automated' && isCheckDue(task.integrationScheduleFrequency, task.integrationLastRunAt, now);
  const dueTemplates = new Set(tasks.filter(isDue).map(({ taskTemplateId }) => taskTemplateId));
  return new Set(tasks.flatMap(({ taskTemplateId: id }) => (id !== null && !dueTemplates.has(id) ? [id] : [])));
}
