/** Selects the controls that a restricted member may read (spec/conventions, 3). */
import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';

/**
 * A restricted member sees a control if an unarchived task that is assigned to the member is linked to the control, directly or in an
 * adopted framework.
 * @param eb the expression builder of a query on `control` @returns the condition
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
