/** When scheduled checks of tasks are due (tasks, rule 14). */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Frequency = components['schemas']['TaskFrequency'];

const months = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const day = 24 * 3_600_000;

/**
 * @param frequency of the task's checks
 * @param lastRunAt when all of them last ran; null for never
 * @returns whether they are due: daily, or after the number of days or calendar months, counted in UTC
 */
export function isCheckDue(frequency: Frequency, lastRunAt: string | null, now: Date): boolean {
  if (frequency === 'daily' || lastRunAt === null) return true;
  const last = new Date(lastRunAt);
  if (frequency === 'weekly') return Math.floor(now.getTime() / day) - Math.floor(last.getTime() / day) >= 7;
  return monthOf(now) - monthOf(last) >= months[frequency];
}

const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();

/** @returns the templates whose checks can wait: the organization has tasks of the template, and the checks of none of them are due */
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
    task.automationStatus === 'AUTOMATED' && isCheckDue(task.integrationScheduleFrequency, task.integrationLastRunAt, now);
  const due = new Set(tasks.filter(isDue).map(({ taskTemplateId }) => taskTemplateId));
  return new Set(tasks.flatMap(({ taskTemplateId: id }) => (id !== null && !due.has(id) ? [id] : [])));
}
