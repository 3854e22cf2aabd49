/** Invalidates the approvals of tasks whose content has changed (tasks, rule 22). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { outdateApprovals } from '#domain/approvals/stored';

const approvedTexts = ['title', 'description', 'notRelevantJustification'] as const;
type Texts = Readonly<Record<(typeof approvedTexts)[number], string | null>>;

/** @returns whether any text that an approval of the task covers has changed (tasks, rule 22) */
export function hasChangedTexts(before: Texts, after: Texts): boolean {
  return approvedTexts.some((field) => before[field] !== after[field]);
}

/** Invalidates the approval of a task whose content has changed. The task keeps its status. @returns whether the task was approved */
export async function outdateTaskApproval(db: OrganizationDatabase, taskId: string): Promise<boolean> {
  const outdated = await db
    .updateTable('task')
    .set({ approved_at: null })
    .where('id', '=', taskId)
    .where('approved_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!outdated) return false;
  await outdateApprovals(db, { kind: 'task', id: taskId });
  return true;
}
