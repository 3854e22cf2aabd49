/** Queries about vendors as the page shows them (spec/areas/trust-portal, rules 9 and 11). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { badgesOf } from '../../../domain/vendors/badges.ts';
import { assessmentIn, badgesIn } from '../../../domain/vendors/stored.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { unlessTrue } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { touched } from '../../../platform/database/touched.ts';

type Schemas = components['schemas'];
type Shown = Schemas['TrustPortalVendor'];

function rowsIn(db: QueryCreator<TenantTables>) {
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
      ),
      sql<string>`trust_portal_place(vendor.trust_portal_order, vendor.name)`.as('place'),
    ]);
}

type Row = Omit<Awaited<ReturnType<ReturnType<typeof rowsIn>['executeTakeFirstOrThrow']>>, 'place'>;

function shownOf({ complianceBadges, ...row }: Row): Shown {
  return { ...row, complianceBadges: badgesIn(complianceBadges) };
}

const listed = PagedList.of((db) =>
  db
    .selectFrom(rowsIn(db).as('shown'))
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
    ]),
).filteredBy<FilterOf<'listTrustPortalVendors'>>({
  includeAll: unlessTrue((eb) => eb.and([eb('shown.showOnTrustPortal', '=', true), eb('shown.isSubProcessor', '=', true)])),
});

/** @returns a page of the vendors that the page shows, or of all: by their place, and those without one by name */
export async function listShownVendors(
  db: OrganizationDatabase,
  filter: FilterOf<'listTrustPortalVendors'>,
  page: PageRequest,
): Promise<Page<Shown>> {
  return mapPage(await listed.page(db, filter, { by: 'shown.place', id: 'shown.id' }, { ...page, sortOrder: 'asc' }), shownOf);
}

/** @returns the vendor as the page shows it, held until the transaction ends */
export async function lockShownVendor(db: OrganizationDatabase, id: string): Promise<Shown | undefined> {
  await db.selectFrom('vendor').select('id').where('id', '=', id).forUpdate().execute();
  return findShownVendor(db, id);
}

export async function findShownVendor(db: OrganizationDatabase, id: string): Promise<Shown | undefined> {
  const row = await rowsIn(db).where('vendor.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { place: _place, ...vendor } = row;
  return shownOf(vendor);
}

/** Writes what was sent. Badges that people choose stay until they give them back with null (spec/areas/trust-portal, rule 9). */
export async function updateShownVendor(
  db: OrganizationDatabase,
  id: string,
  { logoUrl, showOnTrustPortal, trustPortalOrder, complianceBadges }: Schemas['TrustPortalVendorUpdate'],
): Promise<void> {
  const badges = complianceBadges === null ? await knownBadges(db, id) : complianceBadges;
  await db
    .updateTable('vendor')
    .set({
      ...touched,
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

/** @returns the badges that follow from the latest assessment of the domain; null when there is none */
async function knownBadges(db: OrganizationDatabase, id: string): Promise<Shown['complianceBadges']> {
  const row = await assessedIn(db).where('vendor.id', '=', id).executeTakeFirst();
  return row ? badgesOf(assessmentIn(row.data).certifications ?? []) : null;
}

function assessedIn(db: OrganizationDatabase) {
  return db
    .selectFrom('vendor')
    .innerJoin('vendor_assessment as assessment', (join) =>
      join.onRef('assessment.vendor_id', '=', 'vendor.id').onRef('assessment.domain', '=', 'vendor.domain'),
    )
    .select(['vendor.id', 'vendor.name', 'vendor.compliance_badges as complianceBadges', 'assessment.data']);
}

export interface Synced {
  /** How many vendors have an assessment and badges that nobody chose. */
  readonly checked: number;
  /** Those of them that changed, by id. */
  readonly changed: readonly { readonly id: string; readonly name: string }[];
}

/** Brings the badges that nobody chose in line with the latest assessments. @returns what changed */
export async function syncBadges(db: OrganizationDatabase): Promise<Synced> {
  const rows = await assessedIn(db).where('vendor.badges_by_hand', '=', false).orderBy('vendor.id').forUpdate('vendor').execute();
  const changed: { readonly id: string; readonly name: string }[] = [];
  for (const { id, name, complianceBadges, data } of rows) {
    const badges = badgesOf(assessmentIn(data).certifications ?? []);
    if (JSON.stringify(badgesIn(complianceBadges)?.map(({ type }) => type)) === JSON.stringify(badges.map(({ type }) => type))) continue;
    await db
      .updateTable('vendor')
      .set({ compliance_badges: JSON.stringify(badges) })
      .where('id', '=', id)
      .execute();
    changed.push({ id, name });
  }
  return { checked: rows.length, changed };
}
