/** The task items visible to a restricted member (spec/conventions, 3). */
import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';

/**
 * The condition that a task item is visible to a restricted member: it or its risk is assigned to the member
 * (task-management, rule 10).
 * @param eb of a query that selects from `task_item`
 */
export function isItemVisibleTo(eb: ExpressionBuilder<TenantTables, 'task_item'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('task_item.assignee_id', '=', memberId),
    eb.exists(
      eb.selectFrom('risk').select('risk.id').whereRef('risk.id', '=', 'task_item.risk_id').where('risk.assignee_id', '=', memberId),
    ),
  ]);
}
