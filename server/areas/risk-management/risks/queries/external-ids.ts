/** Finds risks by their external ids. */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { LoggedRisk } from '../rules/audit-fields.ts';

export interface ExistingRisk extends LoggedRisk {
  readonly id: string;
}

/** Locks risks until the transaction ends, in the order of their ids. @returns a map from external id to the existing risk */
export async function lockRisksByExternalId(db: OrganizationDatabase, externalIds: readonly string[]): Promise<Map<string, ExistingRisk>> {
  const rows = await db
    .selectFrom('risk')
    .select(columnsOf('risk', 'id', 'title', 'description', 'category', 'department', 'status', 'probability', 'impact'))
    .select(columnsOf('risk', 'assigneeId', 'reviewDueAt', 'externalId'))
    .select(['risk.residual_probability', 'risk.residual_impact'])
    .where('external_id', 'in', externalIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (!rows.length) return new Map();
  const treatments = await db
    .selectFrom('risk_treatment')
    .select(['risk_id', 'type', 'description'])
    .where(
      'risk_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('active', '=', true)
    .execute();
  const treatmentsByRiskId = new Map(treatments.map(({ risk_id, type, description }) => [risk_id, { type, description }]));
  return new Map(
    rows.map((row) => [
      row.externalId ?? '',
      { ...row, treatmentStrategy: treatmentsByRiskId.get(row.id) ?? { type: 'mitigate', description: '' } },
    ]),
  );
}
