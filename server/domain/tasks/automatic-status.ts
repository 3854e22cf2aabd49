/**
 * Updates task statuses from the results of checks and automations (tasks, rules 17 and 19). The functions are called after runs, after a
 * connection was removed, and after a check was attached or detached.
 */
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isApprovalOn } from './approval.ts';
import { findDetachments } from './attached-checks.ts';
import { deriveStatus, maySetAutomatically } from './automatic.ts';
import { findAutomationResults } from './automation-results.ts';
import { findLatestResults, type LatestResult, templateIdsOf } from './check-results.ts';
import { type AssignedTask, type NotifyContext, notifyAboutFailures } from './notices.ts';
import { columnsOfStatus, type TaskStatus } from './status.ts';

/** A task whose status was changed. */
export interface StatusChange extends AssignedTask {
  readonly from: TaskStatus;
  readonly to: TaskStatus;
}

/**
 * Updates the status of the tasks of the templates, and notifies about failed tasks.
 * @param templateIds the templates for which the finished checks are evidence, even if a check has no result
 * @returns the tasks whose status has changed
 */
export async function updateStatusByChecks(context: NotifyContext, templateIds: readonly string[], now: Date): Promise<StatusChange[]> {
  const { db } = context;
  const changes: StatusChange[] = [];
  for (const templateId of new Set(templateIds)) {
    const results = await findLatestResults(db, templateId);
    if (!results.length) continue;
    const tasks = await selectOpenTasks(db)
      .where('task_template_id', '=', templateId)
      .where('automation_status', '=', 'automated')
      .orderBy('id')
      .forUpdate()
      .execute();
    const isDetached = await findDetachments(
      db,
      tasks.map(({ id }) => id),
    );
    changes.push(...(await updateStatuses(context, tasks, ({ id }) => Promise.resolve(resultsOf(results, id, isDetached)), now)));
  }
  await notifyAboutFailures(context, changes.filter(isFailed));
  return changes;
}

/**
 * Updates the status of a task, and notifies if it failed.
 * @param taskId the task of the automation whose run has finished
 * @returns the task if its status has changed
 */
export async function updateStatusByAutomations(context: NotifyContext, taskId: string, now: Date): Promise<StatusChange[]> {
  const { db } = context;
  const tasks = await selectOpenTasks(db).where('id', '=', taskId).forUpdate().execute();
  const changes = await updateStatuses(context, tasks, (task) => findCheckResults(db, task), now);
  await notifyAboutFailures(context, changes.filter(isFailed));
  return changes;
}

const isFailed = ({ to }: StatusChange) => to === 'failed';

/** @returns whether each attached check passed; empty if the task does not use checks as evidence */
export async function findCheckResults(
  db: OrganizationDatabase,
  {
    id,
    automationStatus,
    taskTemplateId,
  }: { readonly id: string; readonly automationStatus: string; readonly taskTemplateId: string | null },
): Promise<boolean[]> {
  if (automationStatus !== 'automated' || taskTemplateId === null) return [];
  const results = await findLatestResults(db, taskTemplateId);
  return results.length ? resultsOf(results, id, await findDetachments(db, [id])) : [];
}

/** @returns whether each check that is attached to the task passed */
function resultsOf(results: readonly LatestResult[], taskId: string, isDetached: Awaited<ReturnType<typeof findDetachments>>): boolean[] {
  return results.flatMap((result) => (isDetached(taskId, result) ? [] : [result.passed]));
}

/**
 * Reevaluates failed tasks whose checks ran on a removed connection, because a check that cannot run again must not keep a task failed
 * (spec/areas/integrations/integrations, states of a connection). A task without remaining evidence becomes `todo`.
 * @param connectionId the removed connection, whose results no longer count
 * @returns the tasks whose status has changed
 */
export async function updateStatusWithoutConnection(context: NotifyContext, connectionId: string, now: Date): Promise<StatusChange[]> {
  const { db } = context;
  const checksOfConnection = await db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as n', 'n.id', 'r.connection_id')
    .select(['n.provider', 'r.check_id as checkId'])
    .distinct()
    .where('r.connection_id', '=', connectionId)
    .execute();
  const templateIds = templateIdsOf(checksOfConnection);
  if (!templateIds.length) return [];
  const tasks = await selectOpenTasks(db)
    .where('task_template_id', 'in', templateIds)
    .where('automation_status', '=', 'automated')
    .where('status', '=', 'failed')
    .orderBy('id')
    .forUpdate()
    .execute();
  return updateStatuses(context, tasks, (task) => findCheckResults(db, task), now, true);
}

/**
 * Reevaluates a task after a check was attached to the task or detached from it, and notifies if the task failed.
 * @returns the task if its status has changed
 */
export async function updateStatusAfterAttach(context: NotifyContext, taskId: string, now: Date): Promise<StatusChange[]> {
  const { db } = context;
  const tasks = await selectOpenTasks(db).where('id', '=', taskId).where('automation_status', '=', 'automated').forUpdate().execute();
  const changes = await updateStatuses(context, tasks, (task) => findCheckResults(db, task), now, true);
  await notifyAboutFailures(context, changes.filter(isFailed));
  return changes;
}

const columns = columnsOf('task', 'id', 'title', 'status', 'frequency', 'assigneeId', 'approverId', 'automationStatus', 'taskTemplateId');
const selectOpenTasks = (db: OrganizationDatabase) => db.selectFrom('task').select(columns).where('archived_at', 'is', null);
type Task = Awaited<ReturnType<ReturnType<typeof selectOpenTasks>['executeTakeFirstOrThrow']>>;

/**
 * @param tasks the locked tasks @param checkResultsOf returns the check results of a task
 * @param mayReopen whether a failed task without evidence becomes `todo`
 */
async function updateStatuses(
  { db }: NotifyContext,
  tasks: readonly Task[],
  checkResultsOf: (task: Task) => Promise<readonly boolean[]>,
  now: Date,
  mayReopen = false,
): Promise<StatusChange[]> {
  const isApprovalEnabled = await isApprovalOn(db);
  const automationResultsOf = await findAutomationResults(
    db,
    tasks.map(({ id }) => id),
  );
  const changes: StatusChange[] = [];
  for (const task of tasks) {
    const { id, title, status, frequency, assigneeId, approverId } = task;
    const { passed, isWaiting } = automationResultsOf(id);
    const target = deriveStatus(await checkResultsOf(task), passed);
    // A person sets the status of a task without evidence. A task with incomplete evidence cannot be done.
    if ((target === 'todo' && !(mayReopen && status === 'failed')) || (target === 'done' && isWaiting)) continue;
    if (status === target || !maySetAutomatically({ status, approverId }, target, isApprovalEnabled)) continue;
    await db.updateTable('task').set(columnsOfStatus(target, { now, frequency })).where('id', '=', id).execute();
    changes.push({ id, title, assigneeId, from: status, to: target });
  }
  return changes;
}

/** Records the time when all checks of the templates last ran. */
export async function recordCheckRun({ db }: Pick<NotifyContext, 'db'>, templateIds: readonly string[], now: Date): Promise<void> {
  if (!templateIds.length) return;
  await db
    .updateTable('task')
    .set({ integration_last_run_at: now.toISOString() })
    .where('task_template_id', 'in', templateIds)
    .where('automation_status', '=', 'automated')
    .execute();
}
