/** What members were told of the last 90 days, in the words of the mails: work on risks, findings, and policies that wait for approval. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { raised } from '../areas/findings/rules/mails.ts';
import { addressOf } from '../domain/targets/pages.ts';
import { pageOfFinding, pageOfTaskItem } from '../domain/targets/subjects.ts';
import { newId } from '../platform/database/ids.ts';
import type { Ports } from '../platform/ports/index.ts';
import { later } from './calendar.ts';
import { auditor } from './data/findings.ts';
import type { Stage } from './demo-context.ts';
import type { Member, Members } from './member.ts';
import type { RiskRows } from './risks.ts';

type Row = Insertable<SystemTables['notification']>;
type Told = Pick<Row, 'kind' | 'title' | 'text' | 'app_url' | 'created_at'> & {
  readonly to: readonly Member[];
  /** Whether what it is about was done since. */
  readonly isDone: boolean;
};

export async function insertNotifications(
  db: Transaction<SystemTables>,
  { organizationId, calendar }: Stage,
  members: Members,
  { work }: RiskRows,
  ports: Pick<Ports, 'appUrl'>,
): Promise<void> {
  const at = (page: string) => addressOf(ports, organizationId, page);
  const byId = new Map(members.all.map((member) => [member.id, member]));
  const active = members.all.filter(({ data }) => data.deactivated === undefined);
  const administrators = active.filter(({ roles }) => roles.includes('owner') || roles.includes('admin'));
  const [findings, policies] = await Promise.all([findingsOfNobody(db, organizationId), waitingPolicies(db, organizationId)]);

  const assigned = work.map(({ id, title, risk_id, assignee_id, created_by_id, created_at, status }): Told => {
    const [assignee, maker] = [byId.get(assignee_id ?? ''), byId.get(created_by_id ?? '')];
    const address = at(pageOfTaskItem(id, risk_id ?? null, null));
    return {
      to: active.filter((member) => member === assignee && member !== maker),
      kind: 'task_assignment',
      title: `A task was assigned to you: ${title}`,
      text: `${maker?.user.name} assigned you the task "${title}".\n\n${address}\n`,
      app_url: address,
      created_at,
      isDone: status !== 'todo',
    };
  });
  const found = findings.map(({ id, status, createdAt, ...finding }): Told => {
    const address = at(pageOfFinding(id));
    const { subject, text } = raised({ ...unnamed, ...finding }, members.of(auditor).user.name, address);
    const isDone = status === 'closed';
    return { to: administrators, kind: 'finding', title: subject, text, app_url: address, created_at: createdAt, isDone };
  });
  const waiting = policies.map(({ id, name, approverId, updatedAt }): Told => {
    const address = at(`/policies/${id}`);
    return {
      to: active.filter((member) => member.id === approverId),
      kind: 'policy',
      title: `Policy waits for your approval: ${name}`,
      text: `${members.of('noor').user.name} asks you to approve version 2 of the policy "${name}".\n\n${address}\n`,
      app_url: address,
      created_at: updatedAt,
      isDone: false,
    };
  });

  const rows = [...assigned, ...found, ...waiting].flatMap(({ to, isDone, ...notification }) =>
    String(notification.created_at) < calendar.due(-89)
      ? []
      : to.map((member): Row => ({
          id: newId('ntf'),
          organization_id: organizationId,
          member_id: member.id,
          ...notification,
          read_at: isDone ? later(String(notification.created_at), 600) : null,
        })),
  );
  await db.insertInto('notification').values(rows).execute();
}

const unnamed = { task: null, policy: null, vendor: null, risk: null, member: null, evidenceSubmission: null } as const;

/** Those about an area or a form, which owners and admins alone hear of. */
function findingsOfNobody(db: Transaction<SystemTables>, organizationId: string) {
  return db
    .selectFrom('finding')
    .select(['id', 'status', 'severity', 'content', 'area', 'evidence_form_type as evidenceFormType', 'created_at as createdAt'])
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('area', 'is not', null), eb('evidence_form_type', 'is not', null)]))
    .execute();
}

function waitingPolicies(db: Transaction<SystemTables>, organizationId: string) {
  return db
    .selectFrom('policy')
    .select(['id', 'name', 'approver_id as approverId', 'updated_at as updatedAt'])
    .where('organization_id', '=', organizationId)
    .where('pending_version_id', 'is not', null)
    .execute();
}
