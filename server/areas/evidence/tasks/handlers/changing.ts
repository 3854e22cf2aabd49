/** Creates, updates and deletes tasks, and resets tasks to their template. */
import { stateOf } from '#contract/states';
import { taskStatus } from '#generated/transitions';
import type { Handlers } from '#contract/types';
import { withdrawSubmission } from '#domain/approvals/approve';
import { approverChangeRefusal } from '#domain/approvals/approver-change';
import { notifyWithdrawn } from '#domain/approvals/withdrawn';
import { lockLinkable, unknownIdErrors } from '#domain/access/links/linkable';
import { isParticipant, nonParticipant } from '#domain/people/members/participants';
import { isApprovalOn } from '#domain/tasks/approval';
import { cancelAutomationRuns } from '#domain/tasks/automation-runs';
import { hasChangedTexts, outdateTaskApproval } from '#domain/tasks/outdate';
import { withVisibleDescriptions } from '#domain/tasks/visible-descriptions';
import { checkStatusChange } from '#domain/tasks/status';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { findChangedDetail, deleteTasks, insertTask, lockTask, updateTask } from '../queries/tasks.ts';
import { findTemplate, findTemplateTexts } from '../queries/templates.ts';
import { lockVendorForTask } from '../queries/vendors.ts';
import { invalidAssignee, taskChangeRestricted, taskNotFound } from '../refusals.ts';
import { columnsToUpdate, validateStatus } from '../rules/status.ts';
import { notifyOfAssignee, notifyOfStatus } from './notifications.ts';
import { checkApprover, lockVisibleTask } from './require-task.ts';

/** Fields of a task whose changes are recorded in the audit log. */
export const loggedFields = [
  'title',
  'description',
  'status',
  'assigneeId',
  'approverId',
  'approvedAt',
  'frequency',
  'integrationScheduleFrequency',
  'department',
  'order',
  'reviewDate',
  'notRelevantJustification',
] as const;

/** Fields that a restricted member may change on their own tasks (tasks, rule 2). */
const restrictedMemberFields = new Set(['status', 'notRelevantJustification']);

export const changing: Pick<Handlers<'tasks'>, 'createTask' | 'updateTask' | 'deleteTask' | 'regenerateTask'> = {
  async createTask({ body, ...context }) {
    const { db, actor, ports } = context;
    const { assigneeId, controlIds = [], taskTemplateId, vendorId } = body;
    const [controls, template, isAssignable, vendorError] = await Promise.all([
      lockLinkable(db, actor, 'control', controlIds),
      taskTemplateId === undefined ? undefined : findTemplate(db, taskTemplateId),
      assigneeId === undefined || isParticipant(db, ports.access.staffEmailDomains, assigneeId),
      vendorId === undefined ? undefined : lockVendorForTask(db, actor, vendorId),
    ]);
    const errors = {
      ...(!isAssignable && { assigneeId: nonParticipant }),
      ...unknownIdErrors(
        'controlIds',
        controlIds,
        controls,
        fieldErrors.unknownReference('control', 'a control of the organization that is not archived'),
      ),
      ...(taskTemplateId !== undefined &&
        !template && { taskTemplateId: fieldErrors.unknownReference('task_template', 'a task template of the catalog') }),
      ...(vendorError !== undefined && { vendorId: vendorError }),
    };
    if (Object.keys(errors).length) return invalid(errors);
    const task = await insertTask(db, body, controls, template?.automationStatus ?? 'automated');
    await notifyOfAssignee(context, [{ ...task, formerId: null }]);
    const [taskWithVisibleDescription = task] = await withVisibleDescriptions(db, [task]);
    return { status: 201, body: taskWithVisibleDescription };
  },

  async updateTask({ path, body, audit, ...context }) {
    const { db, actor, ports } = context;
    const before = await lockVisibleTask(db, actor, path.taskId);
    if (isRefusal(before)) return before;
    if (actor.restrictedTo !== undefined && Object.keys(body).some((field) => !restrictedMemberFields.has(field)))
      return taskChangeRestricted();
    const { assigneeId, approverId: newApproverId } = body;
    if (typeof assigneeId === 'string' && assigneeId !== before.assigneeId)
      if (!(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return invalidAssignee();
    if (typeof newApproverId === 'string' && newApproverId !== before.approverId) {
      const approverRefusal = await checkApprover(context, newApproverId);
      if (approverRefusal) return approverRefusal;
    }
    const statusErrors = validateStatus([before], body);
    if (statusErrors) return invalid(statusErrors);
    const isApprovalEnabled = await isApprovalOn(db);
    const approverId = before.approverId ?? body.approverId ?? null;
    const refusedStatus = checkStatusChange({ status: before.status, approverId }, body.status ?? before.status, isApprovalEnabled);
    if (refusedStatus) return refusedStatus;
    const changesApprover = body.approverId !== undefined && body.approverId !== before.approverId;
    const needsApproval = isApprovalEnabled || before.status === 'in_review';
    const refusedApproverChange = needsApproval
      ? approverChangeRefusal(actor, before.approverId, body.approverId, before.status === 'in_review')
      : undefined;
    if (refusedApproverChange) return refusedApproverChange;

    if (before.status === 'in_review' && changesTexts(before, body)) return refusal('task_in_review', stateOf(taskStatus, before.status));
    const isWithdrawn = before.status === 'in_review' && changesApprover;
    const withdrawnSubmission = isWithdrawn ? await withdrawSubmission(db, actor, { kind: 'task', id: before.id }) : undefined;
    const columns = columnsToUpdate(before, body, { now: new Date(), isApprovalEnabled });
    const after = await updateTask(db, before.id, {
      ...columns,
      ...(isWithdrawn && { status: before.previousStatus ?? 'todo', previous_status: null }),
    });
    const isOutdated = hasChangedTexts(before, after) && (await outdateTaskApproval(db, after.id));
    const description = isWithdrawn ? 'Withdrew submitted task: the approver changed' : undefined;
    audit.changed(before, isOutdated ? { ...after, approvedAt: null } : after, {
      fields: loggedFields,
      ...(description !== undefined && { description }),
    });
    if (withdrawnSubmission) {
      const record = { type: 'task', id: after.id } as const;
      await notifyWithdrawn(context, withdrawnSubmission, { name: after.title, kind: 'taskAssignments', record });
    }
    if (after.status !== before.status && !isWithdrawn) await notifyOfStatus(context, after.status, [after]);
    if (after.assigneeId !== before.assigneeId) await notifyOfAssignee(context, [{ ...after, formerId: before.assigneeId }]);
    return { status: 200, body: await findChangedDetail(db, actor, after.id) };
  },

  async deleteTask({ path, db, audit }) {
    await cancelAutomationRuns(db, [path.taskId]);
    const task = await lockTask(db, path.taskId);
    if (!task) return taskNotFound();
    await deleteTasks(db, [task.id]);
    audit.removed({ title: task.title, status: task.status });
    return { status: 204 };
  },

  async regenerateTask({ path, db, actor, audit }) {
    if (actor.restrictedTo !== undefined) return taskChangeRestricted();
    const before = await lockTask(db, path.taskId);
    if (!before) return taskNotFound();
    const texts = before.taskTemplateId === null ? undefined : await findTemplateTexts(db, before.taskTemplateId);
    if (!texts) return refusal('task_without_template');
    const { name, description, automationStatus } = texts;
    if (before.status === 'in_review' && changesTexts(before, { title: name, description }))
      return refusal('task_in_review', stateOf(taskStatus, before.status));
    const after = await updateTask(db, before.id, { title: name, description, automation_status: automationStatus });
    const isOutdated = hasChangedTexts(before, after) && (await outdateTaskApproval(db, after.id));
    audit.changed(before, isOutdated ? { ...after, approvedAt: null } : after, {
      description: 'Reset task to its template',
      fields: ['title', 'description', 'automationStatus', 'approvedAt'],
    });
    return { status: 200, body: await findChangedDetail(db, actor, after.id) };
  },
};

/** @returns whether the change affects the title or the description, which are part of what an approver approves */
function changesTexts(before: Texts, { title = before.title, description = before.description }: Partial<Texts>): boolean {
  return title !== before.title || description !== before.description;
}
interface Texts {
  readonly title: string;
  readonly description: string;
}
