import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { defaultNotifications, listedKinds, notificationColumns } from './kinds.ts';
import { type Mail, queueMail, subjectOf } from './outbox.ts';
import { parsePreferences } from './preferences.ts';

export interface Notification extends Omit<Mail, 'to'> {
  readonly kind: keyof typeof listedKinds;
  readonly userIds: readonly string[];
  /** Page on which members see the record; null for several records, or if there is no page. */
  readonly appUrl: string | null;
}

/** Maximum number of users to filter in the query; a longer list would be compared in full with each member. */
const maxFiltered = 100;

/**
 * Notifies these users, if they are active members, by mail and (with the subject only) in the app, unless the kind is off for all their roles or in their
 * own preferences (spec/conventions, 10, and notifications, rules 1 and 2).
 */
export async function notify(db: OrganizationDatabase, { kind, userIds, subject, text, appUrl }: Notification): Promise<void> {
  if (!userIds.length) return;
  const idSet = new Set(userIds);
  const [members, settings] = await Promise.all([
    db
      .selectFrom('member')
      .select(['id', 'user_id', 'email', 'roles', (eb) => eb.fn<unknown>('email_preferences', ['user_id']).as('preferences')])
      .$if(idSet.size <= maxFiltered, (query) => query.where((eb) => sql<boolean>`${eb.ref('user_id')} = any(${[...idSet]}::text[])`))
      .where('is_active', '=', true)
      .orderBy('id')
      .execute(),
    db.selectFrom('role_notification_setting').select(notificationColumns).execute(),
  ]);
  const isWantedBy = (role: string) =>
    kind === 'unassignedItemsNotifications' || (settings.find((setting) => setting.role === role) ?? defaultNotifications(role))[kind];
  const recipients = members.filter(
    ({ user_id, roles, preferences }) => idSet.has(user_id) && roles.some(isWantedBy) && parsePreferences(preferences)[kind],
  );
  if (!recipients.length) return;
  const [ids, memberIds] = [recipients.map(() => newId('ntf')), recipients.map(({ id }) => id)];
  await Promise.all([
    queueMail(db, ...recipients.map(({ email }) => ({ to: email, subject, text }))),
    db
      .insertInto('notification')
      .columns(['id', 'member_id', 'kind', 'title', 'app_url'])
      .expression(
        sql`select id, member_id, ${listedKinds[kind]}::text, ${subjectOf(subject)}::text, ${appUrl}::text
          from unnest(${ids}::text[], ${memberIds}::text[]) as told (id, member_id)`,
      )
      .execute(),
  ]);
}

/** Returns the users mentioned in a text as `@[Ada Marsh](usr_…)`, without duplicates. */
export function findMentions(text: string): string[] {
  return [...new Set([...text.matchAll(/@\[(?:[^\]\n@]|@(?!\[))*\]\((usr_[0-9a-f]{24})\)/g)].flatMap(([, id]) => id ?? []))];
}
