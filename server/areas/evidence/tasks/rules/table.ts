/** Converts tasks to rows of a table. */
import type { components } from '#generated/api';

type Task = components['schemas']['Task'];

export const columnNames = [
  'id',
  'title',
  'status',
  'assignee',
  'approver',
  'department',
  'frequency',
  'reviewDate',
  'lastCompletedAt',
  'approvedAt',
  'automationStatus',
  'notRelevantJustification',
  'description',
  'createdAt',
  'updatedAt',
] as const;

/**
 * @param names a map from member id to the name of the member
 * @returns the cells of a row, in the order of `columnNames`
 */
export function taskRowOf(task: Task, names: ReadonlyMap<string, string>): string[] {
  const people = { assignee: names.get(task.assigneeId ?? '') ?? null, approver: names.get(task.approverId ?? '') ?? null };
  const fields = { ...task, ...people };
  return columnNames.map((name) => fields[name] ?? '');
}
