/** Unassigns everything from members who leave, however their membership ends (spec/areas/workforce/people, States). */
import { withdrawUnapprovable } from '#domain/approvals/withdraw-unapprovable';
import { type RemovedAssignment, unassign } from '#domain/people/members/assignments';
import type { OrganizationContext } from '#platform/context';
import type { OrganizationDatabase } from '#platform/database/handle';
import { notify } from '#platform/mail/notify';
import type { Member } from '../rules/member.ts';
import { listOwnerUserIds } from '../queries/users.ts';

/**
 * Unassigns everything from a member who leaves. Their devices stay registered until someone unlinks them.
 * @param shouldNotify whether to notify the owners of the unassigned items by mail
 * @returns the names of the items
 */
export async function unassignLeaving(
  context: Pick<OrganizationContext, 'db' | 'actor'>,
  member: Member,
  shouldNotify: boolean,
): Promise<string[]> {
  const { db } = context;
  const unassigned = await unassign(db, member.id);
  if (shouldNotify && unassigned.length) await mailOwners(db, member, unassigned);
  const withdrawn = await withdrawUnapprovable(context);
  return [...unassigned.map(nameOf), ...withdrawn.map((title) => `Submission for approval: ${title}`)];
}

/** The maximum number of items in a mail. */
const maxItems = 100;

/** Notifies the owners, so that someone takes over the items. */
async function mailOwners(db: OrganizationDatabase, { user }: Member, unassigned: readonly RemovedAssignment[]): Promise<void> {
  const userIds = await listOwnerUserIds(db);
  const lines = unassigned.slice(0, maxItems).map((item) => `- ${nameOf(item)}`);
  if (unassigned.length > maxItems) lines.push(`and ${unassigned.length - maxItems} more`);
  const text = `${user.name} has left. Nobody is assigned to the following any more:\n\n${lines.join('\n')}\n`;
  await notify(db, {
    kind: 'unassignedItemsNotifications',
    userIds,
    subject: `Unassigned after ${user.name} left`,
    text,
    appUrl: null,
  });
}

function nameOf({ kind, title }: RemovedAssignment): string {
  return `${kind}: ${title}`;
}
