/** What a member was given to look after, and nobody has any more once the member leaves (spec/areas/people, States). */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { removeFromChart } from '../org-chart/remove.ts';

export interface Unassigned {
  readonly kind: 'Task' | 'Review of task' | 'Task item' | 'Policy' | 'Policy to approve' | 'Risk' | 'Control' | 'Vendor';
  readonly title: string;
}

/**
 * Holds what a member was given and then the member, until the transaction ends. Whoever gives something to a member holds it first and the
 * member then, too, so that the two never wait for each other.
 */
export async function holdLeaving(db: OrganizationDatabase, memberId: string): Promise<void> {
  await db.selectNoFrom((eb) => eb.fn<unknown>('hold_leaving', [eb.val(memberId)]).as('held')).execute();
}

/** The same of several members: what all of them were given is held before the first of them. */
export async function holdAllLeaving(db: OrganizationDatabase, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length) await db.selectNoFrom((eb) => eb.fn<unknown>('hold_all_leaving', [eb.val([...memberIds])]).as('held')).execute();
}

/**
 * Takes everything from a member, the reviews that wait for them (spec/areas/tasks, rule 7), the place in the chart and what they were told.
 * @returns what it was of the first, kind by kind and by title
 */
export async function unassign(db: OrganizationDatabase, memberId: string): Promise<Unassigned[]> {
  const nobody = { assignee_id: null };
  await removeFromChart(db, memberId);
  await db.deleteFrom('notification').where('member_id', '=', memberId).execute();
  const [tasks, reviews, items, policies, approvals, risks, controls, vendors] = await Promise.all([
    db.updateTable('task').set(nobody).where('assignee_id', '=', memberId).returning('title').execute(),
    db
      .updateTable('task')
      .set({ approver_id: null })
      .where('approver_id', '=', memberId)
      .where('status', '=', 'in_review')
      .returning('title')
      .execute(),
    db.updateTable('task_item').set(nobody).where('assignee_id', '=', memberId).returning('title').execute(),
    db.updateTable('policy').set(nobody).where('assignee_id', '=', memberId).returning('name as title').execute(),
    db.updateTable('policy').set({ approver_id: null }).where('approver_id', '=', memberId).returning('name as title').execute(),
    db.updateTable('risk').set(nobody).where('assignee_id', '=', memberId).returning('title').execute(),
    db.updateTable('control').set({ owner_id: null }).where('owner_id', '=', memberId).returning('name as title').execute(),
    db.updateTable('vendor').set(nobody).where('assignee_id', '=', memberId).returning('name as title').execute(),
  ]);
  return [
    ...of('Task', tasks),
    ...of('Review of task', reviews),
    ...of('Task item', items),
    ...of('Policy', policies),
    ...of('Policy to approve', approvals),
    ...of('Risk', risks),
    ...of('Control', controls),
    ...of('Vendor', vendors),
  ];
}

function of(kind: Unassigned['kind'], rows: readonly { readonly title: string }[]): Unassigned[] {
  return rows.map(({ title }) => ({ kind, title })).toSorted((one, other) => (one.title < other.title ? -1 : 1));
}
