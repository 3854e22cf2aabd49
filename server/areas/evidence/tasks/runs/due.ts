/** Sets completed tasks that are due for review back to do, once for all servers (tasks, rule 18). */
import { isApprovalOn } from '#domain/tasks/approval';
import { automaticTarget, maySetAutomatically } from '#domain/tasks/automatic';
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

/** The number of tasks per batch. */
const batchSize = 100;

/** @returns the number of due tasks */
export async function reviewDueTasks({ system, tenant }: Database, ports: NotifyContext['ports'], now: Date): Promise<number> {
  const due = await system
    .selectFrom('task')
    .select(columnsOf('task', 'organizationId', 'id'))
    .where('status', '=', 'done')
    .where('archived_at', 'is', null)
    .where('review_date', '<=', now.toISOString())
    .orderBy('review_date')
    .limit(batchSize)
    .execute();
  for (const [organizationId, tasks] of Map.groupBy(due, (task) => task.organizationId)) {
    const ids = tasks.map(({ id }) => id);
    await writeScheduled(tenant, organizationId, (db) => review({ db, ports }, ids, now));
  }
  return due.length;
}

/** Locks the tasks and checks again whether they are due, because another server may have been faster. @returns the audit entries */
async function review(notifying: NotifyContext, ids: readonly string[], now: Date): Promise<AuditEntry[]> {
  const { db } = notifying;
  const isDue = ({ status, reviewDate }: TaskRow) => status === 'done' && reviewDate !== null && Date.parse(reviewDate) <= now.getTime();
  const tasks = (await lockTasks(db, ids)).filter(isDue);
  const isOn = await isApprovalOn(db);
  const pairs: { readonly before: TaskRow; readonly after: TaskRow }[] = [];
  for (const before of tasks) {
    const target = await targetOf(db, before, isOn);
    pairs.push({ before, after: await updateTask(db, before.id, columnsOfStatus(target, { now, frequency: before.frequency })) });
  }
  const withStatus = (targetStatus: TaskRow['status']) =>
    pairs.filter(({ after }) => after.status === targetStatus).map(({ after }) => after);
  await notifyAboutFailures(notifying, withStatus('failed'));
  const notified = [...withStatus('todo'), ...withStatus('done')];
  await notifyAboutTasks(
    notifying,
    {
      kind: 'taskReminders',
      subject: (what) => `${what} ${what.startsWith('"') ? 'is' : 'are'} due again`,
      text: 'Evidence is due again:',
    },
    await membersAsRecipients(
      db,
      notified.map((task) => ({ task, memberId: task.assigneeId })),
    ),
  );
  // Entries of the service itself have no user.
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

async function targetOf(db: OrganizationDatabase, task: TaskRow, isOn: boolean) {
  const { passed, isWaiting } = (await findAutomationResults(db, [task.id]))(task.id);
  const target = automaticTarget(await findCheckResults(db, task), passed);
  return maySetAutomatically(task, target, isOn) && !(target === 'done' && isWaiting) ? target : 'todo';
}
