/** Removes the assignments of members who leave (spec/areas/workforce/people, States). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { removeFromChart } from '../org-chart/remove.ts';

export interface RemovedAssignment {
  readonly kind: 'Task' | 'Review of task' | 'Task item' | 'Policy' | 'Policy to approve' | 'Risk' | 'Control' | 'Vendor';
  readonly title: string;
}

/**
 * Locks a member's assignments and then the member, until the transaction ends. Every transaction that assigns something to a member
 * takes its locks in this order, which prevents deadlocks.
 */
export async function lockLeavingMember(db: OrganizationDatabase, memberId: string): Promise<void> {
  await db.selectNoFrom((eb) => eb.fn<unknown>('hold_leaving', [eb.val(memberId)]).as('held')).execute();
}

/** Locks the assignments of all the members and then the members, until the transaction ends. */
export async function lockLeavingMembers(db: OrganizationDatabase, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length) await db.selectNoFrom((eb) => eb.fn<unknown>('hold_all_leaving', [eb.val([...memberIds])]).as('held')).execute();
}

/**
 * Removes a member's assignments, place in the org chart and notifications. The member remains the approver of
 * policies, and of tasks that are not in review (tasks, rule 7).
 * @returns the removed assignments and the policies to approve, grouped by kind and sorted by title
 */
export async function unassign(db: OrganizationDatabase, memberId: string): Promise<RemovedAssignment[]> {
  const noAssignee = { assignee_id: null };
  await removeFromChart(db, memberId);
  await db.deleteFrom('notification').where('member_id', '=', memberId).execute();
  const [tasks, reviews, items, policies, approvals, risks, controls, vendors] = await Promise.all([
    db.updateTable('task').set(noAssignee).where('assignee_id', '=', memberId).returning('title').execute(),
    db
      .updateTable('task')
      .set({ approver_id: null })
      .where('approver_id', '=', memberId)
      .where('status', '=', 'in_review')
      .returning('title')
      .execute(),
    db.updateTable('task_item').set(noAssignee).where('assignee_id', '=', memberId).returning('title').execute(),
    db.updateTable('policy').set(noAssignee).where('assignee_id', '=', memberId).returning('name as title').execute(),
    // A policy keeps its approver, because anybody could publish a policy without an approver.
    db.selectFrom('policy').select('name as title').where('approver_id', '=', memberId).execute(),
    db.updateTable('risk').set(noAssignee).where('assignee_id', '=', memberId).returning('title').execute(),
    db.updateTable('control').set({ owner_id: null }).where('owner_id', '=', memberId).returning('name as title').execute(),
    db.updateTable('vendor').set(noAssignee).where('assignee_id', '=', memberId).returning('name as title').execute(),
  ]);
  return [
    ...toUnassigned('Task', tasks),
    ...toUnassigned('Review of task', reviews),
    ...toUnassigned('Task item', items),
    ...toUnassigned('Policy', policies),
    ...toUnassigned('Policy to approve', approvals),
    ...toUnassigned('Risk', risks),
    ...toUnassigned('Control', controls),
    ...toUnassigned('Vendor', vendors),
  ];
}

function toUnassigned(kind: RemovedAssignment['kind'], rows: readonly { readonly title: string }[]): RemovedAssignment[] {
  return rows.map(({ title }) => ({ kind, title })).toSorted((one, other) => (one.title < other.title ? -1 : 1));
}
