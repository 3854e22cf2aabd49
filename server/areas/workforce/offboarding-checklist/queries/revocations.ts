/** Queries for the access of members to vendors, and for revocations of the access. */
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, dependingOn } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { ActingMember } from '#platform/identity/acting-member';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';

type Schemas = components['schemas'];
/** A revocation without its evidence. */
export type Revocation = Omit<Schemas['AccessRevocation'], 'evidence'>;
/** The access of a member to a vendor. `revocationId` replaces the evidence. */
export type Access = Omit<Schemas['VendorAccess'], 'evidence'> & { readonly revocationId: string | null };
type Revoker = Pick<ActingMember, 'userId' | 'name' | 'email' | 'via'>;

/** The maximum number of rows that one statement inserts. */
const batchSize = 500;

const vendorAccess = PagedList.of((db, param: Params<{ readonly memberId: string }>) =>
  db
    .selectFrom('vendor')
    .leftJoin('access_revocation as done', (join) =>
      join.onRef('done.vendor_id', '=', 'vendor.id').on('done.member_id', '=', param('memberId')),
    )
    .leftJoin('member as by', 'by.user_id', 'done.revoked_by_id')
    .select(['vendor.id as vendorId', 'vendor.name as vendorName', 'vendor.logo_url as logoUrl'])
    .select(['done.id as revocationId', 'done.revoked_via as revokedVia', 'done.revoked_at as revokedAt', 'done.notes'])
    .select(['by.user_id as byId', 'by.name as byName', 'by.email as byEmail']),
).filteredBy<FilterOf<'listAccessRevocations'>>({
  revoked: dependingOn(
    (isRevoked) => isRevoked,
    (eb, isRevoked) => eb('done.id', isRevoked ? 'is not' : 'is', null),
  ),
  search: contains('vendor.name'),
  ids: anyOf('vendor.id'),
});
const orders = { vendorName: 'vendor.name', revokedAt: missingLast('done.revoked_at') } as const;

/** @returns a page of all vendors with the revocations of a member's access (rule 8) */
export async function listAccess(
  db: OrganizationDatabase,
  memberId: string,
  filter: FilterOf<'listAccessRevocations'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Access>> {
  const order = { by: orders[page.sortBy], id: 'vendor.id' } as const;
  const foundPage = await vendorAccess.page(db, { ...filter, memberId }, order, page);
  return mapPage(foundPage, ({ byId, byName, byEmail, ...row }) => ({
    ...row,
    revoked: row.revocationId !== null,
    revokedBy: byId === null || byName === null || byEmail === null ? null : { id: byId, name: byName, email: byEmail },
  }));
}

const columns = columnsOf(
  'access_revocation',
  'id',
  'organizationId',
  'memberId',
  'vendorId',
  'revokedById',
  'revokedVia',
  'revokedAt',
  'notes',
);

/** @returns the name of a vendor; undefined if the vendor does not exist */
export async function findVendorName(db: OrganizationDatabase, id: string): Promise<string | undefined> {
  return (await db.selectFrom('vendor').select('name').where('id', '=', id).executeTakeFirst())?.name;
}

/** @returns the ids of the existing vendors among `ids` */
export async function findExistingVendors(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('vendor').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * @param ids considers only these vendors; undefined for all vendors
 * @returns the ids of the vendors to which the member still has access
 */
export async function listUnrevokedVendors(
  db: OrganizationDatabase,
  memberId: string,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('vendor')
    .leftJoin('access_revocation as done', (join) => join.onRef('done.vendor_id', '=', 'vendor.id').on('done.member_id', '=', memberId))
    .select('vendor.id')
    .where('done.id', 'is', null)
    .$if(ids !== undefined, (query) => query.where('vendor.id', 'in', ids ?? []))
    .orderBy('vendor.id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Revokes a member's access to vendors. The caller must have locked the access item, and the member must still have access to the vendors.
 * @returns the first new revocation; undefined if `vendorIds` is empty
 */
export async function insertRevocations(
  db: OrganizationDatabase,
  {
    memberId,
    vendorIds,
    by,
    notes,
  }: { readonly memberId: string; readonly vendorIds: readonly string[]; readonly by: Revoker; readonly notes: string | null },
): Promise<Revocation | undefined> {
  const revoked_at = new Date().toISOString();
  let firstRevocation: Revocation | undefined;
  for (let start = 0; start < vendorIds.length; start += batchSize) {
    const [row] = await db
      .insertInto('access_revocation')
      .values(
        vendorIds.slice(start, start + batchSize).map((vendor_id) => ({
          id: newId('oar'),
          member_id: memberId,
          vendor_id,
          revoked_by_id: by.userId,
          revoked_via: by.via,
          revoked_at,
          notes,
        })),
      )
      .returning(columns)
      .execute();
    if (row) firstRevocation ??= { ...row, revokedBy: { id: by.userId, name: by.name, email: by.email } };
  }
  return firstRevocation;
}

/** Deletes a revocation with its evidence. @returns whether the revocation existed */
export async function deleteRevocation(db: OrganizationDatabase, memberId: string, vendorId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('access_revocation')
    .where('member_id', '=', memberId)
    .where('vendor_id', '=', vendorId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface NamedRevocation {
  readonly id: string;
  readonly vendorName: string;
  readonly revokedAt: string;
  readonly revokedBy: string | null;
  readonly revokedVia: string | null;
}

/** @returns all revocations of a member's access, sorted by the name of the vendor */
export function listRevocations(db: OrganizationDatabase, memberId: string): Promise<NamedRevocation[]> {
  return db
    .selectFrom('access_revocation as done')
    .innerJoin('vendor', 'vendor.id', 'done.vendor_id')
    .leftJoin('member as by', 'by.user_id', 'done.revoked_by_id')
    .select([
      'done.id',
      'vendor.name as vendorName',
      'done.revoked_at as revokedAt',
      'by.name as revokedBy',
      'done.revoked_via as revokedVia',
    ])
    .where('done.member_id', '=', memberId)
    .orderBy('vendor.name')
    .orderBy('vendor.id')
    .execute();
}
