/**
 * Updates task statuses from the results of checks and automations (tasks, rules 17 and 19). Called after they have
 * run.
 */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isApprovalOn } from './approval.ts';
import { findDetachments } from './attached-checks.ts';
import { automaticTarget, maySetAutomatically } from './automatic.ts';
import { findAutomationResults } from './automation-results.ts';
import { findLatestResults, type LatestResult, templatesOf } from './check-results.ts';
import { type AssignedTask, type NotifyContext, notifyAboutFailures } from './notices.ts';
import { columnsOfStatus, type TaskStatus } from './status.ts';

/** A task whose status was changed. */
export interface StatusChange extends AssignedTask {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
}

/**
 * Updates the status of the tasks of these templates, and notifies about those that failed.
 * @param templateIds of the finished checks, with or without a result
 * @returns the tasks whose status has changed
 */
export async function updateStatusByChecks(telling: NotifyContext, templateIds: readonly string[], now: Date): Promise<StatusChange[]> {
  const { db } = telling;
  const changed: StatusChange[] = [];
  for (const templateId of new Set(templateIds)) {
    const results = await findLatestResults(db, templateId);
    if (!results.length) continue;
    const tasks = await selectOpenTasks(db)
      .where('task_template_id', '=', templateId)
      .where('automation_status', '=', 'AUTOMATED')
      .orderBy('id')
      .forUpdate()
      .execute();
    const isDetached = await findDetachments(
      db,
      tasks.map(({ id }) => id),
    );
    changed.push(...(await updateStatuses(telling, tasks, ({ id }) => Promise.resolve(passedOf(results, id, isDetached)), now)));
  }
  await notifyAboutFailures(telling, changed.filter(isFailed));
  return changed;
}

/**
 * Updates the status of a task, and notifies if it failed.
 * @param taskId of the automation whose run has finished
 * @returns the task if its status has changed
 */
export async function updateStatusByAutomations(telling: NotifyContext, taskId: string, now: Date): Promise<StatusChange[]> {
  const { db } = telling;
  const tasks = await selectOpenTasks(db).where('id', '=', taskId).forUpdate().execute();
  const changed = await updateStatuses(telling, tasks, (task) => findCheckResults(db, task), now);
  await notifyAboutFailures(telling, changed.filter(isFailed));
  return changed;
}

const isFailed = ({ to }: StatusChange) => to === 'failed';

/** @returns the check results of a task; empty when it does not use checks as evidence */
export async function findCheckResults(
  db: OrganizationDatabase,
  {
    id,
    automationStatus,
    taskTemplateId,
  }: { readonly id: string; readonly automationStatus: string; readonly taskTemplateId: string | null },
): Promise<boolean[]> {
  if (automationStatus !== 'AUTOMATED' || taskTemplateId === null) return [];
  const results = await findLatestResults(db, taskTemplateId);
  return results.length ? passedOf(results, id, await findDetachments(db, [id])) : [];
}

/** Whether each check that is attached to the task passed. */
function passedOf(results: readonly LatestResult[], taskId: string, isDetached: Awaited<ReturnType<typeof findDetachments>>): boolean[] {
  return results.flatMap((result) => (isDetached(taskId, result) ? [] : [result.passed]));
}

/**
 * Reevaluates failed tasks whose checks ran on a removed connection: a result that cannot be repeated must not keep a task failed
 * (spec/areas/integrations/integrations, states of a connection). A task without remaining evidence becomes `todo`.
 * @param connectionId of the connection, whose results no longer count
 * @returns the tasks whose status has changed
 */
export async function updateStatusWithoutConnection(telling: NotifyContext, connectionId: string, now: Date): Promise<StatusChange[]> {
  const { db } = telling;
  const checksOfConnection = await db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as n', 'n.id', 'r.connection_id')
    .select(['n.provider', 'r.check_id as checkId'])
    .distinct()
    .where('r.connection_id', '=', connectionId)
    .execute();
  const templates = templatesOf(checksOfConnection);
  if (!templates.length) return [];
  const tasks = await selectOpenTasks(db)
    .where('task_template_id', 'in', templates)
    .where('automation_status', '=', 'AUTOMATED')
    .where('status', '=', 'failed')
    .orderBy('id')
    .forUpdate()
    .execute();
  return updateStatuses(telling, tasks, (task) => findCheckResults(db, task), now, true);
}

/**
 * Reevaluates a task after a check was attached to or detached from it, and notifies as for any other automatic change.
 * @returns the task if its status has changed
 */
export async function updateStatusAfterAttach(telling: NotifyContext, taskId: string, now: Date): Promise<StatusChange[]> {
  const { db } = telling;
  const tasks = await selectOpenTasks(db).where('id', '=', taskId).where('automation_status', '=', 'AUTOMATED').forUpdate().execute();
  const changed = await updateStatuses(telling, tasks, (task) => findCheckResults(db, task), now, true);
  await notifyAboutFailures(telling, changed.filter(isFailed));
  return changed;
}

const columns = columnsOf('task', 'id', 'title', 'status', 'frequency', 'assigneeId', 'approverId', 'automationStatus', 'taskTemplateId');
const selectOpenTasks = (db: OrganizationDatabase) => db.selectFrom('task').select(columns).where('archived_at', 'is', null);
type Task = Awaited<ReturnType<ReturnType<typeof selectOpenTasks>['executeTakeFirstOrThrow']>>;

/**
 * @param tasks that are locked @param checksOf the check results of a task
 * @param mayReopen whether a failed task without evidence becomes `todo`
 */
async function updateStatuses(
  { db }: NotifyContext,
  tasks: readonly Task[],
  checksOf: (task: Task) => Promise<readonly boolean[]>,
  now: Date,
  mayReopen = false,
): Promise<StatusChange[]> {
  const isOn = await isApprovalOn(db);
  const automations = await findAutomationResults(
    db,
    tasks.map(({ id }) => id),
  );
  const changed: StatusChange[] = [];
  for (const task of tasks) {
    const { id, title, status, frequency, assigneeId, approverId } = task;
    const { passed, isWaiting } = automations(id);
    const target = automaticTarget(await checksOf(task), passed);
    // Without evidence a person decides; with incomplete evidence the task cannot be done.
    if ((target === 'todo' && !(mayReopen && status === 'failed')) || (target === 'done' && isWaiting)) continue;
    if (status === target || !maySetAutomatically({ status, approverId }, target, isOn)) continue;
    await db.updateTable('task').set(columnsOfStatus(target, { now, frequency })).where('id', '=', id).execute();
    changed.push({ id, title, assigneeId, from: status, to: target });
  }
  return changed;
}

/** Records when all checks of these templates last ran. */
export async function recordCheckRun({ db }: Pick<NotifyContext, 'db'>, templateIds: readonly string[], now: Date): Promise<void> {
  if (!templateIds.length) return;
  await db
    .updateTable('task')
    .set({ integration_last_run_at: now.toISOString() })
    .where('task_template_id', 'in', templateIds)
    .where('automation_status', '=', 'AUTOMATED')
    .execute();
}
