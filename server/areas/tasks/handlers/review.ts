/** From evidence that is complete to a task that somebody answers for (spec/areas/tasks, States). */
import type { Handlers } from '../../../contract/types.ts';
import { columnsOfStatus } from '../../../domain/tasks/status.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { differences } from '../../../platform/audit/changes.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { changedDetail, submitTasks, type TaskRow, updateTask } from '../queries/tasks.ts';
import { restricted } from '../refusals.ts';
import { tellOfDecision, tellOfReview } from './notices.ts';
import { approverRefusal, isApprover, lockDecidedTask, lockRequiredTask, lockRequiredTasks } from './require-task.ts';

type Review = 'submitTaskForReview' | 'bulkSubmitTasksForReview' | 'approveTask' | 'rejectTask';

export const review: Pick<Handlers<'tasks'>, Review> = {
  async submitTaskForReview({ path, body: { approverId, userId }, audit, ...context }) {
    const { db, actor } = context;
    const task = await lockRequiredTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    const by = await requireSubmitter(context, [task], approverId, userId);
    if (isRefusal(by)) return by;
    if (task.status === 'in_review') return refusal('task_in_review');
    if (task.status === 'done') return refusal('task_done');
    await submitTasks(db, [task.id], approverId);
    audit.did('Submitted task for review', { changes: submission(task, approverId) });
    await tellOfReview(context, approverId, [task], by);
    return { status: 200, body: await changedDetail(db, task.id) };
  },

  async bulkSubmitTasksForReview({ body: { taskIds, approverId, userId }, audit, ...context }) {
    const { db, actor } = context;
    const tasks = await lockRequiredTasks(db, actor, taskIds);
    if (isRefusal(tasks)) return tasks;
    const by = await requireSubmitter(context, tasks, approverId, userId);
    if (isRefusal(by)) return by;
    const fit = tasks.filter(({ status }) => status !== 'in_review' && status !== 'done');
    if (!fit.length) return refusal('tasks_not_submittable');
    await submitTasks(
      db,
      fit.map(({ id }) => id),
      approverId,
    );
    for (const task of fit) audit.did('Submitted task for review', { entityId: task.id, changes: submission(task, approverId) });
    await tellOfReview(context, approverId, fit, by);
    return { status: 200, body: { submittedCount: fit.length } };
  },

  async approveTask({ path, body, audit, ...context }) {
    const { db, actor } = context;
    const task = await lockDecidedTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    if (task.status !== 'in_review') return refusal('task_not_in_review');
    if (!isApprover(actor, task)) return refusal('task_approver_required');
    const now = new Date();
    const { frequency } = task;
    const after = await updateTask(db, task.id, { ...columnsOfStatus('done', { now, frequency }), approved_at: now.toISOString() });
    const comment = body.comment?.trim() || undefined;
    audit.did('Approved task', { changes: differences(task, after, ['status', 'reviewDate']), ...reasonIn(comment) });
    await tellOfDecision(context, 'approved', after, comment);
    return { status: 200, body: await changedDetail(db, task.id) };
  },

  async rejectTask({ path, body, audit, ...context }) {
    const { db, actor } = context;
    const task = await lockDecidedTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    if (task.status !== 'in_review') return refusal('task_not_in_review');
    const isLeading = actor.roles.some((role) => role === 'owner' || role === 'admin');
    if (!isApprover(actor, task) && !isLeading) return refusal('task_reviewer_required');
    const status = task.previousStatus ?? 'todo';
    const after = await updateTask(db, task.id, { status, previous_status: null, approver_id: null, approved_at: null });
    const comment = body.comment?.trim() || undefined;
    audit.did(isApprover(actor, task) ? 'Rejected task' : 'Cancelled review of task', {
      changes: differences(task, after, ['status', 'approverId']),
      ...reasonIn(comment),
    });
    await tellOfDecision(context, 'rejected', after, comment);
    return { status: 200, body: await changedDetail(db, task.id) };
  },
};

const reasonIn = (comment: string | undefined) => (comment === undefined ? {} : { data: { reason: comment } });
const submission = ({ status, approverId: before }: TaskRow, approverId: string) =>
  differences({ status, approverId: before }, { status: 'in_review', approverId });

/**
 * @param tasks that are submitted @param userId who submits them, if an API key names somebody
 * @returns the member who submits, or why the tasks cannot be submitted to this approver
 */
async function requireSubmitter(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  tasks: readonly TaskRow[],
  approverId: string,
  userId: string | undefined,
) {
  if (actor.restrictedTo !== undefined && tasks.some((task) => task.approverId !== approverId)) return restricted();
  const refused = await approverRefusal({ db, ports }, approverId);
  if (refused) return refused;
  return (await findActingMember(db, actor, userId)) ?? invalid({ userId: notActive });
}
