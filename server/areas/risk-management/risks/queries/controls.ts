/** Queries about the controls linked to a risk. */
import type { Expression, ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TenantTables } from '#generated/database';
import { hasTaskAssignedTo } from '#domain/controls/visible';

/**
 * Controls in use, by name.
 * @param eb of a query that has the risk
 * @param restrictedTo the member, if restricted, whose controls are the only ones visible (controls, rule 10)
 */
export function controlsOfRisk(eb: ExpressionBuilder<TenantTables, 'risk'>, restrictedTo: Expression<string> | undefined) {
  const all = eb
    .selectFrom('risk_control')
    .innerJoin('control', 'control.id', 'risk_control.control_id')
    .select(['control.id', 'control.name'])
    .whereRef('risk_control.risk_id', '=', 'risk.id')
    .where('control.archived_at', 'is', null)
    .orderBy('control.name')
    .orderBy('control.id');
  return jsonArrayFrom(restrictedTo === undefined ? all : all.where((linked) => hasTaskAssignedTo(linked, restrictedTo))).as('controls');
}
