/** Queries about vendors on the page (trust-portal, rules 9 and 11). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { badgesOfCertifications } from '#domain/vendors/badges';
import { parseAssessment, parseBadges } from '#domain/vendors/stored-json';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains, unlessTrue } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { touchUpdatedAt } from '#platform/database/touched';

type Schemas = components['schemas'];
type PortalVendor = Schemas['TrustPortalVendor'];

function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('vendor')
    .select([
      ...columnsOf(
        'vendor',
        'id',
        'name',
        'description',
        'website',
        'isSubProcessor',
        'logoUrl',
        'showOnTrustPortal',
        'trustPortalOrder',
        'complianceBadges',
        'version',
      ),
      sql<string>`trust_portal_place(vendor.trust_portal_order, vendor.name)`.as('place'),
    ]);
}

type Row = Omit<Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>, 'place'>;

function vendorFromRow({ complianceBadges, ...row }: Row): PortalVendor {
  return { ...row, complianceBadges: parseBadges(complianceBadges) };
}

const pagedList = PagedList.of((db) =>
  db
    .selectFrom(selectRows(db).as('shown'))
    .select([
      'shown.id',
      'shown.name',
      'shown.description',
      'shown.website',
      'shown.isSubProcessor',
      'shown.logoUrl',
      'shown.showOnTrustPortal',
      'shown.trustPortalOrder',
      'shown.complianceBadges',
      'shown.version',
    ]),
).filteredBy<FilterOf<'listTrustPortalVendors'>>({
  includeAll: unlessTrue((eb) => eb.and([eb('shown.showOnTrustPortal', '=', true), eb('shown.isSubProcessor', '=', true)])),
  search: contains('shown.name'),
  ids: anyOf('shown.id'),
});
const orders = { place: 'shown.place', name: 'shown.name' } as const;

/** @returns a page of the vendors that the filter selects; vendors without a place follow those with one, ordered by name */
export async function listPortalVendors(
  db: OrganizationDatabase,
  filter: FilterOf<'listTrustPortalVendors'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<PortalVendor>> {
  return mapPage(await pagedList.page(db, filter, { by: orders[page.sortBy], id: 'shown.id' }, page), vendorFromRow);
}

/** Finds a vendor with its settings for the page, and locks it until the transaction ends. */
export async function lockPortalVendor(db: OrganizationDatabase, id: string): Promise<PortalVendor | undefined> {
  await db.selectFrom('vendor').select('id').where('id', '=', id).forUpdate().execute();
  return findPortalVendor(db, id);
}

export async function findPortalVendor(db: OrganizationDatabase, id: string): Promise<PortalVendor | undefined> {
  const row = await selectRows(db).where('vendor.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { place: _sortKey, ...vendor } = row;
  return vendorFromRow(vendor);
}

/** Stores the given fields. Badges that a user has chosen are kept until they are reset with null (trust-portal, rule 9). */
export async function updatePortalVendor(
  db: OrganizationDatabase,
  id: string,
  { logoUrl, showOnTrustPortal, trustPortalOrder, complianceBadges }: Schemas['TrustPortalVendorUpdate'],
): Promise<void> {
  const badges = complianceBadges === null ? await findAssessedBadges(db, id) : complianceBadges;
  await db
    .updateTable('vendor')
    .set({
      ...touchUpdatedAt,
      show_on_trust_portal: showOnTrustPortal,
      ...(logoUrl !== undefined && { logo_url: logoUrl }),
      ...(trustPortalOrder !== undefined && { trust_portal_order: trustPortalOrder }),
      ...(badges !== undefined && {
        compliance_badges: badges && JSON.stringify(badges),
        badges_by_hand: complianceBadges !== null,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** @returns the badges from the latest assessment of the vendor's domain; null if it was never assessed */
async function findAssessedBadges(db: OrganizationDatabase, id: string): Promise<PortalVendor['complianceBadges']> {
  const row = await selectAssessedVendors(db).where('vendor.id', '=', id).executeTakeFirst();
  return row ? badgesOfCertifications(parseAssessment(row.data).certifications ?? []) : null;
}

function selectAssessedVendors(db: OrganizationDatabase) {
  return db
    .selectFrom('vendor')
    .innerJoin('vendor_assessment as assessment', (join) =>
      join.onRef('assessment.vendor_id', '=', 'vendor.id').onRef('assessment.domain', '=', 'vendor.domain'),
    )
    .select(['vendor.id', 'vendor.name', 'vendor.compliance_badges as complianceBadges', 'assessment.data']);
}

export interface BadgeSyncResult {
  /** The number of vendors that have an assessment and whose badges no user has chosen. */
  readonly checked: number;
  /** The vendors whose badges changed, ordered by id. */
  readonly changed: readonly { readonly id: string; readonly name: string }[];
}

/** Updates all badges that no user has chosen, from the latest assessments. @returns the changes */
export async function syncBadges(db: OrganizationDatabase): Promise<BadgeSyncResult> {
  const rows = await selectAssessedVendors(db)
    .where('vendor.badges_by_hand', '=', false)
    .orderBy('vendor.id')
    .forUpdate('vendor')
    .execute();
  const changedVendors: { readonly id: string; readonly name: string }[] = [];
  for (const { id, name, complianceBadges, data } of rows) {
    const badges = badgesOfCertifications(parseAssessment(data).certifications ?? []);
    if (JSON.stringify(parseBadges(complianceBadges)?.map(({ type }) => type)) === JSON.stringify(badges.map(({ type }) => type))) continue;
    await db
      .updateTable('vendor')
      .set({ compliance_badges: JSON.stringify(badges) })
      .where('id', '=', id)
      .execute();
    changedVendors.push({ id, name });
  }
  return { checked: rows.length, changed: changedVendors };
}
