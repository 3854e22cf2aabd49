/** Who is told of what a request did with tasks (spec/areas/tasks, rule 10). */
import {
  assigneesOrAdministrators,
  membersAsRecipients,
  type Named,
  type Telling,
  tellOfTasks,
  type Assigned,
} from '../../../domain/tasks/notices.ts';
import type { TaskStatus } from '../../../domain/tasks/status.ts';
import type { OrganizationContext } from '../../../platform/context.ts';

export type Context = Telling & Pick<OrganizationContext, 'actor'>;

/** How e-mails name a status. */
const words: Readonly<Record<TaskStatus, string>> = {
  todo: 'to do',
  in_progress: 'in progress',
  in_review: 'in review',
  done: 'done',
  not_relevant: 'not relevant',
  failed: 'failed',
};

const nameIn = ({ actor }: Pick<Context, 'actor'>) => actor.user?.name ?? 'Somebody';

/** @param tasks whose status is another one now, with their present assignees */
export async function tellOfStatus(context: Context, status: TaskStatus, tasks: readonly Assigned[]): Promise<void> {
  if (!tasks.length) return;
  await tellOfTasks(
    context,
    {
      kind: 'taskReminders',
      subject: (what) => `${what} ${what.startsWith('"') ? 'is' : 'are'} ${words[status]}`,
      text: `${nameIn(context)} set the status to "${words[status]}":`,
      by: context.actor.user?.id,
    },
    await assigneesOrAdministrators(context, tasks),
  );
}

/** A task that was somebody's and is another one's now. */
export interface Reassigned extends Assigned {
  readonly formerId: string | null;
}

/** Tells the new assignees and the former ones. */
export async function tellOfAssignee(context: Context, tasks: readonly Reassigned[]): Promise<void> {
  const notice = { kind: 'taskAssignments', by: context.actor.user?.id } as const;
  await tellOfTasks(
    context,
    {
      ...notice,
      subject: (what) => `${what} ${what.startsWith('"') ? 'was' : 'were'} assigned to you`,
      text: `${nameIn(context)} assigned to you:`,
    },
    await membersAsRecipients(
      context.db,
      tasks.map((task) => ({ task, memberId: task.assigneeId })),
    ),
  );
  await tellOfTasks(
    context,
    {
      ...notice,
      subject: (what) => `${what} ${what.startsWith('"') ? 'is' : 'are'} no longer assigned to you`,
      text: `${nameIn(context)} took from you:`,
    },
    await membersAsRecipients(
      context.db,
      tasks.map((task) => ({ task, memberId: task.formerId })),
    ),
  );
}

/** Tells the approver. @param by who asks for the review, where that is not the acting user */
export async function tellOfReview(
  context: Context,
  approverId: string,
  tasks: readonly Named[],
  by: { readonly userId: string; readonly name: string } | undefined = undefined,
): Promise<void> {
  await tellOfTasks(
    context,
    {
      kind: 'taskAssignments',
      subject: (what) => `${what} ${what.startsWith('"') ? 'waits' : 'wait'} for your review`,
      text: `${by?.name ?? nameIn(context)} asks you to review:`,
      by: by?.userId ?? context.actor.user?.id,
    },
    await membersAsRecipients(
      context.db,
      tasks.map((task) => ({ task, memberId: approverId })),
    ),
  );
}

/** Tells the assignee what the reviewer decided. */
export async function tellOfDecision(
  context: Context,
  decision: 'approved' | 'rejected',
  task: Assigned,
  comment: string | undefined,
): Promise<void> {
  await tellOfTasks(
    context,
    {
      kind: 'taskReminders',
      subject: (what) => `${what} was ${decision}`,
      text: `${nameIn(context)} ${decision}:`,
      comment,
      by: context.actor.user?.id,
    },
    await membersAsRecipients(context.db, [{ task, memberId: task.assigneeId }]),
  );
}
