/** Formats tasks as lines of a table. */
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
 * @returns the fields of a line, in the order of `columnNames`
 * @param names of members, by id
 */
export function lineOf(task: Task, names: ReadonlyMap<string, string>): string[] {
  const people = { assignee: names.get(task.assigneeId ?? '') ?? null, approver: names.get(task.approverId ?? '') ?? null };
  const fields = { ...task, ...people };
  return columnNames.map((name) => fields[name] ?? '');
}
