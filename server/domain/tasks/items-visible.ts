/** Selects the task items that a restricted member may read (spec/conventions, 3). */
import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';

/**
 * A restricted member may read a task item if the item or its risk is assigned to the member (task-management, rule 10).
 * @param eb the expression builder of a query on `task_item` @returns the condition
 */
export function isItemVisibleTo(eb: ExpressionBuilder<TenantTables, 'task_item'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('task_item.assignee_id', '=', memberId),
    eb.exists(
      eb.selectFrom('risk').select('risk.id').whereRef('risk.id', '=', 'task_item.risk_id').where('risk.assignee_id', '=', memberId),
    ),
  ]);
}
