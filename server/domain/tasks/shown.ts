/** Tasks as an organization is shown them (spec/areas/tasks, rule 3). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { adoptedNames } from '../frameworks/adopted.ts';
import { shownDescription } from './description.ts';

/** @returns the same tasks, without the paragraphs that are not for this organization */
export async function asShown<Task extends { readonly description: string }>(
  db: OrganizationDatabase,
  tasks: readonly Task[],
): Promise<Task[]> {
  const names = tasks.length ? await adoptedNames(db) : [];
  return tasks.map((task) => ({ ...task, description: shownDescription(task.description, names) }));
}
