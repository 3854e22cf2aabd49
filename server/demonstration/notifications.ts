/**
 * Creates the notifications of the last 90 days about assigned mitigation tasks, findings, and policies that wait for approval. Their
 * titles are the subjects of the e-mails.
 */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { creationSubject } from '#areas/audits/findings/rules/mails';
import { taskItemRecord } from '#domain/access/targets/subjects';
import { newId } from '#platform/database/ids';
import { pageUrl } from '#platform/links/page-url';
import type { RecordReference } from '#platform/links/records';
import type { Ports } from '#platform/ports/index';
import { addSeconds } from './calendar.ts';
import { auditor } from './data/findings.ts';
import type { BaseContext } from './demo-context.ts';
import type { Member, Members } from './member.ts';
import { required } from './named.ts';
import type { RiskRows } from './risks.ts';

type Row = Insertable<SystemTables['notification']>;
type NotificationData = Pick<Row, 'kind' | 'title' | 'created_at'> & {
  readonly record: RecordReference;
  readonly to: readonly Member[];
  /** Whether the work that the notification is about is done. Notifications about done work are marked as read. */
  readonly isDone: boolean;
};

export async function insertNotifications(
  db: Transaction<SystemTables>,
  { organizationId, calendar }: BaseContext,
  members: Members,
  { work }: RiskRows,
  ports: Pick<Ports, 'appUrl' | 'appRoutes'>,
): Promise<void> {
  const activeMembers = members.all.filter(({ data }) => data.deactivated === undefined);
  const activeMembersWithId = (id: string | null | undefined) => activeMembers.filter((member) => member.id === id);
  const [findings, policies] = await Promise.all([listFindings(db, organizationId), listWaitingPolicies(db, organizationId)]);

  const assignmentNotifications = work.map(({ id, title, risk_id, assignee_id, created_by_id, created_at, status }): NotificationData => ({
    to: activeMembersWithId(assignee_id).filter((member) => member.id !== created_by_id),
    kind: 'task_assignment',
    title: `A task was assigned to you: ${title}`,
    record: taskItemRecord(id, risk_id ?? null, null),
    created_at,
    isDone: status !== 'todo',
  }));
  const findingNotifications = findings.map(({ id, status, createdAt, responsible, submitter, ...finding }): NotificationData => ({
    to: activeMembers
      .filter(
        ({ id: memberId, user, roles }) =>
          memberId === responsible || user.id === submitter || roles.includes('owner') || roles.includes('admin'),
      )
      .filter((member) => member !== members.of(auditor)),
    kind: 'finding',
    title: creationSubject(toSubjectFields(finding, members)),
    record: { type: 'finding', id },
    created_at: createdAt,
    isDone: status === 'closed',
  }));
  const policyNotifications = policies.map(({ id, name, approverId, updatedAt }): NotificationData => ({
    to: activeMembersWithId(approverId),
    kind: 'policy',
    title: `Policy waits for your approval: ${name}`,
    record: { type: 'policy', id },
    created_at: updatedAt,
    isDone: false,
  }));

  const rows = [...assignmentNotifications, ...findingNotifications, ...policyNotifications].flatMap(
    ({ to, isDone, record, ...notification }) =>
      String(notification.created_at) < calendar.midnightInDays(-89)
        ? []
        : to.map((member): Row => ({
            id: newId('ntf'),
            organization_id: organizationId,
            member_id: member.id,
            ...notification,
            app_url: pageUrl(ports, organizationId, record),
            subject_type: record.type,
            subject_id: record.id,
            parent_type: record.parent?.type ?? null,
            parent_id: record.parent?.id ?? null,
            read_at: isDone ? addSeconds(String(notification.created_at), 600) : null,
          })),
  );
  await db.insertInto('notification').values(rows).execute();
  const newestAssignment = required(
    rows.filter(({ kind }) => kind === 'task_assignment').toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))[0],
    'assignment',
  );
  await db.insertInto('mail').values(mailOf(newestAssignment, members)).execute();
}

/** Returns the sent e-mail of a notification. */
function mailOf({ organization_id, member_id, title, app_url, created_at }: Row, members: Members): Insertable<SystemTables['mail']> {
  const recipient = required(
    members.all.find(({ id }) => id === member_id),
    member_id,
  );
  return {
    id: newId('mai'),
    organization_id,
    recipient: recipient.user.email,
    subject: title,
    created_at,
    due_at: created_at,
    attempts: 1,
    sent_at: addSeconds(String(created_at), 2),
    text: `${title}\n\n${app_url}\n`,
  };
}

type FindingRow = Omit<Awaited<ReturnType<typeof listFindings>>[number], 'id' | 'status' | 'createdAt' | 'responsible' | 'submitter'>;

function toSubjectFields({ task, policy, risk, member, submission, evidenceFormType, area }: FindingRow, members: Members) {
  const person = members.all.find(({ id }) => id === member);
  return {
    task: task === null ? null : { title: task },
    policy: policy === null ? null : { name: policy },
    vendor: null,
    risk: risk === null ? null : { title: risk },
    member: person ? { user: person.user } : null,
    evidenceSubmission: submission === null ? null : { formType: submission },
    evidenceFormType,
    area,
  };
}

/** Lists the findings with their subjects, and the members who are responsible for the subjects (findings, rule 7). */
function listFindings(db: Transaction<SystemTables>, organizationId: string) {
  return db
    .selectFrom('finding as f')
    .leftJoin('task as t', (join) => join.onRef('t.organization_id', '=', 'f.organization_id').onRef('t.id', '=', 'f.task_id'))
    .leftJoin('policy as p', (join) => join.onRef('p.organization_id', '=', 'f.organization_id').onRef('p.id', '=', 'f.policy_id'))
    .leftJoin('risk as r', (join) => join.onRef('r.organization_id', '=', 'f.organization_id').onRef('r.id', '=', 'f.risk_id'))
    .leftJoin('evidence_submission as s', (join) =>
      join.onRef('s.organization_id', '=', 'f.organization_id').onRef('s.id', '=', 'f.evidence_submission_id'),
    )
    .select([
      'f.id',
      'f.status',
      'f.area',
      'f.evidence_form_type as evidenceFormType',
      'f.created_at as createdAt',
      'f.member_id as member',
    ])
    .select(['t.title as task', 'p.name as policy', 'r.title as risk', 's.form_type as submission', 's.submitted_by_id as submitter'])
    .select((eb) => eb.fn.coalesce('t.assignee_id', 'p.assignee_id', 'r.assignee_id', 'f.member_id').as('responsible'))
    .where('f.organization_id', '=', organizationId)
    .execute();
}

function listWaitingPolicies(db: Transaction<SystemTables>, organizationId: string) {
  return db
    .selectFrom('policy')
    .select(['id', 'name', 'approver_id as approverId', 'updated_at as updatedAt'])
    .where('organization_id', '=', organizationId)
    .where('pending_version_id', 'is not', null)
    .execute();
}
