/** What the end of a membership brings with it, however it was ended (spec/areas/people, States). */
import { type Unassigned, unassign } from '../../../domain/members/assignments.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { notify } from '../../../platform/mail/notify.ts';
import type { Member } from '../queries/record.ts';
import { listOwners } from '../queries/users.ts';

/**
 * Takes everything from a member who leaves. Their devices stay registered until somebody unlinks them.
 * @param isTold whether the owners are mailed what nobody is assigned to any more @returns its names
 */
export async function leave(db: OrganizationDatabase, member: Member, isTold: boolean): Promise<string[]> {
  const taken = await unassign(db, member.id);
  if (isTold && taken.length) await mailOwners(db, member, taken);
  return taken.map(nameOf);
}

/** How many lines of a mail name something. */
const most = 100;

/** So that nothing is left lying. */
async function mailOwners(db: OrganizationDatabase, { user }: Member, taken: readonly Unassigned[]): Promise<void> {
  const userIds = await listOwners(db);
  const lines = taken.slice(0, most).map((item) => `- ${nameOf(item)}`);
  if (taken.length > most) lines.push(`and ${taken.length - most} more`);
  const text = `${user.name} has left. Nobody is assigned to the following any more:\n\n${lines.join('\n')}\n`;
  await notify(db, {
    kind: 'unassignedItemsNotifications',
    userIds,
    subject: `Unassigned after ${user.name} left`,
    text,
    appUrl: null,
  });
}

function nameOf({ kind, title }: Unassigned): string {
  return `${kind}: ${title}`;
}
