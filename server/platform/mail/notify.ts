import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { defaultNotifications, listedKinds, notificationColumns } from './kinds.ts';
import { type Mail, postMail, subjectOf } from './post.ts';
import { preferencesIn } from './preferences.ts';

export interface Notification extends Omit<Mail, 'to'> {
  readonly kind: keyof typeof listedKinds;
  readonly userIds: readonly string[];
  /** The page of the record, or where the members see it; null when it is about several records, or about one that has no page. */
  readonly appUrl: string | null;
}

/** How many users are looked up: compared with a long list, each member would be compared with all of it. */
const few = 100;

/**
 * Tells those of these users who are active members, by e-mail and, with the subject alone, among their notifications, unless the kind is off
 * for all of their roles or in their own preferences (spec/conventions, 10, and spec/areas/notifications, rules 1 and 2).
 */
export async function notify(db: OrganizationDatabase, { kind, userIds, subject, text, appUrl }: Notification): Promise<void> {
  if (!userIds.length) return;
  const meant = new Set(userIds);
  const [members, settings] = await Promise.all([
    db
      .selectFrom('member')
      .select(['id', 'user_id', 'email', 'roles', (eb) => eb.fn<unknown>('email_preferences', ['user_id']).as('preferences')])
      .$if(meant.size <= few, (query) => query.where((eb) => sql<boolean>`${eb.ref('user_id')} = any(${[...meant]}::text[])`))
      .where('is_active', '=', true)
      .orderBy('id')
      .execute(),
    db.selectFrom('role_notification_setting').select(notificationColumns).execute(),
  ]);
  const wants = (role: string) =>
    kind === 'unassignedItemsNotifications' || (settings.find((setting) => setting.role === role) ?? defaultNotifications(role))[kind];
  const told = members.filter(
    ({ user_id, roles, preferences }) => meant.has(user_id) && roles.some(wants) && preferencesIn(preferences)[kind],
  );
  if (!told.length) return;
  const [ids, memberIds] = [told.map(() => newId('ntf')), told.map(({ id }) => id)];
  await Promise.all([
    postMail(db, ...told.map(({ email }) => ({ to: email, subject, text }))),
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

/** The users mentioned in a text, as `@[Ada Marsh](usr_…)`, each once. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/@\[(?:[^\]\n@]|@(?!\[))*\]\((usr_[0-9a-f]{24})\)/g)].flatMap(([, id]) => id ?? []))];
}
