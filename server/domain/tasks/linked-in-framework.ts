import type { Expression, ExpressionBuilder } from 'kysely';
import type { TenantTables } from '#generated/database';
import { isMapInScope } from '#domain/frameworks/scope';

/**
 * A task belongs to an adopted framework if an active control that meets a requirement in scope is linked to the task in this framework.
 * @returns the condition, for a query on `task`
 */
export function isLinkedInFramework(
  { exists, selectFrom }: ExpressionBuilder<TenantTables, 'task'>,
  instanceId: string | Expression<string>,
) {
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
      .where(isMapInScope('map')),
  );
}
