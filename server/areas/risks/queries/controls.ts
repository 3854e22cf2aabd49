/** Queries about the controls linked to a risk. */
import type { Expression, ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { hasTaskOf } from '../../../domain/controls/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';

/**
 * Those in use, by name.
 * @param eb of a query that has the risk
 * @param restrictedTo the member whose controls alone are shown, if restricted (spec/areas/controls, rule 10)
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
  return jsonArrayFrom(restrictedTo === undefined ? all : all.where((linked) => hasTaskOf(linked, restrictedTo))).as('controls');
}

/** Which of these are controls of the organization. They stay until the transaction ends. */
export async function knownControls(db: OrganizationDatabase, ids: readonly string[]): Promise<Set<string>> {
  const rows = ids.length ? await db.selectFrom('control').select('id').where('id', 'in', ids).forKeyShare().execute() : [];
  return new Set(rows.map(({ id }) => id));
}

/** What the log calls these controls, in this order (spec/areas/audit-logs, rule 8). */
export async function titlesOfControls(db: OrganizationDatabase, ids: readonly string[]): Promise<string[]> {
  const rows = ids.length ? await db.selectFrom('control').select(['id', 'name']).where('id', 'in', ids).execute() : [];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => `${names.get(id) ?? ''} (${id})`);
}

/** Makes `controlIds` the whole set of linked controls. Gives those linked before, and how many links came and went. */
export async function replaceRiskControls(
  db: OrganizationDatabase,
  riskId: string,
  controlIds: readonly string[],
): Promise<{ before: string[]; linked: number; unlinked: number }> {
  const links = await db.selectFrom('risk_control').select('control_id').where('risk_id', '=', riskId).orderBy('control_id').execute();
  const before = links.map((link) => link.control_id);
  const gone = before.filter((id) => !controlIds.includes(id));
  const come = controlIds.filter((id) => !before.includes(id));
  if (gone.length) await db.deleteFrom('risk_control').where('risk_id', '=', riskId).where('control_id', 'in', gone).execute();
  if (come.length)
    await db
      .insertInto('risk_control')
      .values(come.map((controlId) => ({ id: newId('rcl'), risk_id: riskId, control_id: controlId })))
      .execute();
  return { before, linked: come.length, unlinked: gone.length };
}
