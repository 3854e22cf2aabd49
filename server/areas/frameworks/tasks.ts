/** The tasks that controls carry in an adopted framework. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { type Control, plainControl } from './controls.ts';

type FrameworkTask = components['schemas']['FrameworkTask'];

const taskColumns = [
  'task.id', 'task.organization_id as organizationId', 'task.title', 'task.description', 'task.status', 'task.automation_status as automationStatus', 'task.frequency',
  'task.integration_schedule_frequency as integrationScheduleFrequency', 'task.integration_last_run_at as integrationLastRunAt', 'task.department', 'task.position as order', 'task.review_date as reviewDate',
  'task.last_completed_at as lastCompletedAt', 'task.assignee_id as assigneeId', 'task.approver_id as approverId', 'task.approved_at as approvedAt', 'task.previous_status as previousStatus',
  'task.not_relevant_justification as notRelevantJustification', 'task.task_template_id as taskTemplateId', 'task.archived_at as archivedAt', 'task.created_at as createdAt', 'task.updated_at as updatedAt',
] as const;

/** By title; archived ones are left out. @param controls whose tasks are looked for, by name */
export async function listTasks(db: OrganizationDatabase, instanceId: string, controls: readonly Control[]): Promise<FrameworkTask[]> {
  if (!controls.length) return [];
  const links = db.selectFrom('framework_control_task as link').where('link.framework_instance_id', '=', instanceId).where('link.control_id', 'in', controls.map(({ id }) => id));
  const [tasks, pairs] = await Promise.all([
    db.selectFrom('task').select(taskColumns).where('task.archived_at', 'is', null).where('task.id', 'in', links.select('link.task_id')).orderBy('task.title').orderBy('task.id').execute(),
    links.select(['link.control_id as controlId', 'link.task_id as taskId']).execute(),
  ]);
  const carriers = Map.groupBy(pairs, ({ taskId }) => taskId);
  return tasks.map((task) => {
    const ids = new Set((carriers.get(task.id) ?? []).map(({ controlId }) => controlId));
    return { ...task, controls: controls.filter(({ id }) => ids.has(id)).map(plainControl) };
  });
}
