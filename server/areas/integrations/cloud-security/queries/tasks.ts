/** Completes tasks for which a scan gives evidence (cloud-security, rule 8). */
import { sql } from 'kysely';
import { isAccepted } from '#providers/clouds/exceptions';
import { isApprovalOn } from '#domain/tasks/approval';
import { maySetAutomatically } from '#domain/tasks/automatic';
import { columnsOfStatus, isDone, type TaskStatus } from '#domain/tasks/status';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { findProvenTemplates, type ServiceResult } from '../rules/task-map.ts';

/** A task whose status was set to `done`. */
export interface CompletedTask {
  readonly id: string;
  readonly from: TaskStatus;
}

/** Sets tasks to `done` if all results of their services passed, and never resets them. @returns the changed tasks */
export async function completeTasks(db: OrganizationDatabase, connectionId: string, scanId: string, now: Date): Promise<CompletedTask[]> {
  const templates = findProvenTemplates(await countServiceResults(db, connectionId, scanId));
  if (!templates.length) return [];
  const isApprovalRequired = await isApprovalOn(db);
  const tasks = await db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'status', 'frequency', 'approverId'))
    .where('task_template_id', 'in', templates)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const completableTasks = tasks.filter((task) => !isDone(task.status) && maySetAutomatically(task, 'done', isApprovalRequired));
  for (const { id, frequency } of completableTasks)
    await db.updateTable('task').set(columnsOfStatus('done', { now, frequency })).where('id', '=', id).execute();
  return completableTasks.map(({ id, status }) => ({ id, from: status }));
}

async function countServiceResults(db: OrganizationDatabase, connectionId: string, scanId: string): Promise<ServiceResult[]> {
  const isPassed = sql<boolean>`(f.passed or ${isAccepted(connectionId, sql.ref('f.check_key'), sql.ref('f.resource_id'))})`;
  const rows = await db
    .selectFrom('integration_check_result as f')
    .select('f.service_id')
    .select(sql<number>`count(*) filter (where ${isPassed})`.as('passed'))
    .select(sql<number>`count(*) filter (where not ${isPassed})`.as('failed'))
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
