/**
 * Gives tasks the status that follows from checks and automations (spec/areas/tasks, rules 17 and 19). Whatever runs these calls it when they
 * have ended.
 */
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { isApprovalOn } from './approval.ts';
import { detachments } from './attached-checks.ts';
import { automaticTarget, maySetAutomatically } from './automatic.ts';
import { automationResults } from './automation-results.ts';
import { latestResults, type LatestResult, templatesOf } from './check-results.ts';
import { type Assigned, type Telling, tellOfFailures } from './notices.ts';
import { columnsOfStatus, type TaskStatus } from './status.ts';

/** A task whose status was set. */
export interface Settled extends Assigned {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
}

/**
 * Sets the status of the tasks of these templates, and tells of those that failed.
 * @param templateIds of the checks that have ended, with a result or without
 * @returns the tasks that have another status now
 */
export async function settleByChecks(telling: Telling, templateIds: readonly string[], now: Date): Promise<Settled[]> {
  const { db } = telling;
  const settled: Settled[] = [];
  for (const templateId of new Set(templateIds)) {
    const results = await latestResults(db, templateId);
    if (!results.length) continue;
    const tasks = await openTasks(db)
      .where('task_template_id', '=', templateId)
      .where('automation_status', '=', 'AUTOMATED')
      .orderBy('id')
      .forUpdate()
      .execute();
    const isDetached = await detachments(
      db,
      tasks.map(({ id }) => id),
    );
    settled.push(...(await settle(telling, tasks, ({ id }) => Promise.resolve(passedOf(results, id, isDetached)), now)));
  }
  await tellOfFailures(telling, settled.filter(isFailed));
  return settled;
}

/**
 * Sets the status of a task, and tells of it if it failed.
 * @param taskId of the automation whose run has ended
 * @returns the task if it has another status now
 */
export async function settleByAutomations(telling: Telling, taskId: string, now: Date): Promise<Settled[]> {
  const { db } = telling;
  const tasks = await openTasks(db).where('id', '=', taskId).forUpdate().execute();
  const settled = await settle(telling, tasks, (task) => checkResultsOf(db, task), now);
  await tellOfFailures(telling, settled.filter(isFailed));
  return settled;
}

const isFailed = ({ to }: Settled) => to === 'failed';

/** @returns what checks have found for a task, if it takes their evidence */
export async function checkResultsOf(
  db: OrganizationDatabase,
  {
    id,
    automationStatus,
    taskTemplateId,
  }: { readonly id: string; readonly automationStatus: string; readonly taskTemplateId: string | null },
): Promise<boolean[]> {
  if (automationStatus !== 'AUTOMATED' || taskTemplateId === null) return [];
  const results = await latestResults(db, taskTemplateId);
  return results.length ? passedOf(results, id, await detachments(db, [id])) : [];
}

/** Whether each check has passed that is not detached from the task. */
function passedOf(results: readonly LatestResult[], taskId: string, isDetached: Awaited<ReturnType<typeof detachments>>): boolean[] {
  return results.flatMap((result) => (isDetached(taskId, result) ? [] : [result.passed]));
}

/**
 * Looks at failed tasks again whose checks ran on a connection that has ended: what can never be repeated keeps no task red
 * (spec/areas/integrations, states of a connection). Without any evidence left a task becomes `todo`.
 * @param connectionId of the connection, which no longer counts
 * @returns the tasks that have another status now
 */
export async function settleWithout(telling: Telling, connectionId: string, now: Date): Promise<Settled[]> {
  const { db } = telling;
  const ran = await db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as n', 'n.id', 'r.connection_id')
    .select(['n.provider', 'r.check_id as checkId'])
    .distinct()
    .where('r.connection_id', '=', connectionId)
    .execute();
  const templates = templatesOf(ran);
  if (!templates.length) return [];
  const tasks = await openTasks(db)
    .where('task_template_id', 'in', templates)
    .where('automation_status', '=', 'AUTOMATED')
    .where('status', '=', 'failed')
    .orderBy('id')
    .forUpdate()
    .execute();
  return settle(telling, tasks, (task) => checkResultsOf(db, task), now, true);
}

/**
 * Looks at a task again because a check was attached to it or detached from it. It is told of as any other that checks have set.
 * @returns the task if it has another status now
 */
export async function settleAttached(telling: Telling, taskId: string, now: Date): Promise<Settled[]> {
  const { db } = telling;
  const tasks = await openTasks(db).where('id', '=', taskId).where('automation_status', '=', 'AUTOMATED').forUpdate().execute();
  const settled = await settle(telling, tasks, (task) => checkResultsOf(db, task), now, true);
  await tellOfFailures(telling, settled.filter(isFailed));
  return settled;
}

const columns = columnsOf('task', 'id', 'title', 'status', 'frequency', 'assigneeId', 'approverId', 'automationStatus', 'taskTemplateId');
const openTasks = (db: OrganizationDatabase) => db.selectFrom('task').select(columns).where('archived_at', 'is', null);
type Task = Awaited<ReturnType<ReturnType<typeof openTasks>['executeTakeFirstOrThrow']>>;

/**
 * @param tasks that are locked @param checksOf what checks have found for one of them
 * @param mayReopen whether a failed task without any evidence becomes `todo`
 */
async function settle(
  { db }: Telling,
  tasks: readonly Task[],
  checksOf: (task: Task) => Promise<readonly boolean[]>,
  now: Date,
  mayReopen = false,
): Promise<Settled[]> {
  const isOn = await isApprovalOn(db);
  const automations = await automationResults(
    db,
    tasks.map(({ id }) => id),
  );
  const settled: Settled[] = [];
  for (const task of tasks) {
    const { id, title, status, frequency, assigneeId, approverId } = task;
    const { passed, isWaiting } = automations(id);
    const target = automaticTarget(await checksOf(task), passed);
    // Without any evidence a person decides, and without a part of it nobody can say that the task is done.
    if ((target === 'todo' && !(mayReopen && status === 'failed')) || (target === 'done' && isWaiting)) continue;
    if (status === target || !maySetAutomatically({ status, approverId }, target, isOn)) continue;
    await db.updateTable('task').set(columnsOfStatus(target, { now, frequency })).where('id', '=', id).execute();
    settled.push({ id, title, assigneeId, from: status, to: target });
  }
  return settled;
}

/** Notes when all checks of these templates were last carried out. */
export async function noteCheckRun({ db }: Pick<Telling, 'db'>, templateIds: readonly string[], now: Date): Promise<void> {
  if (!templateIds.length) return;
  await db
    .updateTable('task')
    .set({ integration_last_run_at: now.toISOString() })
    .where('task_template_id', 'in', templateIds)
    .where('automation_status', '=', 'AUTOMATED')
    .execute();
}
