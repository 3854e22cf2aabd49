/** Sends e-mails about tasks. Each person gets one e-mail about all tasks of a change (tasks, rule 10). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type LinkPorts, linkTo } from '#platform/links/page-url';
import { notify } from '#platform/mail/notify';
import type { Ports } from '#platform/ports/index';
import { listAdministrators } from '#domain/people/members/administrators';

/** The dependencies of the functions that send e-mails. */
export interface NotifyContext {
  readonly db: OrganizationDatabase;
  readonly ports: LinkPorts & Pick<Ports, 'access'>;
}

/** A task that an e-mail names. */
export interface NamedTask {
  readonly id: string;
  readonly title: string;
}
/** A task with its assignee. */
export interface AssignedTask extends NamedTask {
  readonly assigneeId: string | null;
}

export interface TaskNotice {
  readonly kind: 'taskAssignments' | 'taskReminders';
  /** Returns the subject. @param what the affected tasks, such as `"Restore test"` or `3 tasks` */
  readonly subject: (what: string) => string;
  /** The sentence before the titles, which states what happened. */
  readonly text: string;
  /** A comment from the person who made the change. */
  readonly comment?: string | undefined;
  /** User id of the person who made the change, who is not notified. */
  readonly actorUserId?: string | undefined;
}

/** A person to notify about a task. */
export interface Recipient {
  readonly userId: string;
  readonly task: NamedTask;
}

/** Maximum number of titles in one e-mail. */
const maxTitles = 20;

/** Notifies each person about their tasks in one e-mail. */
export async function notifyAboutTasks(
  { db, ports }: NotifyContext,
  { kind, subject, text, comment, actorUserId }: TaskNotice,
  recipients: readonly Recipient[],
) {
  for (const [userId, ownRecipients] of Map.groupBy(recipients, (one) => one.userId)) {
    const [firstRecipient] = ownRecipients;
    if (!firstRecipient || userId === actorUserId) continue;
    const lines = ownRecipients
      .slice(0, maxTitles)
      .map(({ task }) => `- ${task.title}\n  ${linkTo(ports, db.organizationId, recordOf(task))}`)
      .concat(ownRecipients.length > maxTitles ? [`and ${ownRecipients.length - maxTitles} more`] : []);
    const fullText = [text, lines.join('\n'), ...(comment === undefined ? [] : [comment])].join('\n\n').concat('\n');
    await notify(
      { db, ports },
      {
        kind,
        userIds: [userId],
        subject: subject(ownRecipients.length === 1 ? `"${firstRecipient.task.title}"` : `${ownRecipients.length} tasks`),
        text: () => fullText,
        record: ownRecipients.length === 1 ? recordOf(firstRecipient.task) : null,
      },
    );
  }
}

const recordOf = ({ id }: NamedTask) => ({ type: 'task', id }) as const;

/** @param tasks each task with the member to notify, if any @returns the members as recipients */
export async function membersAsRecipients(
  db: OrganizationDatabase,
  tasks: readonly { readonly task: NamedTask; readonly memberId: string | null }[],
): Promise<Recipient[]> {
  const ids = [...new Set(tasks.flatMap(({ memberId }) => memberId ?? []))];
  if (!ids.length) return [];
  const members = await db.selectFrom('member').select(['id', 'user_id']).where('id', 'in', ids).execute();
  const users = new Map(members.map(({ id, user_id }) => [id, user_id]));
  return tasks.flatMap(({ task, memberId }) => {
    const userId = users.get(memberId ?? '');
    return userId === undefined ? [] : [{ userId, task }];
  });
}

/** @returns the assignees of the tasks, and the owners and admins as recipients of unassigned tasks */
export async function assigneesOrAdministrators({ db, ports }: NotifyContext, tasks: readonly AssignedTask[]): Promise<Recipient[]> {
  const assigned = await membersAsRecipients(
    db,
    tasks.map((task) => ({ task, memberId: task.assigneeId })),
  );
  const unassigned = tasks.filter(({ assigneeId }) => assigneeId === null);
  return [...assigned, ...(await administratorsAsRecipients({ db, ports }, unassigned))];
}

/** @returns the owners and admins, each as a recipient of all the tasks */
async function administratorsAsRecipients({ db, ports }: NotifyContext, tasks: readonly NamedTask[]): Promise<Recipient[]> {
  const administrators = tasks.length ? await listAdministrators(db, ports.access.staffEmailDomains) : [];
  return administrators.flatMap((userId) => tasks.map((task) => ({ userId, task })));
}

/** Notifies assignees, owners and admins about tasks that failed because of checks or automations. */
export async function notifyAboutFailures(context: NotifyContext, tasks: readonly AssignedTask[]): Promise<void> {
  const assigned = await membersAsRecipients(
    context.db,
    tasks.map((task) => ({ task, memberId: task.assigneeId })),
  );
  const administrators = await administratorsAsRecipients(context, tasks);
  const isAssigned = ({ userId, task }: Recipient) => assigned.some((one) => one.userId === userId && one.task.id === task.id);
  await notifyAboutTasks(
    context,
    {
      kind: 'taskReminders',
      subject: (what) => `${what} failed`,
      text: 'Checks have found that the evidence does not hold any more:',
    },
    [...assigned, ...administrators.filter((one) => !isAssigned(one))],
  );
}
