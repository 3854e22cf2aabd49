/** The controls visible to a restricted member (spec/conventions, 3). */
import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';

/**
 * The condition that a control is visible to a restricted member: a task in use that is linked to it, directly or in an adopted framework,
 * is assigned to the member.
 * @param eb of a query that selects from `control`
 */
export function hasTaskAssignedTo(
  { exists, selectFrom }: ExpressionBuilder<TenantTables, 'control'>,
  memberId: string | Expression<string>,
) {
  return exists(
    selectFrom('task')
      .select('task.id')
      .where('task.assignee_id', '=', memberId)
      .where('task.archived_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(
            'task.id',
            'in',
            eb.selectFrom('control_task').select('control_task.task_id').whereRef('control_task.control_id', '=', 'control.id'),
          ),
          eb(
            'task.id',
            'in',
            eb
              .selectFrom('framework_control_task')
              .select('framework_control_task.task_id')
              .whereRef('framework_control_task.control_id', '=', 'control.id'),
          ),
        ]),
      ),
  );
}
