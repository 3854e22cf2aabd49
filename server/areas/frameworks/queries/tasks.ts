/** The tasks that controls carry in an adopted framework. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { plainControl } from '../rules/shown.ts';
import type { Control } from './controls.ts';

type FrameworkTask = components['schemas']['FrameworkTask'];

const taskColumns = [
  'id',
  'organization_id as organizationId',
  'title',
  'description',
  'status',
  'automation_status as automationStatus',
  'frequency',
  'integration_schedule_frequency as integrationScheduleFrequency',
  'integration_last_run_at as integrationLastRunAt',
  'department',
  'position as order',
  'review_date as reviewDate',
  'last_completed_at as lastCompletedAt',
  'assignee_id as assigneeId',
  'approver_id as approverId',
  'approved_at as approvedAt',
  'previous_status as previousStatus',
  'not_relevant_justification as notRelevantJustification',
  'task_template_id as taskTemplateId',
  'archived_at as archivedAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** By title; archived ones are left out. @param controls whose tasks are looked for, by name */
export async function listTasks(db: OrganizationDatabase, instanceId: string, controls: readonly Control[]): Promise<FrameworkTask[]> {
  if (!controls.length) return [];
  const links = await db
    .selectFrom('framework_control_task')
    .select(['control_id as controlId', 'task_id as taskId'])
    .where('framework_instance_id', '=', instanceId)
    .where(
      'control_id',
      'in',
      controls.map(({ id }) => id),
    )
    .execute();
  if (!links.length) return [];
  const tasks = await db
    .selectFrom('task')
    .select(taskColumns)
    .where('archived_at', 'is', null)
    .where('id', 'in', [...new Set(links.map(({ taskId }) => taskId))])
    .orderBy('title')
    .orderBy('id')
    .execute();
  const carriers = Map.groupBy(links, ({ taskId }) => taskId);
  return tasks.map((task) => {
    const ids = new Set((carriers.get(task.id) ?? []).map(({ controlId }) => controlId));
    return { ...task, controls: controls.filter(({ id }) => ids.has(id)).map(plainControl) };
  });
}
