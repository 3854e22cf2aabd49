/**
 * Completes and reopens the vendor access item of the offboarding checklist. The item is complete if a member's access to all vendors is
 * revoked (offboarding-checklist, rules 6, 7 and 19).
 */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

/** The key of the item among the default items of every organization. */
export const accessItemKey = 'vendor_access';

export interface AccessItem {
  readonly id: string;
  readonly title: string;
  readonly isEnabled: boolean;
}

/** The number of rows that one statement inserts. */
const batchSize = 500;

/** Locks the item until the transaction ends. Every change to vendors, revocations or the item takes this lock first. @returns the item */
export function lockAccessItem(db: OrganizationDatabase): Promise<AccessItem> {
  return db
    .selectFrom('offboarding_template_item')
    .select(['id', 'title', 'is_enabled as isEnabled'])
    .where('seed_key', '=', accessItemKey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Reopens the item in checklists that completed it automatically, because access to the new vendor is not revoked yet.
 * @returns the number of changed checklists
 */
export async function reopenForNewVendor(db: OrganizationDatabase): Promise<number> {
  const item = await lockAccessItem(db);
  return (await reopen(db, item)).length;
}

/**
 * Deletes a vendor and completes the item for members whose access to all other vendors was revoked.
 * @param remove deletes the vendor with its revocations @returns the number of changed checklists
 */
export async function completeAfterVendorRemoval(db: OrganizationDatabase, vendorId: string, remove: () => Promise<void>): Promise<number> {
  const item = await lockAccessItem(db);
  const members = item.isEnabled ? await listMembersWithoutAccess(db, vendorId) : [];
  await remove();
  return completeFor(db, item, members);
}

/**
 * Completes the item for a member if access to every vendor is revoked.
 * @param item the locked item @param userId the user who made the last revocation
 * @returns whether the checklist changes
 */
export async function completeIfAllRevoked(db: OrganizationDatabase, item: AccessItem, memberId: string, userId: string): Promise<boolean> {
  if (!item.isEnabled) return false;
  const vendorWithAccess = await db
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
  if (vendorWithAccess) return false;
  return (await completeFor(db, item, [{ memberId, userId }])) > 0;
}

/**
 * Reopens the item of a member after a revocation was undone, if it was completed automatically. @param item the locked item
 * @returns whether the checklist changes
 */
export async function reopenAfterUndo(db: OrganizationDatabase, item: AccessItem, memberId: string): Promise<boolean> {
  return (await reopen(db, item, memberId)).length > 0;
}

/** Completes a newly enabled item for all members without access. @param item the locked item @returns the number of changed checklists */
export async function completeAfterEnable(db: OrganizationDatabase, item: AccessItem): Promise<number> {
  return completeFor(db, item, await listMembersWithoutAccess(db));
}

function reopen(db: OrganizationDatabase, { id }: AccessItem, memberId?: string) {
  return db
    .deleteFrom('offboarding_completion')
    .where('template_item_id', '=', id)
    .where('is_automatic', '=', true)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .returning('id')
    .execute();
}

interface MemberWithoutAccess {
  readonly memberId: string;
  /** The user who made the last revocation. */
  readonly userId: string | null;
}

/**
 * @param ignoredVendorId a vendor that is not counted; members whose access to this vendor was revoked are left out
 * @returns the members whose access to all (other) vendors is revoked; empty if there are no vendors
 */
async function listMembersWithoutAccess(db: OrganizationDatabase, ignoredVendorId?: string): Promise<MemberWithoutAccess[]> {
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
          .$if(ignoredVendorId !== undefined, (query) => query.where('vendor.id', '<>', ignoredVendorId ?? '')),
      ),
    )
    .$if(ignoredVendorId !== undefined, (query) =>
      query.where(({ eb, exists, not }) =>
        not(
          exists(
            eb
              .selectFrom('access_revocation as own')
              .select('own.id')
              .whereRef('own.member_id', '=', 'done.member_id')
              .where('own.vendor_id', '=', ignoredVendorId ?? ''),
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

/** @returns the number of members whose item was completed now */
async function completeFor(db: OrganizationDatabase, { id, title }: AccessItem, members: readonly MemberWithoutAccess[]): Promise<number> {
  const completed_at = new Date().toISOString();
  let count = 0;
  for (let start = 0; start < members.length; start += batchSize) {
    const rows = await db
      .insertInto('offboarding_completion')
      .values(
        members.slice(start, start + batchSize).map(({ memberId, userId }) => ({
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
