/** Tasks that a scan proves (spec/areas/cloud-security, rule 8). */
import { sql } from 'kysely';
import { isAccepted } from '../../../domain/clouds/exceptions.ts';
import { isApprovalOn } from '../../../domain/tasks/approval.ts';
import { maySetAutomatically } from '../../../domain/tasks/automatic.ts';
import { columnsOfStatus, isDone, type TaskStatus } from '../../../domain/tasks/status.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { provenTemplates, type ServiceStanding } from '../rules/task-map.ts';

/** A task whose status was set. */
export interface Proven {
  readonly id: string;
  readonly from: TaskStatus;
}

/** Sets the tasks to `done` whose services have passed. None fails. @returns those that are done now */
export async function completeTasks(db: OrganizationDatabase, connectionId: string, scanId: string, now: Date): Promise<Proven[]> {
  const templates = provenTemplates(await standingsOf(db, connectionId, scanId));
  if (!templates.length) return [];
  const isOn = await isApprovalOn(db);
  const tasks = await db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'status', 'frequency', 'approverId'))
    .where('task_template_id', 'in', templates)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const proven = tasks.filter((task) => !isDone(task.status) && maySetAutomatically(task, 'done', isOn));
  for (const { id, frequency } of proven)
    await db.updateTable('task').set(columnsOfStatus('done', { now, frequency })).where('id', '=', id).execute();
  return proven.map(({ id, status }) => ({ id, from: status }));
}

async function standingsOf(db: OrganizationDatabase, connectionId: string, scanId: string): Promise<ServiceStanding[]> {
  const passes = sql<boolean>`(f.passed or ${isAccepted(connectionId, sql.ref('f.check_key'), sql.ref('f.resource_id'))})`;
  const rows = await db
    .selectFrom('integration_check_result as f')
    .select('f.service_id')
    .select(sql<number>`count(*) filter (where ${passes})`.as('passed'))
    .select(sql<number>`count(*) filter (where not ${passes})`.as('failed'))
    .where('f.check_run_id', '=', scanId)
    .where('f.service_id', 'is not', null)
    .groupBy('f.service_id')
    .execute();
  return rows.map(({ service_id: serviceId, passed, failed }) => ({
    serviceId: serviceId ?? '',
    passed: Number(passed),
    failed: Number(failed),
  }));
}
