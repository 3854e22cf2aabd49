/** The findings of the auditor, with the log of their history and comments. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changeEntries, creationEntry } from '#areas/audits/findings/queries/history';
import { templateOf } from '#areas/audits/findings/rules/templates';
import type { components } from '#generated/api';
import { catalogueId } from '#domain/catalogue/ids';
import { toPerson } from '#domain/people/members/person';
import { newId } from '#platform/database/ids';
import { withMentions } from './comments.ts';
import { auditor, type FindingAbout, findingData } from './data/findings.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';
import type { Tasks } from './program-work.ts';
import type { RiskRows } from './risks.ts';

type Finding = components['schemas']['Finding'];
type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;
type Target = Pick<
  Finding,
  'taskId' | 'evidenceSubmissionId' | 'policyId' | 'vendorId' | 'riskId' | 'memberId' | 'deviceId' | 'evidenceFormType' | 'area'
>;

/** The records that findings may be about. */
export interface FindingSubjects {
  readonly members: Members;
  readonly tasks: Tasks;
  readonly risks: RiskRows;
}

export async function insertFindings(db: Transaction<SystemTables>, demo: DemoContext, records: FindingSubjects): Promise<void> {
  const { organizationId: organization_id, calendar, log } = demo;
  const { members } = records;
  const author = members.of(auditor);
  const findings: Row<'finding'>[] = [];
  const comments: Row<'comment'>[] = [];
  for (const { about, ago, type, severity, content, template, moves = [], comments: said = [] } of findingData) {
    const [id, at] = [newId('fnd'), calendar.ago(ago, `${content} raised`)];
    const found = template === undefined ? null : required(templateOf(catalogueId('findingTemplate', template)), template);
    const target = { ...noTarget, ...(await targetOf(db, organization_id, about, records)) };
    const first: Finding = {
      ...target,
      ...unlogged,
      id,
      organizationId: organization_id,
      type,
      severity,
      content,
      status: 'open',
      revisionNote: null,
      templateId: found?.id ?? null,
      createdById: author.id,
      createdVia: null,
      closedAt: null,
      createdAt: at,
      updatedAt: at,
    };
    log.write(at, author, 'createFinding', {}, creationEntry(first));
    let last = first;
    for (const { by, ago: moved, to } of moves) {
      const updatedAt = calendar.ago(moved, `${content} ${JSON.stringify(to)}`);
      const closedAt = to.status === 'closed' ? updatedAt : to.status === undefined ? last.closedAt : null;
      const next = { ...last, revisionNote: to.status === undefined ? last.revisionNote : null, ...to, closedAt, updatedAt };
      for (const action of changeEntries(last, next)) log.write(updatedAt, members.of(by), 'updateFinding', { path: { id } }, action);
      last = next;
    }
    findings.push({
      id,
      organization_id,
      type,
      status: last.status,
      severity: last.severity,
      content: last.content,
      revision_note: last.revisionNote,
      area: target.area,
      evidence_form_type: target.evidenceFormType,
      task_id: target.taskId,
      evidence_submission_id: target.evidenceSubmissionId,
      policy_id: target.policyId,
      vendor_id: target.vendorId,
      risk_id: target.riskId,
      member_id: target.memberId,
      template_id: last.templateId,
      created_by_id: author.id,
      closed_at: last.closedAt,
      created_at: at,
      updated_at: last.updatedAt,
    });
    for (const { by, ago: days, text } of said) {
      const [speaker, written, body] = [members.of(by), calendar.ago(days, `${text} said`), withMentions(text, members)];
      log.write(
        written,
        speaker,
        'createComment',
        {},
        {
          entityType: 'finding',
          entityId: id,
          resource: 'finding',
          description: 'Commented on finding',
          changes: { content: { previous: null, current: body } },
        },
      );
      comments.push({
        id: newId('cmt'),
        organization_id,
        content: body,
        entity_type: 'finding',
        entity_id: id,
        author_id: speaker.id,
        author_snapshot: JSON.stringify(toPerson({ ...speaker.user, id: speaker.id, userId: speaker.user.id }).user),
        created_at: written,
        updated_at: null,
      });
    }
  }
  await db.insertInto('finding').values(findings).execute();
  await db.insertInto('comment').values(comments).execute();
}

const noTarget: Target = {
  taskId: null,
  evidenceSubmissionId: null,
  policyId: null,
  vendorId: null,
  riskId: null,
  memberId: null,
  deviceId: null,
  evidenceFormType: null,
  area: null,
};
/** Fields that the log does not contain. */
const unlogged = {
  task: null,
  evidenceSubmission: null,
  policy: null,
  vendor: null,
  risk: null,
  member: null,
  device: null,
  template: null,
  createdBy: null,
} as const;

async function targetOf(
  db: Transaction<SystemTables>,
  organizationId: string,
  about: FindingAbout,
  { members, tasks, risks }: FindingSubjects,
): Promise<Partial<Target>> {
  if ('task' in about) return { taskId: tasks.of(about.task).id };
  if ('risk' in about)
    return {
      riskId: required(
        risks.risks.find(({ title }) => title === about.risk),
        about.risk,
      ).id,
    };
  if ('person' in about) return { memberId: members.of(about.person).id };
  if ('form' in about) return { evidenceFormType: about.form };
  if ('area' in about) return { area: about.area };
  const row =
    'policy' in about
      ? await db
          .selectFrom('policy')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('policy_template_id', '=', catalogueId('policy', about.policy))
          .executeTakeFirst()
      : await db
          .selectFrom('evidence_submission')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('form_type', '=', about.submission)
          .orderBy('submitted_at', 'desc')
          .executeTakeFirst();
  const { id } = required(row, JSON.stringify(about));
  return 'policy' in about ? { policyId: id } : { evidenceSubmissionId: id };
}
