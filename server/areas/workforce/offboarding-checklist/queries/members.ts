/** Queries for members who leave the organization. */
import type { OrganizationDatabase } from '#platform/database/handle';

export interface LeavingMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** @returns the member, even if the member is inactive; undefined if no member has this id */
export function findLeavingMember(db: OrganizationDatabase, id: string): Promise<LeavingMember | undefined> {
  return db.selectFrom('member').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirst();
}

/**
 * @param lastMember the last member of the previous batch
 * @returns a batch of the deactivated members with an offboarding date, latest date first
 */
export function listLeftMembers(
  db: OrganizationDatabase,
  { from, until }: { readonly from: string | undefined; readonly until: string | undefined },
  lastMember: { readonly id: string; readonly offboardDate: string | null } | undefined,
  limit: number,
) {
  return db
    .selectFrom('member')
    .select(['id', 'name', 'email', 'offboard_date as offboardDate'])
    .where('is_active', '=', false)
    .where('offboard_date', 'is not', null)
    .$if(from !== undefined, (query) => query.where('offboard_date', '>=', from ?? null))
    .$if(until !== undefined, (query) => query.where('offboard_date', '<=', until ?? null))
    .$if(lastMember !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('offboard_date', 'id'), '<', tuple(lastMember?.offboardDate ?? null, lastMember?.id ?? '')),
      ),
    )
    .orderBy('offboard_date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
