/** Submits tasks with complete evidence for review, and approves or rejects them (spec/areas/evidence/tasks, States). */
import { stateOf } from '#contract/states';
import { taskStatus } from '#generated/transitions';
import type { Handlers } from '#contract/types';
import { approveSubmission, declineSubmission, isSubmissionCurrent, submitForApproval } from '#domain/approvals/approve';
import { createPermissionCheck } from '#domain/approvals/eligible';
import { notifyWithdrawn } from '#domain/approvals/withdrawn';
import { isApprovalOn } from '#domain/tasks/approval';
import { findApprovedContents } from '#domain/tasks/approved-content';
import { columnsOfStatus } from '#domain/tasks/status';
import type { OrganizationContext } from '#platform/context';
import { changesBetween } from '#platform/audit/changes';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { findChangedDetail, setInReview, type TaskRow, updateTask } from '../queries/tasks.ts';
import { taskChangeRestricted } from '../refusals.ts';
import { notifyOfDecision, notifyOfReview } from './notifications.ts';
import { checkApprover, isApprover, lockTaskForDecision, lockVisibleTask, lockVisibleTasks } from './require-task.ts';

type ReviewOperations = 'submitTaskForReview' | 'bulkSubmitTasksForReview' | 'approveTask' | 'rejectTask';

export const review: Pick<Handlers<'tasks'>, ReviewOperations> = {
  async submitTaskForReview({ path, body: { approverId, userId }, audit, ...context }) {
    const { db, actor } = context;
    const task = await lockVisibleTask(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    const submitter = await requireSubmitter(context, [task], approverId, userId);
    if (isRefusal(submitter)) return submitter;
    if (task.status === 'done') return refusal('task_done', stateOf(taskStatus, task.status));
    if (!(await findSubmittableTasks(context, [task])).length) return refusal('task_in_review', stateOf(taskStatus, 'in_review'));
    const submitRefusal = await recordSubmissions(context, [task], approverId, submitter.id);
    if (submitRefusal) return submitRefusal;
    await setInReview(db, [task.id], approverId);
    audit.performed('Submitted task for review', { changes: submissionChanges(task, approverId) });
    await notifyOfReview(context, approverId, [task], submitter);
    return { status: 200, body: await findChangedDetail(db, actor, task.id) };
  },

  async bulkSubmitTasksForReview({ body: { taskIds, approverId, userId }, audit, ...context }) {
    const { db, actor } = context;
    const tasks = await lockVisibleTasks(db, actor, taskIds);
    if (isRefusal(tasks)) return tasks;
    const submitter = await requireSubmitter(context, tasks, approverId, userId);
    if (isRefusal(submitter)) return submitter;
    const submittableTasks = await findSubmittableTasks(context, tasks);
    if (!submittableTasks.length) return refusal('tasks_not_submittable');
    const submitRefusal = await recordSubmissions(context, submittableTasks, approverId, submitter.id);
    if (submitRefusal) return submitRefusal;
    await setInReview(
      db,
      submittableTasks.map(({ id }) => id),
      approverId,
    );
    for (const task of submittableTasks)
      audit.performed('Submitted task for review', { entityId: task.id, changes: submissionChanges(task, approverId) });
    await notifyOfReview(context, approverId, submittableTasks, submitter);
    return { status: 200, body: { submittedCount: submittableTasks.length } };
  },

  async approveTask({ path, body, audit, ...context }) {
    const { db, actor } = context;
    const task = await lockTaskForDecision(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    if (task.status !== 'in_review') return refusal('task_not_in_review', stateOf(taskStatus, task.status));
    if (!isApprover(actor, task)) return refusal('task_approver_required');
    const approval = await approveSubmission(context, recordOf(task), {
      content: (await findApprovedContents(db, [task])).get(task.id) ?? {},
      mayApprove: await createPermissionCheck(db, 'task:update'),
    });
    if (isRefusal(approval)) return approval;
    const { selfApproved } = approval;
    const now = new Date();
    const { frequency } = task;
    const after = await updateTask(db, task.id, { ...columnsOfStatus('done', { now, frequency }), approved_at: now.toISOString() });
    const comment = body.comment || undefined;
    audit.performed('Approved task', {
      changes: changesBetween(task, after, ['status', 'reviewDate']),
      data: { selfApproved, ...(comment !== undefined && { reason: comment }) },
    });
    await notifyOfDecision(context, 'approved', after, comment);
    return { status: 200, body: await findChangedDetail(db, actor, task.id) };
  },

  async rejectTask({ path, body, audit, ...context }) {
    const { db, actor } = context;
    const task = await lockTaskForDecision(db, actor, path.taskId);
    if (isRefusal(task)) return task;
    if (task.status !== 'in_review') return refusal('task_not_in_review', stateOf(taskStatus, task.status));
    const isAdministrator = actor.roles.some((role) => role === 'owner' || role === 'admin');
    if (!isApprover(actor, task) && !isAdministrator) return refusal('task_reviewer_required');
    await declineSubmission(db, actor, recordOf(task));
    const status = task.previousStatus ?? 'todo';
    const after = await updateTask(db, task.id, { status, previous_status: null, approved_at: null });
    const comment = body.comment || undefined;
    audit.performed(isApprover(actor, task) ? 'Rejected task' : 'Cancelled review of task', {
      changes: changesBetween(task, after, ['status', 'approverId']),
      ...reasonDetails(comment),
    });
    await notifyOfDecision(context, 'rejected', after, comment);
    return { status: 200, body: await findChangedDetail(db, actor, task.id) };
  },
};

const recordOf = ({ id }: Pick<TaskRow, 'id'>) => ({ kind: 'task', id }) as const;

type Context = Pick<OrganizationContext, 'db' | 'actor' | 'ports'>;

/** @returns the tasks that can be submitted: open tasks, and tasks in review whose approver can no longer approve the earlier submission */
async function findSubmittableTasks({ db, ports }: Context, tasks: readonly TaskRow[]): Promise<TaskRow[]> {
  const contents = await findApprovedContents(
    db,
    tasks.filter(({ status }) => status === 'in_review'),
  );
  const submittableTasks: TaskRow[] = [];
  for (const task of tasks) {
    const { id, status, approverId } = task;
    if (status === 'done') continue;
    const isApprovable =
      status === 'in_review' &&
      approverId !== null &&
      (await isSubmissionCurrent(db, recordOf(task), contents.get(id) ?? {})) &&
      !(await checkApprover({ db, ports }, approverId));
    if (!isApprovable) submittableTasks.push(task);
  }
  return submittableTasks;
}

/**
 * Records that tasks were submitted to an approver. Notifies the people concerned if this withdraws an earlier submission.
 * @param memberId the member who submits the tasks
 * @returns a refusal if a task cannot be submitted to this approver; otherwise undefined
 */
async function recordSubmissions(context: Context, tasks: readonly TaskRow[], approverId: string, memberId: string) {
  const { db } = context;
  const [contents, isApprovalEnabled, mayApprove] = await Promise.all([
    findApprovedContents(db, tasks),
    isApprovalOn(db),
    createPermissionCheck(db, 'task:update'),
  ]);
  for (const task of tasks) {
    const isInReview = task.status === 'in_review';
    // An API key must not replace this approver. While tasks need no approval, a leftover approver does not count (tasks, rule 20).
    const approver = { id: approverId, currentId: isApprovalEnabled || isInReview ? task.approverId : null, isInReview };
    const content = contents.get(task.id) ?? {};
    const withdrawnSubmission = await submitForApproval(context, recordOf(task), {
      content,
      mayApprove,
      approver,
      submittedById: memberId,
    });
    if (isRefusal(withdrawnSubmission)) return withdrawnSubmission;
    const record = { type: 'task', id: task.id } as const;
    if (withdrawnSubmission) await notifyWithdrawn(context, withdrawnSubmission, { name: task.title, kind: 'taskAssignments', record });
  }
  return undefined;
}

const reasonDetails = (comment: string | undefined) => (comment === undefined ? {} : { data: { reason: comment } });
const submissionChanges = ({ status, approverId: formerApproverId }: TaskRow, approverId: string) =>
  changesBetween({ status, approverId: formerApproverId }, { status: 'in_review', approverId });

/**
 * @param tasks the tasks to submit
 * @param userId the user on whose behalf an API key submits
 * @returns the member who submits, or a refusal if the tasks cannot be submitted to this approver
 */
async function requireSubmitter(
  { db, actor, ports }: Pick<OrganizationContext, 'db' | 'actor' | 'ports'>,
  tasks: readonly TaskRow[],
  approverId: string,
  userId: string | undefined,
) {
  if (actor.restrictedTo !== undefined && tasks.some((task) => task.approverId !== approverId)) return taskChangeRestricted();
  const approverRefusal = await checkApprover({ db, ports }, approverId);
  if (approverRefusal) return approverRefusal;
  return (await findActingMember(db, actor, userId)) ?? invalid({ userId: inactiveMember });
}
