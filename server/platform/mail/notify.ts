import type { OrganizationDatabase } from '../database/handle.ts';
import { defaultNotifications, notificationColumns, type NotificationKind } from './kinds.ts';
import { type Mail, postMail } from './post.ts';
import { preferencesIn } from './preferences.ts';

export interface Notification extends Omit<Mail, 'to'> {
  readonly kind: NotificationKind;
  readonly userIds: readonly string[];
}

/** Mails those of these users who are active members, unless the kind is off for all of their roles or in their own preferences (spec/conventions, 10). */
export async function notify(db: OrganizationDatabase, { kind, userIds, subject, text }: Notification): Promise<void> {
  if (!userIds.length) return;
  const [members, settings] = await Promise.all([
    db
      .selectFrom('member')
      .select(['email', 'roles', (eb) => eb.fn<unknown>('email_preferences', ['user_id']).as('preferences')])
      .where('user_id', 'in', userIds)
      .where('is_active', '=', true)
      .orderBy('id')
      .execute(),
    db.selectFrom('role_notification_setting').select(notificationColumns).execute(),
  ]);
  const wants = (role: string) =>
    kind === 'unassignedItemsNotifications' || (settings.find((setting) => setting.role === role) ?? defaultNotifications(role))[kind];
  const mailed = members.filter(({ roles, preferences }) => roles.some(wants) && preferencesIn(preferences)[kind]);
  await postMail(db, ...mailed.map(({ email }) => ({ to: email, subject, text })));
}

/** The users mentioned in a text, as `@[Ada Marsh](usr_…)`, each once. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/@\[(?:[^\]\n@]|@(?!\[))*\]\((usr_[0-9a-f]{24})\)/g)].flatMap(([, id]) => id ?? []))];
}
