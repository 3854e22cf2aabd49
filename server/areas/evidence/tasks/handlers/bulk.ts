/** Changes many tasks at once. An unknown id refuses the whole request. Each changed task gets its own audit entry. */
import type { Handlers } from '#contract/types';
import { isParticipant } from '#domain/people/members/participants';
import { cancelAutomationRuns } from '#domain/tasks/automation-runs';
import { isApprovalOn } from '#domain/tasks/approval';
import { checkStatusChange, statusObstacleOf } from '#domain/tasks/status';
import type { Audit } from '#platform/audit/audit';
import { changesBetween } from '#platform/audit/changes';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { deleteTasks, lockTasks, placeTasks, type TaskRow, updateTasks, type TaskUpdates } from '../queries/tasks.ts';
import { invalidAssignee, taskChangeRestricted } from '../refusals.ts';
import { columnsToUpdate, justificationRequired, inReviewNotAllowed, validateStatus } from '../rules/status.ts';
import { loggedFields } from './changing.ts';
import { type Context, notifyOfAssignee, notifyOfStatus } from './notifications.ts';
import { lockAllTasks, lockVisibleTasks } from './require-task.ts';

type BulkOperations = 'bulkUpdateTaskStatus' | 'bulkAssignTasks' | 'reorderTasks' | 'bulkDeleteTasks';

export const bulk: Pick<Handlers<'tasks'>, BulkOperations> = {
  async bulkUpdateTaskStatus({ body: { taskIds, ...body }, audit, skipAudit, ...context }) {
    const { db, actor } = context;
    const tasks = await lockVisibleTasks(db, actor, taskIds);
    if (isRefusal(tasks)) return tasks;
    if (actor.restrictedTo !== undefined && body.reviewDate !== undefined) return taskChangeRestricted();
    const errors = validateStatus(tasks, body);
    if (errors) return invalid(errors);
    const isApprovalEnabled = await isApprovalOn(db);
    const changeableTasks = tasks.filter((task) => !statusObstacleOf(task, body.status, isApprovalEnabled));
    if (!changeableTasks.length) return refusal('tasks_locked');
    const now = new Date();
    await updateTasks(
      db,
      changeableTasks.map((task) => ({ id: task.id, columns: columnsToUpdate(task, body, { now, isApprovalEnabled }) })),
    );
    skipAudit();
    await logStatusChanges(context, audit, changeableTasks);
    return { status: 200, body: { updatedCount: changeableTasks.length } };
  },

  async bulkAssignTasks({ body: { taskIds, assigneeId }, audit, skipAudit, ...context }) {
    const { db, actor, ports } = context;
    if (actor.restrictedTo !== undefined) return taskChangeRestricted();
    const tasks = await lockAllTasks(db, taskIds);
    if (isRefusal(tasks)) return tasks;
    if (assigneeId !== null && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return invalidAssignee();
    const reassignedTasks = tasks.filter((task) => task.assigneeId !== assigneeId);
    await updateTasks(
      db,
      reassignedTasks.map(({ id }) => ({ id, columns: { assignee_id: assigneeId } })),
    );
    skipAudit();
    for (const { id, assigneeId: formerId } of reassignedTasks)
      audit.performed('Assigned task', { entityId: id, changes: changesBetween({ assigneeId: formerId }, { assigneeId }) });
    await notifyOfAssignee(
      context,
      reassignedTasks.map((task) => ({ ...task, assigneeId, formerId: task.assigneeId })),
    );
    return { status: 200, body: { updatedCount: tasks.length } };
  },

  async reorderTasks({ body: { updates }, audit, skipAudit, ...context }) {
    const { db, actor } = context;
    if (actor.restrictedTo !== undefined) return taskChangeRestricted();
    const ids = updates.map(({ id }) => id);
    const duplicateIndex = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (duplicateIndex >= 0) return invalid({ [`updates.${duplicateIndex}.id`]: fieldErrors.duplicate('must be named once') });
    const tasks = await lockAllTasks(db, ids);
    if (isRefusal(tasks)) return tasks;
    const isApprovalEnabled = await isApprovalOn(db);
    const now = new Date();
    const taskUpdates: { id: string; columns: TaskUpdates }[] = [];
    for (const [index, task] of tasks.entries()) {
      const status = updates[index]?.status ?? task.status;
      if (status === 'in_review' && task.status !== status) return invalid({ [`updates.${index}.status`]: inReviewNotAllowed });
      if (status === 'not_relevant' && task.status !== status)
        return invalid({
          [`updates.${index}.status`]: fieldErrors.notAllowed(`must not be not_relevant: a justification ${justificationRequired.message}`),
        });
      const refusedStatus = checkStatusChange(task, status, isApprovalEnabled);
      if (refusedStatus) return refusedStatus;
      taskUpdates.push({ id: task.id, columns: columnsToUpdate(task, { status }, { now, isApprovalEnabled }) });
    }
    await updateTasks(db, taskUpdates);
    await placeTasks(db, updates);
    skipAudit();
    await logStatusChanges(context, audit, tasks);
    return { status: 200, body: { updatedCount: tasks.length } };
  },

  async bulkDeleteTasks({ body: { taskIds }, db, audit }) {
    // Before the tasks are locked: a step of a run locks the run before its task. A refusal below rolls this back.
    await cancelAutomationRuns(db, taskIds);
    const tasks = await lockAllTasks(db, taskIds);
    if (isRefusal(tasks)) return tasks;
    await deleteTasks(db, taskIds);
    for (const { id, title, status } of tasks) audit.removed({ title, status }, { entityId: id, description: 'Deleted task' });
    return { status: 204 };
  },
};

/**
 * Records the changes of each task in its own audit entry, and notifies about changed statuses.
 * @param before the tasks as they were before the change
 */
async function logStatusChanges(context: Context, audit: Audit, before: readonly TaskRow[]): Promise<void> {
  const after = new Map(
    (
      await lockTasks(
        context.db,
        before.map(({ id }) => id),
      )
    ).map((task) => [task.id, task]),
  );
  const pairs = before.flatMap((previous) => {
    const current = after.get(previous.id);
    return current ? [{ previous, current }] : [];
  });
  for (const { previous, current } of pairs) {
    const changes = changesBetween(previous, current, loggedFields);
    if (Object.keys(changes).length) audit.performed('Updated task', { entityId: current.id, changes });
  }
  const tasksWithNewStatus = pairs.filter(({ previous, current }) => previous.status !== current.status).map(({ current }) => current);
  for (const [status, tasks] of Map.groupBy(tasksWithNewStatus, (task) => task.status)) await notifyOfStatus(context, status, tasks);
}
