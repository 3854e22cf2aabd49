/** Lists the sub-processors on a published trust portal (trust-access, rule 11). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { anyOf, contains } from '#platform/database/filters';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { parseAssessment, parseBadges } from '#domain/vendors/stored-json';

type Schemas = components['schemas'];

const labels: Readonly<Record<Schemas['ComplianceBadgeType'], string>> = {
  soc2: 'SOC 2',
  soc3: 'SOC 3',
  iso27001: 'ISO 27001',
  iso42001: 'ISO 42001',
  iso9001: 'ISO 9001',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  pci_dss: 'PCI DSS',
  nen7510: 'NEN 7510',
  pipeda: 'PIPEDA',
  ccpa: 'CCPA',
};

/** The outer query makes the computed column `place` available for sorting the pages. */
const vendorList = PagedList.of((db) =>
  db
    .selectFrom('vendor')
    .leftJoin('vendor_assessment as assessment', (join) =>
      join.onRef('assessment.vendor_id', '=', 'vendor.id').onRef('assessment.domain', '=', 'vendor.domain'),
    )
    .select(columnsOf('vendor', 'id', 'name', 'description', 'website', 'logoUrl', 'complianceBadges'))
    .select('assessment.data as assessment')
    .select(sql<string>`trust_portal_place(vendor.trust_portal_order, vendor.name)`.as('place'))
    .where('vendor.show_on_trust_portal', '=', true)
    .where('vendor.is_sub_processor', '=', true),
)
  .filteredBy<FilterOf<'listPublicTrustVendors'>>({ search: contains('vendor.name'), ids: anyOf('vendor.id') })
  .within((query, db) => db.selectFrom(query.as('shown')).selectAll('shown'));
const orders = { place: 'shown.place', name: 'shown.name' } as const;

/** @returns a page of the listed vendors that match the filter; vendors without a place follow those with one, ordered by name */
export async function listPublicVendors(
  db: OrganizationDatabase,
  filter: FilterOf<'listPublicTrustVendors'>,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['TrustPublicVendor']>> {
  const foundPage = await vendorList.page(db, filter, { by: orders[page.sortBy], id: 'shown.id' }, page);
  return mapPage(foundPage, ({ place: _place, complianceBadges, assessment, ...vendor }) => ({
    ...vendor,
    complianceBadges: (parseBadges(complianceBadges) ?? []).map(({ type }) => ({ type, label: labels[type] })),
    trustPortalUrl: trustPageIn(assessment) ?? vendor.website,
  }));
}

/** @returns the URL of the trust page that an assessment found; undefined if it found none */
function trustPageIn(stored: unknown): string | undefined {
  if (stored === null) return undefined;
  return parseAssessment(stored).links?.find(({ label }) => /\btrust\b/i.test(label))?.url;
}
