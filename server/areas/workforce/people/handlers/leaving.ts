/** Unassigns all records from members who leave (spec/areas/workforce/people, States). */
import { withdrawUnapprovable } from '#domain/approvals/withdraw-unapprovable';
import { type RemovedAssignment, unassign } from '#domain/people/members/assignments';
import type { OrganizationContext } from '#platform/context';
import { type NotificationContext, notify } from '#platform/mail/notify';
import type { Member } from '../rules/member.ts';
import { listOwnerUserIds } from '../queries/users.ts';

/**
 * Unassigns all records from a member who leaves. The member's devices stay registered until someone unlinks them.
 * @param shouldNotify whether to mail a list of the unassigned records to the owners of the organization
 * @returns the names of the unassigned records and of the withdrawn submissions
 */
export async function unassignLeaving(
  context: NotificationContext & Pick<OrganizationContext, 'actor'>,
  member: Member,
  shouldNotify: boolean,
): Promise<string[]> {
  const removedAssignments = await unassign(context.db, member.id);
  if (shouldNotify && removedAssignments.length) await mailOwners(context, member, removedAssignments);
  const withdrawnTitles = await withdrawUnapprovable(context);
  return [...removedAssignments.map(nameOf), ...withdrawnTitles.map((title) => `Submission for approval: ${title}`)];
}

/** The maximum number of records that a mail lists. */
const maxItems = 100;

/** Notifies the owners of the organization, so that they assign the records to other members. */
async function mailOwners(context: NotificationContext, { user }: Member, removedAssignments: readonly RemovedAssignment[]): Promise<void> {
  const userIds = await listOwnerUserIds(context.db);
  const lines = removedAssignments.slice(0, maxItems).map((item) => `- ${nameOf(item)}`);
  if (removedAssignments.length > maxItems) lines.push(`and ${removedAssignments.length - maxItems} more`);
  const text = `${user.name} has left. Nobody is assigned to the following any more:\n\n${lines.join('\n')}\n`;
  await notify(context, {
    kind: 'unassignedItemsNotifications',
    userIds,
    subject: `Unassigned after ${user.name} left`,
    text: () => text,
    record: null,
  });
}

function nameOf({ kind, title }: RemovedAssignment): string {
  return `${kind}: ${title}`;
}
