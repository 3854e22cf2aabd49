/** Adapts task descriptions to the frameworks that an organization has adopted (tasks, rule 3). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { listAdoptedNames } from '#domain/frameworks/adopted';
import { visibleDescription } from './description.ts';

/** @returns the tasks, without the paragraphs for frameworks that the organization has not adopted */
export async function withVisibleDescriptions<Task extends { readonly description: string }>(
  db: OrganizationDatabase,
  tasks: readonly Task[],
): Promise<Task[]> {
  const names = tasks.length ? await listAdoptedNames(db) : [];
  return tasks.map((task) => ({ ...task, description: visibleDescription(task.description, names) }));
}
