/** Notifies members about changes of tasks (tasks, rule 10). */
import {
  assigneesOrAdministrators,
  membersAsRecipients,
  type NamedTask,
  type NotifyContext,
  notifyAboutTasks,
  type AssignedTask,
} from '#domain/tasks/notices';
import type { TaskStatus } from '#domain/tasks/status';
import type { ActingMember } from '#platform/identity/acting-member';
import { actorName, nameWithVia } from '#platform/mail/name-with-via';
import type { OrganizationContext } from '#platform/context';

export type Context = NotifyContext & Pick<OrganizationContext, 'actor'>;

/** The names of statuses that mails use. */
const statusNames: Readonly<Record<TaskStatus, string>> = {
  todo: 'to do',
  in_progress: 'in progress',
  in_review: 'in review',
  done: 'done',
  not_relevant: 'not relevant',
  failed: 'failed',
};

/** Notifies the assignees of tasks about a new status, or the administrators for unassigned tasks. */
export async function notifyOfStatus(context: Context, status: TaskStatus, tasks: readonly AssignedTask[]): Promise<void> {
  if (!tasks.length) return;
  await notifyAboutTasks(
    context,
    {
      kind: 'taskReminders',
      subject: (taskNames) => `${taskNames} ${taskNames.startsWith('"') ? 'is' : 'are'} ${statusNames[status]}`,
      text: `${actorName(context.actor)} set the status to "${statusNames[status]}":`,
      actorUserId: context.actor.user?.id,
    },
    await assigneesOrAdministrators(context, tasks),
  );
}

/** A reassigned task, with its former assignee. */
export interface Reassigned extends AssignedTask {
  readonly formerId: string | null;
}

/** Notifies the new and the former assignees of reassigned tasks. */
export async function notifyOfAssignee(context: Context, tasks: readonly Reassigned[]): Promise<void> {
  const notice = { kind: 'taskAssignments', actorUserId: context.actor.user?.id } as const;
  await notifyAboutTasks(
    context,
    {
      ...notice,
      subject: (taskNames) => `${taskNames} ${taskNames.startsWith('"') ? 'was' : 'were'} assigned to you`,
      text: `${actorName(context.actor)} assigned to you:`,
    },
    await membersAsRecipients(
      context.db,
      tasks.map((task) => ({ task, memberId: task.assigneeId })),
    ),
  );
  await notifyAboutTasks(
    context,
    {
      ...notice,
      subject: (taskNames) => `${taskNames} ${taskNames.startsWith('"') ? 'is' : 'are'} no longer assigned to you`,
      text: `${actorName(context.actor)} took from you:`,
    },
    await membersAsRecipients(
      context.db,
      tasks.map((task) => ({ task, memberId: task.formerId })),
    ),
  );
}

/** Asks the approver of tasks for a review. @param submitter the member who requests the review; the acting user by default */
export async function notifyOfReview(
  context: Context,
  approverId: string,
  tasks: readonly NamedTask[],
  submitter: ActingMember | undefined = undefined,
): Promise<void> {
  await notifyAboutTasks(
    context,
    {
      kind: 'taskAssignments',
      subject: (taskNames) => `${taskNames} ${taskNames.startsWith('"') ? 'waits' : 'wait'} for your review`,
      text: `${submitter ? nameWithVia(submitter) : actorName(context.actor)} asks you to review:`,
      actorUserId: submitter?.userId ?? context.actor.user?.id,
    },
    await membersAsRecipients(
      context.db,
      tasks.map((task) => ({ task, memberId: approverId })),
    ),
  );
}

/** Notifies the assignee of a task that the task was approved or rejected. */
export async function notifyOfDecision(
  context: Context,
  decision: 'approved' | 'rejected',
  task: AssignedTask,
  comment: string | undefined,
): Promise<void> {
  await notifyAboutTasks(
    context,
    {
      kind: 'taskReminders',
      subject: (taskNames) => `${taskNames} was ${decision}`,
      text: `${actorName(context.actor)} ${decision}:`,
      comment,
      actorUserId: context.actor.user?.id,
    },
    await membersAsRecipients(context.db, [{ task, memberId: task.assigneeId }]),
  );
}
