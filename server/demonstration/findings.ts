/** Creates the findings of the auditor and their comments, and logs their history. */
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

/** The records that findings can be about. */
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
  for (const { about, ago, type, severity, content, template, moves = [], comments: findingComments = [] } of findingData) {
    const [id, createdAt] = [newId('fnd'), calendar.ago(ago, `${content} raised`)];
    const findingTemplate = template === undefined ? null : required(templateOf(catalogueId('findingTemplate', template)), template);
    const target = { ...noTarget, ...(await findTarget(db, organization_id, about, records)) };
    const createdFinding: Finding = {
      ...target,
      ...unloggedFields,
      id,
      organizationId: organization_id,
      type,
      severity,
      content,
      status: 'open',
      revisionNote: null,
      templateId: findingTemplate?.id ?? null,
      createdById: author.id,
      createdVia: null,
      closedAt: null,
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    log.write(createdAt, author, 'createFinding', {}, creationEntry(createdFinding));
    let currentFinding = createdFinding;
    for (const { by: authorName, ago: movedAgo, to } of moves) {
      const updatedAt = calendar.ago(movedAgo, `${content} ${JSON.stringify(to)}`);
      const closedAt = to.status === 'closed' ? updatedAt : to.status === undefined ? currentFinding.closedAt : null;
      const changedFinding = {
        ...currentFinding,
        revisionNote: to.status === undefined ? currentFinding.revisionNote : null,
        ...to,
        closedAt,
        updatedAt,
      };
      for (const action of changeEntries(currentFinding, changedFinding))
        log.write(updatedAt, members.of(authorName), 'updateFinding', { path: { id } }, action);
      currentFinding = changedFinding;
    }
    findings.push({
      id,
      organization_id,
      type,
      status: currentFinding.status,
      severity: currentFinding.severity,
      content: currentFinding.content,
      revision_note: currentFinding.revisionNote,
      area: target.area,
      evidence_form_type: target.evidenceFormType,
      task_id: target.taskId,
      evidence_submission_id: target.evidenceSubmissionId,
      policy_id: target.policyId,
      vendor_id: target.vendorId,
      risk_id: target.riskId,
      member_id: target.memberId,
      template_id: currentFinding.templateId,
      created_by_id: author.id,
      closed_at: currentFinding.closedAt,
      created_at: createdAt,
      updated_at: currentFinding.updatedAt,
    });
    for (const { by: authorName, ago: commentedAgo, text } of findingComments) {
      const [commenter, commentedAt, commentText] = [
        members.of(authorName),
        calendar.ago(commentedAgo, `${text} said`),
        withMentions(text, members),
      ];
      log.write(
        commentedAt,
        commenter,
        'createComment',
        {},
        {
          entityType: 'finding',
          entityId: id,
          resource: 'finding',
          description: 'Commented on finding',
          changes: { content: { previous: null, current: commentText } },
        },
      );
      comments.push({
        id: newId('cmt'),
        organization_id,
        content: commentText,
        entity_type: 'finding',
        entity_id: id,
        author_id: commenter.id,
        author_snapshot: JSON.stringify(toPerson({ ...commenter.user, id: commenter.id, userId: commenter.user.id }).user),
        created_at: commentedAt,
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
/** Fields of a finding that audit entries do not contain. */
const unloggedFields = {
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

async function findTarget(
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
