/** Selects the controls that are linked to a risk. */
import type { Expression, ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TenantTables } from '#generated/database';
import { hasTaskAssignedTo } from '#domain/controls/visible';

/**
 * Selects the linked controls that are not archived, sorted by name, as a JSON list in the column `controls`.
 * @param eb the expressions of a query for risks
 * @param restrictedTo selects only controls with a task that is assigned to this member (controls, rule 10)
 */
export function selectControlsOfRisk(eb: ExpressionBuilder<TenantTables, 'risk'>, restrictedTo: Expression<string> | undefined) {
  const query = eb
    .selectFrom('risk_control')
    .innerJoin('control', 'control.id', 'risk_control.control_id')
    .select(['control.id', 'control.name'])
    .whereRef('risk_control.risk_id', '=', 'risk.id')
    .where('control.archived_at', 'is', null)
    .orderBy('control.name')
    .orderBy('control.id');
  return jsonArrayFrom(restrictedTo === undefined ? query : query.where((inner) => hasTaskAssignedTo(inner, restrictedTo))).as('controls');
}
