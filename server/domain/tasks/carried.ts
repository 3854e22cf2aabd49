import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import { mapIsInScope } from '../frameworks/scope.ts';

/** The condition that an active control, which meets a requirement in scope of this adopted framework, has the task there. @param eb of a query that selects from `task` */
export function isCarriedIn({ exists, selectFrom }: ExpressionBuilder<TenantTables, 'task'>, instanceId: string | Expression<string>) {
  return exists(
    selectFrom('framework_control_task as link')
      .innerJoin('control', 'control.id', 'link.control_id')
      .innerJoin('requirement_map as map', 'map.control_id', 'link.control_id')
      .select('link.id')
      .whereRef('link.task_id', '=', 'task.id')
      .where('link.framework_instance_id', '=', instanceId)
      .where('control.archived_at', 'is', null)
      .where('map.framework_instance_id', '=', instanceId)
      .where('map.archived_at', 'is', null)
      .where(mapIsInScope('map')),
  );
}
