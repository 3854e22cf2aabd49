/** Finds vendors by their external ids. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { treatmentTextOf } from '../rules/treatment.ts';

/** The id of an existing vendor, and the fields that a row of a request can change. */
export type ExistingVendor = Pick<
  components['schemas']['Vendor'],
  | 'id'
  | 'name'
  | 'description'
  | 'category'
  | 'status'
  | 'inherentProbability'
  | 'inherentImpact'
  | 'residualProbability'
  | 'residualImpact'
  | 'treatmentType'
  | 'treatmentStrategyDescription'
  | 'website'
  | 'isSubProcessor'
  | 'assigneeId'
  | 'reviewDueAt'
>;

/** Locks vendors until the transaction ends, in the order of their ids. @returns a map from external id to the existing vendor */
export async function lockVendorsByExternalId(
  db: OrganizationDatabase,
  externalIds: readonly string[],
): Promise<Map<string, ExistingVendor>> {
  const rows = await db
    .selectFrom('vendor')
    .select(columnsOf('vendor', 'id', 'externalId', 'name', 'description', 'category', 'status', 'treatmentType', 'website'))
    .select(columnsOf('vendor', 'inherentProbability', 'inherentImpact', 'residualProbability', 'residualImpact'))
    .select(columnsOf('vendor', 'isSubProcessor', 'assigneeId', 'reviewDueAt'))
    .select(['vendor.accept_text', 'vendor.avoid_text', 'vendor.mitigate_text', 'vendor.transfer_text'])
    .where('external_id', 'in', externalIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ externalId, accept_text, avoid_text, mitigate_text, transfer_text, ...vendor }) => {
      const texts = { accept_text, avoid_text, mitigate_text, transfer_text };
      return [externalId ?? '', { ...vendor, treatmentStrategyDescription: treatmentTextOf(texts, vendor.treatmentType) }];
    }),
  );
}
