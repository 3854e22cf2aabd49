/** Queries for acceptances of the residual risk of vendors (vendors, rule 18). */
import type { components } from '#generated/api';
import type { NewAcceptance } from '#domain/ratings/acceptance';
import { levelLabels } from '#domain/ratings/levels';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, ofMember } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { computedBy } from '#platform/database/sort-keys';

type Schemas = components['schemas'];
type VendorAcceptance = Schemas['VendorAcceptance'];
/** The residual rating of a vendor, which an acceptance copies and is later compared with. */
type RatedVendor = Pick<Schemas['Vendor'], 'id' | 'residualProbability' | 'residualImpact' | 'residualRating'>;

const columns = columnsOf(
  'vendor_acceptance',
  'id',
  'vendorId',
  'acceptedById',
  'acceptedByName',
  'recordedById',
  'recordedByName',
  'notes',
  'residualProbability',
  'residualImpact',
  'level',
  'createdAt',
);

const sortKeys = { createdAt: 'vendor_acceptance.created_at', level: computedBy('level_place', 'vendor_acceptance.level') } as const;

const acceptancesOfVendor = PagedList.of((db, param: Params<{ readonly vendorId: string }>) =>
  db.selectFrom('vendor_acceptance').select(columns).where('vendor_id', '=', param('vendorId')),
).filteredBy<FilterOf<'listVendorAcceptances'>>({
  acceptedById: ofMember('vendor_acceptance.accepted_by_id'),
  ids: anyOf('vendor_acceptance.id'),
});

/** @returns a page of the acceptances of a vendor */
export async function listAcceptances(
  db: OrganizationDatabase,
  vendor: RatedVendor,
  filter: FilterOf<'listVendorAcceptances'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<VendorAcceptance>> {
  const order = { by: sortKeys[page.sortBy], id: 'vendor_acceptance.id' } as const;
  return mapPage(await acceptancesOfVendor.page(db, { vendorId: vendor.id, ...filter }, order, page), (row) => acceptanceOf(vendor, row));
}

/**
 * Stores an acceptance with a copy of the vendor's rating. The caller must have locked the vendor, so that the rating is current.
 * @returns the new acceptance
 */
export async function insertAcceptance(
  db: OrganizationDatabase,
  vendor: RatedVendor,
  { acceptedBy, recordedBy, notes }: NewAcceptance,
): Promise<VendorAcceptance> {
  const row = await db
    .insertInto('vendor_acceptance')
    .values({
      id: newId('rska'),
      vendor_id: vendor.id,
      accepted_by_id: acceptedBy.id,
      accepted_by_name: acceptedBy.name,
      recorded_by_id: recordedBy.id,
      recorded_by_name: recordedBy.name,
      notes,
      residual_probability: vendor.residualProbability,
      residual_impact: vendor.residualImpact,
      level: vendor.residualRating.level,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return acceptanceOf(vendor, row);
}

function acceptanceOf(
  { residualProbability, residualImpact }: RatedVendor,
  row: Omit<VendorAcceptance, 'levelLabel' | 'stale'>,
): VendorAcceptance {
  return {
    ...row,
    levelLabel: levelLabels[row.level],
    stale: row.residualProbability !== residualProbability || row.residualImpact !== residualImpact,
  };
}
