/** E-mails about tasks (spec/areas/tasks, rule 10): each person gets one about all tasks that a change concerns. */
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { notify } from '../../platform/mail/notify.ts';
import type { Ports } from '../../platform/ports/index.ts';
import { listAdministrators } from '../members/administrators.ts';
import { addressOf } from '../targets/pages.ts';

/** What writing an e-mail takes. */
export interface Telling {
  readonly db: OrganizationDatabase;
  readonly ports: Pick<Ports, 'appUrl' | 'access'>;
}

/** A task as an e-mail names it. */
export interface Named {
  readonly id: string;
  readonly title: string;
}
/** A task, and who looks after it. */
export interface Assigned extends Named {
  readonly assigneeId: string | null;
}

export interface TaskNotice {
  readonly kind: 'taskAssignments' | 'taskReminders';
  /** @param what `"Restore test"` or `3 tasks` */
  readonly subject: (what: string) => string;
  /** What happened, in a sentence before the titles. */
  readonly text: string;
  /** What a person said about it. */
  readonly comment?: string | undefined;
  /** User id of who did it, who is not told. */
  readonly by?: string | undefined;
}

/** A person who is told of a task. */
export interface Recipient {
  readonly userId: string;
  readonly task: Named;
}

/** Titles in one e-mail. */
const most = 20;

/** Tells each of these people of their tasks, in one e-mail. */
export async function tellOfTasks(
  { db, ports }: Telling,
  { kind, subject, text, comment, by }: TaskNotice,
  recipients: readonly Recipient[],
) {
  for (const [userId, own] of Map.groupBy(recipients, (one) => one.userId)) {
    const [first] = own;
    if (!first || userId === by) continue;
    const lines = own
      .slice(0, most)
      .map(({ task }) => `- ${task.title}\n  ${addressIn({ db, ports }, task)}`)
      .concat(own.length > most ? [`and ${own.length - most} more`] : []);
    await notify(db, {
      kind,
      userIds: [userId],
      subject: subject(own.length === 1 ? `"${first.task.title}"` : `${own.length} tasks`),
      text: [text, lines.join('\n'), ...(comment === undefined ? [] : [comment])].join('\n\n').concat('\n'),
      appUrl: own.length === 1 ? addressIn({ db, ports }, first.task) : null,
    });
  }
}

function addressIn({ db, ports }: Telling, { id }: Named): string {
  return addressOf(ports, db.organizationId, `/tasks/${id}`);
}

/** @returns the members of these tasks as recipients @param tasks each with the id of a member, if it has one */
export async function membersAsRecipients(
  db: OrganizationDatabase,
  tasks: readonly { readonly task: Named; readonly memberId: string | null }[],
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

/** @returns the assignees of these tasks, and owners and admins for tasks without one */
export async function assigneesOrAdministrators({ db, ports }: Telling, tasks: readonly Assigned[]): Promise<Recipient[]> {
  const assigned = await membersAsRecipients(
    db,
    tasks.map((task) => ({ task, memberId: task.assigneeId })),
  );
  const nobodys = tasks.filter(({ assigneeId }) => assigneeId === null);
  return [...assigned, ...(await toAdministrators({ db, ports }, nobodys))];
}

/** @returns owners and admins as recipients of all of these tasks */
async function toAdministrators({ db, ports }: Telling, tasks: readonly Named[]): Promise<Recipient[]> {
  const administrators = tasks.length ? await listAdministrators(db, ports.access.staffEmailDomains) : [];
  return administrators.flatMap((userId) => tasks.map((task) => ({ userId, task })));
}

/** Tells assignees, owners and admins of tasks that failed because of what machines found. */
export async function tellOfFailures(telling: Telling, tasks: readonly Assigned[]): Promise<void> {
  const assigned = await membersAsRecipients(
    telling.db,
    tasks.map((task) => ({ task, memberId: task.assigneeId })),
  );
  const administrators = await toAdministrators(telling, tasks);
  const isAssigned = ({ userId, task }: Recipient) => assigned.some((one) => one.userId === userId && one.task.id === task.id);
  await tellOfTasks(
    telling,
    {
      kind: 'taskReminders',
      subject: (what) => `${what} failed`,
      text: 'Checks have found that the evidence does not hold any more:',
    },
    [...assigned, ...administrators.filter((one) => !isAssigned(one))],
  );
}
