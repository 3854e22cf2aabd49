/** Queries of notifications. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { pathOf } from '#domain/access/targets/paths';
import { anyOf, contains } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { beginningOf } from '#platform/database/sort-keys';
import type { RecordType } from '#platform/links/records';

type Notification = components['schemas']['Notification'];
/** The member id of the recipient. An undefined id has no notifications. */
type MemberId = string | undefined;

const columns = columnsOf(
  'notification',
  'id',
  'kind',
  'title',
  'subjectType',
  'subjectId',
  'parentType',
  'parentId',
  'appUrl',
  'readAt',
  'createdAt',
);

const notificationList = PagedList.of((db, param: Params<{ readonly memberId: string }>) =>
  db.selectFrom('notification').select(columns).where('member_id', '=', param('memberId')),
).filteredBy<FilterOf<'listNotifications'>>({
  isRead: (eb, value) => sql`(${eb.ref('read_at')} is not null) = ${value}::boolean`,
  kind: anyOf('kind'),
  search: contains('title'),
  ids: anyOf('id'),
});
const orders = { createdAt: 'created_at', title: beginningOf('title') } as const;

/** Lists the notifications of a member. */
export async function listNotifications(
  db: OrganizationDatabase,
  memberId: MemberId,
  filter: FilterOf<'listNotifications'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Notification>> {
  const rows = await notificationList.page(db, { ...filter, memberId: memberId ?? '' }, { by: orders[page.sortBy], id: 'id' }, page);
  return mapPage(rows, toNotification);
}

/** Marks a notification as read or unread. @returns the notification, or undefined if the member has no notification with this id */
export async function markNotification(
  db: OrganizationDatabase,
  memberId: MemberId,
  id: string,
  isRead: boolean,
): Promise<Notification | undefined> {
  const row = await db
    .updateTable('notification')
    .set({ read_at: isRead ? sql<string>`coalesce(read_at, now())` : null })
    .where('member_id', '=', memberId ?? '')
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toNotification(row);
}

interface Row extends Omit<Notification, 'subject'> {
  readonly subjectType: RecordType | null;
  readonly subjectId: string | null;
  readonly parentType: RecordType | null;
  readonly parentId: string | null;
}

function toNotification({ subjectType, subjectId, parentType, parentId, ...notification }: Row): Notification {
  if (subjectType === null || subjectId === null) return { ...notification, subject: null };
  const parent = parentType === null || parentId === null ? null : { type: parentType, id: parentId };
  const href = pathOf({ type: subjectType, id: subjectId, parent: parent ?? undefined });
  return { ...notification, subject: href === undefined ? null : { type: subjectType, id: subjectId, href, parent } };
}

/** @returns the ids in `ids` that belong to notifications of the member */
export async function findExistingIds(db: OrganizationDatabase, memberId: MemberId, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('notification')
    .select('id')
    .where('member_id', '=', memberId ?? '')
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Marks notifications as read.
 * @param ids the ids of the notifications; undefined marks all notifications of the member
 * @returns the number of notifications that were unread
 */
export async function markRead(db: OrganizationDatabase, memberId: MemberId, ids: readonly string[] | undefined): Promise<number> {
  // Locks the notifications in the order of their ids, so that concurrent requests do not deadlock.
  const unread = db
    .selectFrom('notification')
    .select('id')
    .where('member_id', '=', memberId ?? '')
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy('id')
    .forNoKeyUpdate();
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ read_at: sql<string>`now()` })
    .where('id', 'in', unread)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
