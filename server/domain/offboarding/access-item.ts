/**
 * The item of the offboarding checklist that follows the vendors: it is completed for a member whose access to all of them is revoked
 * (spec/areas/offboarding-checklist, rules 6, 7 and 19).
 */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';

/** The key of the item among those that every organization begins with. */
export const accessItemKey = 'vendor_access';

export interface AccessItem {
  readonly id: string;
  readonly title: string;
  readonly isEnabled: boolean;
}

/** Rows that one statement writes. */
const batch = 500;

/** Whoever changes vendors, revocations or the item itself holds it first. @returns the item, held until the transaction ends */
export function lockAccessItem(db: OrganizationDatabase): Promise<AccessItem> {
  return db
    .selectFrom('offboarding_template_item')
    .select(['id', 'title', 'is_enabled as isEnabled'])
    .where('seed_key', '=', accessItemKey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Opens the item of everybody for whom it was completed automatically, because nobody's access to a new vendor is revoked. @returns how many checklists this changes */
export async function vendorAdded(db: OrganizationDatabase): Promise<number> {
  const item = await lockAccessItem(db);
  return (await openedIn(db, item)).length;
}

/**
 * Completes the item of everybody whose access was revoked to all vendors but the one that is removed.
 * @param remove removes the vendor with its revocations @returns how many checklists this changes
 */
export async function withoutVendor(db: OrganizationDatabase, vendorId: string, remove: () => Promise<void>): Promise<number> {
  const item = await lockAccessItem(db);
  const members = item.isEnabled ? await membersWithoutAccess(db, vendorId) : [];
  await remove();
  return completeFor(db, item, members);
}

/** Completes the item of a member whose access to every vendor is revoked. @param item held @param userId who revoked the last one @returns whether this changes the checklist */
export async function vendorsRevoked(db: OrganizationDatabase, item: AccessItem, memberId: string, userId: string): Promise<boolean> {
  if (!item.isEnabled) return false;
  const open = await db
    .selectFrom('vendor')
    .select('id')
    .where(({ eb, exists, not }) =>
      not(
        exists(
          eb
            .selectFrom('access_revocation')
            .select('access_revocation.id')
            .whereRef('access_revocation.vendor_id', '=', 'vendor.id')
            .where('access_revocation.member_id', '=', memberId),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (open) return false;
  return (await completeFor(db, item, [{ memberId, userId }])) > 0;
}

/** Opens the item of a member whose access to some vendor is not revoked any more, if it was completed automatically. @param item held @returns whether this changes the checklist */
export async function revocationUndone(db: OrganizationDatabase, item: AccessItem, memberId: string): Promise<boolean> {
  return (await openedIn(db, item, memberId)).length > 0;
}

/** Completes the item of everybody whose access to all vendors is revoked. @param item held, and enabled just now @returns how many checklists this changes */
export async function accessItemEnabled(db: OrganizationDatabase, item: AccessItem): Promise<number> {
  return completeFor(db, item, await membersWithoutAccess(db));
}

function openedIn(db: OrganizationDatabase, { id }: AccessItem, memberId?: string) {
  return db
    .deleteFrom('offboarding_completion')
    .where('template_item_id', '=', id)
    .where('is_automatic', '=', true)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .returning('id')
    .execute();
}

interface Revoked {
  readonly memberId: string;
  /** Who revoked the access last. */
  readonly userId: string | null;
}

/** @param but a vendor that does not count, and to which the access was not revoked @returns the members whose access to all other vendors is revoked, if there are any vendors */
async function membersWithoutAccess(db: OrganizationDatabase, but?: string): Promise<Revoked[]> {
  const members = db
    .selectFrom('access_revocation as done')
    .select('done.member_id')
    .groupBy('done.member_id')
    .having(({ eb, fn, selectFrom }) =>
      eb(
        fn.countAll<number>(),
        '=',
        selectFrom('vendor')
          .select((vendor) => vendor.fn.countAll<number>().as('count'))
          .$if(but !== undefined, (query) => query.where('vendor.id', '<>', but ?? '')),
      ),
    )
    .$if(but !== undefined, (query) =>
      query.where(({ eb, exists, not }) =>
        not(
          exists(
            eb
              .selectFrom('access_revocation as own')
              .select('own.id')
              .whereRef('own.member_id', '=', 'done.member_id')
              .where('own.vendor_id', '=', but ?? ''),
          ),
        ),
      ),
    );
  return db
    .selectFrom('access_revocation')
    .distinctOn('member_id')
    .select(['member_id as memberId', 'revoked_by_id as userId'])
    .where('member_id', 'in', members)
    .orderBy('member_id')
    .orderBy('revoked_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** @returns for how many of them the item was open */
async function completeFor(db: OrganizationDatabase, { id, title }: AccessItem, members: readonly Revoked[]): Promise<number> {
  const completed_at = new Date().toISOString();
  let count = 0;
  for (let from = 0; from < members.length; from += batch) {
    const rows = await db
      .insertInto('offboarding_completion')
      .values(
        members.slice(from, from + batch).map(({ memberId, userId }) => ({
          id: newId('occ'),
          member_id: memberId,
          template_item_id: id,
          item_title: title,
          completed_by_id: userId,
          completed_at,
          is_automatic: true,
        })),
      )
      .onConflict((conflict) => conflict.columns(['organization_id', 'member_id', 'template_item_id']).doNothing())
      .returning('id')
      .execute();
    count += rows.length;
  }
  return count;
}
