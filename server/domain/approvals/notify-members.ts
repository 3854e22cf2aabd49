import type { OrganizationContext } from '#platform/context';
import { type Notification, notify } from '#platform/mail/notify';

/** Notifies these members, except the acting one. */
export async function notifyMembers(
  { db, actor }: Pick<OrganizationContext, 'db' | 'actor'>,
  memberIds: readonly (string | null)[],
  notification: Omit<Notification, 'userIds'>,
): Promise<void> {
  const others = memberIds.filter((id) => id !== null && id !== actor.memberId);
  if (!others.length) return;
  const people = await db.selectFrom('member').select('user_id as userId').where('id', 'in', others).execute();
  await notify(db, { ...notification, userIds: people.map(({ userId }) => userId) });
}
