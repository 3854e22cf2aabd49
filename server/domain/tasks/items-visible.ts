/** Which task items a restricted member reads (spec/conventions, 3). */
import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';

/**
 * The condition under which a restricted member reads a task item: it is assigned to the member, or its risk is
 * (spec/areas/task-management, rule 10).
 * @param eb of a query that selects from `task_item`
 */
export function isSeenBy(eb: ExpressionBuilder<TenantTables, 'task_item'>, memberId: string | Expression<string>) {
  return eb.or([
    eb('task_item.assignee_id', '=', memberId),
    eb.exists(
      eb.selectFrom('risk').select('risk.id').whereRef('risk.id', '=', 'task_item.risk_id').where('risk.assignee_id', '=', memberId),
    ),
  ]);
}
