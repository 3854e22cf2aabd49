/** What a member was given to look after, and nobody has any more once the member leaves (spec/areas/people, States). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

export interface Unassigned {
  readonly kind: 'Task' | 'Task item' | 'Policy' | 'Risk';
  readonly title: string;
}

/** Takes everything from a member. @returns what it was, kind by kind and by title */
export async function unassign(db: OrganizationDatabase, memberId: string): Promise<Unassigned[]> {
  const nobody = { assignee_id: null };
  const [tasks, items, policies, risks] = await Promise.all([
    db.updateTable('task').set(nobody).where('assignee_id', '=', memberId).returning('title').execute(),
    db.updateTable('task_item').set(nobody).where('assignee_id', '=', memberId).returning('title').execute(),
    db.updateTable('policy').set(nobody).where('assignee_id', '=', memberId).returning('name as title').execute(),
    db.updateTable('risk').set(nobody).where('assignee_id', '=', memberId).returning('title').execute(),
  ]);
  return [...of('Task', tasks), ...of('Task item', items), ...of('Policy', policies), ...of('Risk', risks)];
}

function of(kind: Unassigned['kind'], rows: readonly { readonly title: string }[]): Unassigned[] {
  return rows.map(({ title }) => ({ kind, title })).toSorted((one, other) => (one.title < other.title ? -1 : 1));
}
