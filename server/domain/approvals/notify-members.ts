import type { OrganizationContext } from '#platform/context';
import { type Notification, type NotificationContext, notify } from '#platform/mail/notify';

/** Notifies the given members, except the acting member. */
export async function notifyMembers(
  { db, actor, ports }: NotificationContext & Pick<OrganizationContext, 'actor'>,
  memberIds: readonly (string | null)[],
  notification: Omit<Notification, 'userIds'>,
): Promise<void> {
  const recipientIds = memberIds.filter((id) => id !== null && id !== actor.memberId);
  if (!recipientIds.length) return;
  const recipients = await db.selectFrom('member').select('user_id as userId').where('id', 'in', recipientIds).execute();
  await notify({ db, ports }, { ...notification, userIds: recipients.map(({ userId }) => userId) });
}
