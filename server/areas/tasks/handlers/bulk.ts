/** Changes of many tasks at once: every id is looked up first, and each change is logged under its task. */
import type { Handlers } from '../../../contract/types.ts';
import { isParticipant } from '../../../domain/members/participants.ts';
import { cancelAutomationsOf } from '../../../domain/tasks/automation-runs.ts';
import { isApprovalOn } from '../../../domain/tasks/approval.ts';
import { lockOf } from '../../../domain/tasks/status.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import { differences } from '../../../platform/audit/changes.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { deleteTasks, lockTasks, placeTasks, type TaskRow, updateTasks, type Written } from '../queries/tasks.ts';
import { noAssignee, restricted } from '../refusals.ts';
import { columnsOfUpdate, justificationRequired, notByHand, statusFault } from '../rules/status.ts';
import { logged } from './changing.ts';
import { type Context, tellOfAssignee, tellOfStatus } from './notices.ts';
import { lockAllTasks, lockRequiredTasks } from './require-task.ts';

type Bulk = 'bulkUpdateTaskStatus' | 'bulkAssignTasks' | 'reorderTasks' | 'bulkDeleteTasks';

export const bulk: Pick<Handlers<'tasks'>, Bulk> = {
  async bulkUpdateTaskStatus({ body: { taskIds, ...body }, audit, skipAudit, ...context }) {
    const { db, actor } = context;
    const tasks = await lockRequiredTasks(db, actor, taskIds);
    if (isRefusal(tasks)) return tasks;
    if (actor.restrictedTo !== undefined && body.reviewDate !== undefined) return restricted();
    const fault = statusFault(tasks, body);
    if (fault) return invalid(fault);
    const isOn = await isApprovalOn(db);
    const free = tasks.filter((task) => !lockOf(task, body.status, isOn));
    if (!free.length) return refusal('tasks_locked');
    const now = new Date();
    await updateTasks(
      db,
      free.map((task) => ({ id: task.id, columns: columnsOfUpdate(task, body, { now, isOn }) })),
    );
    skipAudit();
    await settleStatuses(context, audit, free);
    return { status: 200, body: { updatedCount: free.length } };
  },

  async bulkAssignTasks({ body: { taskIds, assigneeId }, audit, skipAudit, ...context }) {
    const { db, actor, ports } = context;
    if (actor.restrictedTo !== undefined) return restricted();
    const tasks = await lockAllTasks(db, taskIds);
    if (isRefusal(tasks)) return tasks;
    if (assigneeId !== null && !(await isParticipant(db, ports.access.staffEmailDomains, assigneeId))) return noAssignee();
    const changed = tasks.filter((task) => task.assigneeId !== assigneeId);
    await updateTasks(
      db,
      changed.map(({ id }) => ({ id, columns: { assignee_id: assigneeId } })),
    );
    skipAudit();
    for (const { id, assigneeId: formerId } of changed)
      audit.did('Assigned task', { entityId: id, changes: differences({ assigneeId: formerId }, { assigneeId }) });
    await tellOfAssignee(
      context,
      changed.map((task) => ({ ...task, assigneeId, formerId: task.assigneeId })),
    );
    return { status: 200, body: { updatedCount: tasks.length } };
  },

  async reorderTasks({ body: { updates }, audit, skipAudit, ...context }) {
    const { db, actor } = context;
    if (actor.restrictedTo !== undefined) return restricted();
    const ids = updates.map(({ id }) => id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (twice >= 0) return invalid({ [`updates.${twice}.id`]: 'must be named once' });
    const tasks = await lockAllTasks(db, ids);
    if (isRefusal(tasks)) return tasks;
    const isOn = await isApprovalOn(db);
    const now = new Date();
    const columns: { id: string; columns: Written }[] = [];
    for (const [index, task] of tasks.entries()) {
      const status = updates[index]?.status ?? task.status;
      if (status === 'in_review' && task.status !== status) return invalid({ [`updates.${index}.status`]: notByHand });
      if (status === 'not_relevant' && task.status !== status)
        return invalid({ [`updates.${index}.status`]: `must not be not_relevant: a justification ${justificationRequired}` });
      const lock = lockOf(task, status, isOn);
      if (lock) return refusal(lock);
      columns.push({ id: task.id, columns: columnsOfUpdate(task, { status }, { now, isOn }) });
    }
    await updateTasks(db, columns);
    await placeTasks(db, updates);
    skipAudit();
    await settleStatuses(context, audit, tasks);
    return { status: 200, body: { updatedCount: tasks.length } };
  },

  async bulkDeleteTasks({ body: { taskIds }, db, audit }) {
    await cancelAutomationsOf(db, taskIds);
    const tasks = await lockAllTasks(db, taskIds);
    if (isRefusal(tasks)) return tasks;
    await deleteTasks(db, taskIds);
    for (const { id, title, status } of tasks) audit.removed({ title, status }, { entityId: id });
    return { status: 204 };
  },
};

/** Logs what is different about these tasks, each in an entry of its own, and tells of new statuses. @param before the tasks as they were */
async function settleStatuses(context: Context, audit: Audit, before: readonly TaskRow[]): Promise<void> {
  const after = new Map(
    (
      await lockTasks(
        context.db,
        before.map(({ id }) => id),
      )
    ).map((task) => [task.id, task]),
  );
  const pairs = before.flatMap((was) => {
    const is = after.get(was.id);
    return is ? [{ was, is }] : [];
  });
  for (const { was, is } of pairs) {
    const changes = differences(was, is, logged);
    if (Object.keys(changes).length) audit.did('Updated task', { entityId: is.id, changes });
  }
  const moved = pairs.filter(({ was, is }) => was.status !== is.status).map(({ is }) => is);
  for (const [status, tasks] of Map.groupBy(moved, (task) => task.status)) await tellOfStatus(context, status, tasks);
}
