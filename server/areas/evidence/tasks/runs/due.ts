/** Updates the status of completed tasks that are due for review. If several servers run this, each task changes once (tasks, rule 18). */
import { isApprovalOn } from '#domain/tasks/approval';
import { deriveStatus, maySetAutomatically } from '#domain/tasks/automatic';
import { findAutomationResults } from '#domain/tasks/automation-results';
import { membersAsRecipients, type NotifyContext, notifyAboutFailures, notifyAboutTasks } from '#domain/tasks/notices';
import { findCheckResults } from '#domain/tasks/automatic-status';
import { columnsOfStatus } from '#domain/tasks/status';
import { changesBetween } from '#platform/audit/changes';
import { createEntry, noActor } from '#platform/audit/create-entry';
import { columnsOf } from '#platform/database/columns';
import type { AuditEntry, OrganizationDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { lockTasks, type TaskRow, updateTask } from '../queries/tasks.ts';

/** The maximum number of tasks that are read at once. */
const batchSize = 100;

/** Reviews due tasks of all organizations, up to the size of a batch. @returns the number of due tasks that were read */
export async function reviewDueTasks({ system, tenant }: Database, ports: NotifyContext['ports'], now: Date): Promise<number> {
  const dueTasks = await system
    .selectFrom('task')
    .select(columnsOf('task', 'organizationId', 'id'))
    .where('status', '=', 'done')
    .where('archived_at', 'is', null)
    .where('review_date', '<=', now.toISOString())
    .orderBy('review_date')
    .limit(batchSize)
    .execute();
  for (const [organizationId, tasks] of Map.groupBy(dueTasks, (task) => task.organizationId)) {
    const ids = tasks.map(({ id }) => id);
    await writeScheduled(tenant, organizationId, (db) => reviewTasks({ db, ports }, ids, now));
  }
  return dueTasks.length;
}

/** Locks tasks and checks again whether they are due, because another server may have reviewed them. @returns the audit entries */
async function reviewTasks(context: NotifyContext, ids: readonly string[], now: Date): Promise<AuditEntry[]> {
  const { db } = context;
  const isDue = ({ status, reviewDate }: TaskRow) => status === 'done' && reviewDate !== null && Date.parse(reviewDate) <= now.getTime();
  const tasks = (await lockTasks(db, ids)).filter(isDue);
  const isApprovalEnabled = await isApprovalOn(db);
  const pairs: { readonly before: TaskRow; readonly after: TaskRow }[] = [];
  for (const before of tasks) {
    const newStatus = await findNewStatus(db, before, isApprovalEnabled);
    pairs.push({ before, after: await updateTask(db, before.id, columnsOfStatus(newStatus, { now, frequency: before.frequency })) });
  }
  const tasksWithStatus = (status: TaskRow['status']) => pairs.filter(({ after }) => after.status === status).map(({ after }) => after);
  await notifyAboutFailures(context, tasksWithStatus('failed'));
  const dueAgain = [...tasksWithStatus('todo'), ...tasksWithStatus('done')];
  await notifyAboutTasks(
    context,
    {
      kind: 'taskReminders',
      subject: (taskNames) => `${taskNames} ${taskNames.startsWith('"') ? 'is' : 'are'} due again`,
      text: 'Evidence is due again:',
    },
    await membersAsRecipients(
      db,
      dueAgain.map((task) => ({ task, memberId: task.assigneeId })),
    ),
  );
  // The service itself changes these tasks, so the audit entries have no user.
  return pairs.map(({ before, after }) =>
    createEntry(db.organizationId, {
      actor: noActor,
      action: 'Looked at task again because it is due',
      entityType: 'task',
      entityId: before.id,
      data: { resource: 'task', changes: changesBetween(before, after, ['status', 'reviewDate']) },
    }),
  );
}

/** @returns the status that results from the latest automations and checks, or `todo` if they do not determine the status */
async function findNewStatus(db: OrganizationDatabase, task: TaskRow, isApprovalEnabled: boolean) {
  const { passed, isWaiting } = (await findAutomationResults(db, [task.id]))(task.id);
  const automaticStatus = deriveStatus(await findCheckResults(db, task), passed);
  return maySetAutomatically(task, automaticStatus, isApprovalEnabled) && !(automaticStatus === 'done' && isWaiting)
    ? automaticStatus
    : 'todo';
}
