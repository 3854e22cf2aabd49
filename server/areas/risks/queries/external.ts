/** Risks by the ids that another system gave them. */
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { RiskTold } from '../rules/changes.ts';

export interface KnownRisk extends RiskTold {
  readonly id: string;
}

/** @returns by external id the risks that there are, held in one order until the transaction ends */
export async function lockRisksByExternalId(db: OrganizationDatabase, externalIds: readonly string[]): Promise<Map<string, KnownRisk>> {
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
  const byRisk = new Map(treatments.map(({ risk_id, type, description }) => [risk_id, { type, description }]));
  return new Map(
    rows.map((row) => [row.externalId ?? '', { ...row, treatmentStrategy: byRisk.get(row.id) ?? { type: 'mitigate', description: '' } }]),
  );
}
