import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { newId } from '../database/ids.ts';
import { type LinkPorts, pageUrl, portalLink } from '../links/page-url.ts';
import type { RecordReference } from '../links/records.ts';
import { defaultNotifications, listedKinds, notificationColumns } from './kinds.ts';
import { queueMail, subjectOf } from './outbox.ts';
import { parsePreferences } from './preferences.ts';

/** What notifications and their mails need: the database, and the settings of links. */
export interface NotificationContext {
  readonly db: OrganizationDatabase;
  readonly ports: LinkPorts;
}

export interface Notification {
  readonly kind: keyof typeof listedKinds;
  readonly userIds: readonly string[];
  readonly subject: string;
  /** Creates the plain text of the mail. @param link URL of the notification's page; null if it has none */
  readonly text: (link: string | null) => string;
  /** The record that the notification is about, and whose page it links to; null for several records. */
  readonly record: RecordReference | null;
  /** URL of the page where a comment was written, which the notification links to if it is a page of the organization. */
  readonly contextUrl?: string | undefined;
  /** Whether the recipients find the record in the employee portal, which the notification then links to. */
  readonly isInPortal?: boolean;
}

/** @returns a text that is followed by the link, if there is one */
export function withLink(text: string): Notification['text'] {
  return (link) => (link === null ? `${text}\n` : `${text}\n\n${link}\n`);
}

/** Maximum number of users to filter in the query; a longer list would be compared in full with each member. */
const maxFiltered = 100;

/**
 * Notifies these users, if they are active members, by mail and (with the subject only) in the app, unless the kind is off for all their roles or in their
 * own preferences (spec/conventions, 10, and notifications, rules 1 and 2).
 */
export async function notify({ db, ports }: NotificationContext, notification: Notification): Promise<void> {
  const { kind, userIds, subject, record } = notification;
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
  const link = linkOf({ db, ports }, notification);
  const text = notification.text(link);
  const [ids, memberIds] = [recipients.map(() => newId('ntf')), recipients.map(({ id }) => id)];
  await Promise.all([
    queueMail(db, ...recipients.map(({ email }) => ({ to: email, subject, text }))),
    db
      .insertInto('notification')
      .columns(['id', 'member_id', 'kind', 'title', 'app_url', 'subject_type', 'subject_id', 'parent_type', 'parent_id'])
      .expression(
        sql`select id, member_id, ${listedKinds[kind]}::text, ${subjectOf(subject)}::text, ${link}::text, ${record?.type ?? null}::text,
            ${record?.id ?? null}::text, ${record?.parent?.type ?? null}::text, ${record?.parent?.id ?? null}::text
          from unnest(${ids}::text[], ${memberIds}::text[]) as told (id, member_id)`,
      )
      .execute(),
  ]);
}

function linkOf({ db, ports }: NotificationContext, { record, contextUrl, isInPortal = false }: Notification): string | null {
  if (isInPortal) return portalLink(ports, db.organizationId);
  return record && pageUrl(ports, db.organizationId, record, contextUrl);
}

/** Returns the users mentioned in a text as `@[Ada Marsh](usr_…)`, without duplicates. */
export function findMentions(text: string): string[] {
  return [...new Set([...text.matchAll(/@\[(?:[^\]\n@]|@(?!\[))*\]\((usr_[0-9a-f]{24})\)/g)].flatMap(([, id]) => id ?? []))];
}
