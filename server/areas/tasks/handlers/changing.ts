/** Creating, updating and deleting a task. */
import type { Handlers } from '../../../contract/types.ts';
import { lockControls } from '../../../domain/controls/lock.ts';
import { isParticipant, notParticipant } from '../../../domain/members/participants.ts';
import { isApprovalOn } from '../../../domain/tasks/approval.ts';
import { cancelAutomationsOf } from '../../../domain/tasks/automation-runs.ts';
import { asShown } from '../../../domain/tasks/shown.ts';
import { lockOf } from '../../../domain/tasks/status.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { changedDetail, deleteTasks, insertTask, lockTask, updateTask } from '../queries/tasks.ts';
import { findTemplate, findTexts } from '../queries/templates.ts';
import { lockedVendorFault } from '../queries/vendors.ts';
import { noAssignee, restricted, taskNotFound } from '../refusals.ts';
import { columnsOfUpdate, statusFault } from '../rules/status.ts';
import { tellOfAssignee, tellOfReview, tellOfStatus } from './notices.ts';
import { approverRefusal, lockRequiredTask } from './require-task.ts';

/** Fields of a task that the audit log tells of. */
export const logged = [
  'title',
  'description',
  'status',
  'assigneeId',
  'approverId',
  'frequency',
  'integrationScheduleFrequency',
  'department',
  'order',
  'reviewDate',
  'notRelevantJustification',
] as const;

/** What a restricted member changes of a task of their own (spec/areas/tasks, rule 2). */
const ownFields = new Set(['status', 'notRelevantJustification']);

export const changing: Pick<Handlers<'tasks'>, 'createTask' | 'updateTask' | 'deleteTask' | 'regenerateTask'> = {
  async createTask({ body, ...context }) {
    const { db, ports } = context;
    const { assigneeId, controlIds = [], taskTemplateId, vendorId } = body;
    const [known, template, isAssignable, vendorFault] = await Promise.all([
      lockControls(db, controlIds),
      taskTemplateId === undefined ? undefined : findTemplate(db, taskTemplateId),
      assigneeId === undefined || isParticipant(db, ports.access.staffEmailDomains, assigneeId),
      vendorId === undefined ? undefined : lockedVendorFault(db, vendorId),
    ]);
    const unknown = controlIds.flatMap((id, index) =>
      known.has(id) ? [] : [[`controlIds.${index}`, 'must be a control of the organization that is not archived'] as const],
    );
    const faults = {
      ...(!isAssignable && { assigneeId: notParticipant }),
      ...Object.fromEntries(unknown),
      ...(taskTemplateId !== undefined && !template && { taskTemplateId: 'must be a task template of the catalog' }),
      ...(vendorFault !== undefined && { vendorId: vendorFault }),
    };
    if (Object.keys(faults).length) return invalid(faults);
    const task = await insertTask(db, body, template?.automationStatus ?? 'AUTOMATED');
    await tellOfAssignee(context, [{ ...task, formerId: null }]);
    const [shown = task] = await asShown(db, [task]);
    return { status: 201, body: shown };
  },

  async updateTask({ path, body, audit, ...context }) {
    const { db, actor, ports } = context;
    const before = await lockRequiredTask(db, actor, path.taskId);
    if (isRefusal(before)) return before;
    if (actor.restrictedTo !== undefined && Object.keys(body).some((field) => !ownFields.has(field))) return restricted();
    const { assigneeId, approverId: asked } = body;
    if (typeof assigneeId === 'string' && assigneeId !== before.assigneeId)
      if (!(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return noAssignee();
    if (typeof asked === 'string' && asked !== before.approverId) {
      const refused = await approverRefusal(context, asked);
      if (refused) return refused;
    }
    const fault = statusFault([before], body);
    if (fault) return invalid(fault);
    const isOn = await isApprovalOn(db);
    const approverId = before.approverId ?? body.approverId ?? null;
    const lock = lockOf({ status: before.status, approverId }, body.status ?? before.status, isOn);
    if (lock) return refusal(lock);

    const after = await updateTask(db, before.id, columnsOfUpdate(before, body, { now: new Date(), isOn }));
    audit.changed(before, after, { fields: logged });
    if (after.status !== before.status) await tellOfStatus(context, after.status, [after]);
    if (after.assigneeId !== before.assigneeId) await tellOfAssignee(context, [{ ...after, formerId: before.assigneeId }]);
    if (after.status === 'in_review' && after.approverId !== null && after.approverId !== before.approverId)
      await tellOfReview(context, after.approverId, [after]);
    return { status: 200, body: await changedDetail(db, after.id) };
  },

  async deleteTask({ path, db, audit }) {
    await cancelAutomationsOf(db, [path.taskId]);
    const task = await lockTask(db, path.taskId);
    if (!task) return taskNotFound();
    await deleteTasks(db, [task.id]);
    audit.removed({ title: task.title, status: task.status });
    return { status: 204 };
  },

  async regenerateTask({ path, db, actor, audit }) {
    if (actor.restrictedTo !== undefined) return restricted();
    const before = await lockTask(db, path.taskId);
    if (!before) return taskNotFound();
    const texts = before.taskTemplateId === null ? undefined : await findTexts(db, before.taskTemplateId);
    if (!texts) return refusal('task_without_template');
    const { name, description, automationStatus } = texts;
    const after = await updateTask(db, before.id, { title: name, description, automation_status: automationStatus });
    audit.changed(before, after, { description: 'Reset task to its template', fields: ['title', 'description', 'automationStatus'] });
    return { status: 200, body: await changedDetail(db, after.id) };
  },
};
