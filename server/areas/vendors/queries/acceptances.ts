/** Queries about who accepted the residual risk of a vendor (spec/areas/vendors, rule 18). */
import type { components } from '../../../../generated/api.d.ts';
import { labels } from '../../../domain/ratings/levels.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';

type Schemas = components['schemas'];
type VendorAcceptance = Schemas['VendorAcceptance'];
/** What an acceptance is measured by. */
type RatedVendor = Pick<Schemas['Vendor'], 'id' | 'residualProbability' | 'residualImpact' | 'residualRating'>;

const columns = columnsOf(
  'vendor_acceptance',
  'id',
  'vendorId',
  'acceptedById',
  'acceptedByName',
  'notes',
  'residualProbability',
  'residualImpact',
  'level',
  'createdAt',
);

const listed = PagedList.of((db, param: Params<{ readonly vendorId: string }>) =>
  db.selectFrom('vendor_acceptance').select(columns).where('vendor_id', '=', param('vendorId')),
);

/** @returns a page of the acceptances of a vendor, newest first */
export async function listAcceptances(db: OrganizationDatabase, vendor: RatedVendor, page: PageRequest): Promise<Page<VendorAcceptance>> {
  const order = { by: 'vendor_acceptance.created_at', id: 'vendor_acceptance.id' } as const;
  return mapPage(await listed.page(db, { vendorId: vendor.id }, order, page), (row) => acceptanceOf(vendor, row));
}

/** @param vendor held, so that what is copied still holds when the acceptance is written @returns the new acceptance */
export async function insertAcceptance(
  db: OrganizationDatabase,
  vendor: RatedVendor,
  by: { readonly id: string; readonly name: string },
  notes: string | null,
): Promise<VendorAcceptance> {
  const row = await db
    .insertInto('vendor_acceptance')
    .values({
      id: newId('rska'),
      vendor_id: vendor.id,
      accepted_by_id: by.id,
      accepted_by_name: by.name,
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
    levelLabel: labels[row.level],
    stale: row.residualProbability !== residualProbability || row.residualImpact !== residualImpact,
  };
}
