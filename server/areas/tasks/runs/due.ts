/** Looks again at tasks that are done and due: once each, whatever number of servers looks (spec/areas/tasks, rule 18). */
import { isApprovalOn } from '../../../domain/tasks/approval.ts';
import { automaticTarget, maySetAutomatically } from '../../../domain/tasks/automatic.ts';
import { automationResults } from '../../../domain/tasks/automation-results.ts';
import { membersAsRecipients, type Telling, tellOfFailures, tellOfTasks } from '../../../domain/tasks/notices.ts';
import { checkResultsOf } from '../../../domain/tasks/settle.ts';
import { columnsOfStatus } from '../../../domain/tasks/status.ts';
import { differences } from '../../../platform/audit/changes.ts';
import { actingEntry, nobody } from '../../../platform/audit/acting-entry.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { AuditEntry, OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { lockTasks, type TaskRow, updateTask } from '../queries/tasks.ts';

/** Tasks in one look. */
const most = 100;

/** @returns how many tasks were due */
export async function reviewDueTasks({ system, tenant }: Database, ports: Telling['ports'], now: Date): Promise<number> {
  const due = await system
    .selectFrom('task')
    .select(columnsOf('task', 'organizationId', 'id'))
    .where('status', '=', 'done')
    .where('archived_at', 'is', null)
    .where('review_date', '<=', now.toISOString())
    .orderBy('review_date')
    .limit(most)
    .execute();
  for (const [organizationId, tasks] of Map.groupBy(due, (task) => task.organizationId)) {
    const ids = tasks.map(({ id }) => id);
    await writeScheduled(tenant, organizationId, (db) => review({ db, ports }, ids, now));
  }
  return due.length;
}

/** Another server may have been faster: with the tasks locked, those that are due still are. @returns the entries of the audit log */
async function review(telling: Telling, ids: readonly string[], now: Date): Promise<AuditEntry[]> {
  const { db } = telling;
  const isDue = ({ status, reviewDate }: TaskRow) => status === 'done' && reviewDate !== null && Date.parse(reviewDate) <= now.getTime();
  const tasks = (await lockTasks(db, ids)).filter(isDue);
  const isOn = await isApprovalOn(db);
  const pairs: { readonly before: TaskRow; readonly after: TaskRow }[] = [];
  for (const before of tasks) {
    const target = await targetOf(db, before, isOn);
    pairs.push({ before, after: await updateTask(db, before.id, columnsOfStatus(target, { now, frequency: before.frequency })) });
  }
  const withStatus = (wanted: TaskRow['status']) => pairs.filter(({ after }) => after.status === wanted).map(({ after }) => after);
  await tellOfFailures(telling, withStatus('failed'));
  const told = [...withStatus('todo'), ...withStatus('done')];
  await tellOfTasks(
    telling,
    {
      kind: 'taskReminders',
      subject: (what) => `${what} ${what.startsWith('"') ? 'is' : 'are'} due again`,
      text: 'Evidence is due again:',
    },
    await membersAsRecipients(
      db,
      told.map((task) => ({ task, memberId: task.assigneeId })),
    ),
  );
  // Nobody asked for it: the service itself acts.
  return pairs.map(({ before, after }) =>
    actingEntry(db.organizationId, {
      actor: nobody,
      action: 'Looked at task again because it is due',
      entityType: 'task',
      entityId: before.id,
      data: { resource: 'task', changes: differences(before, after, ['status', 'reviewDate']) },
    }),
  );
}

async function targetOf(db: OrganizationDatabase, task: TaskRow, isOn: boolean) {
  const { passed, isWaiting } = (await automationResults(db, [task.id]))(task.id);
  const target = automaticTarget(await checkResultsOf(db, task), passed);
  return maySetAutomatically(task, target, isOn) && !(target === 'done' && isWaiting) ? target : 'todo';
}
