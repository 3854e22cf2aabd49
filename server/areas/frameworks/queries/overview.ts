/** The whole organization in figures (spec/areas/frameworks, rules 2 to 5, and spec/areas/findings, rule 13). */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { countForms } from '../../../domain/evidence-forms/counted.ts';
import { listLatest, listNotRelevant } from '../../../domain/evidence-forms/standing.ts';
import { isFindingVisibleTo } from '../../../domain/findings/visible.ts';
import { isVisibleTo } from '../../../domain/policies/visible.ts';
import { countPolicies } from '../../../domain/scores/policies.ts';
import { isDone } from '../../../domain/tasks/status.ts';

type OverviewScores = components['schemas']['OverviewScores'];

/** Of each list the overview shows the first ones; the lists of policies, tasks and findings have all of them. */
const most = 50;

/** Counts the policies by status, and lists the first of those that are not published by name. @param reader id of the member who reads the lists */
export async function policyFigures(db: OrganizationDatabase, reader: string | undefined): Promise<OverviewScores['policies']> {
  const all = db
    .selectFrom('policy')
    .select(columnsOf('policy', 'id', 'name', 'status', 'assigneeId', 'reviewDate'))
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('name')
    .orderBy('id')
    .limit(most);
  const unpublished = reader === undefined ? all : all.where((eb) => isVisibleTo(eb, reader));
  const [counts, draftPolicies, policiesInReview, unpublishedPolicies] = await Promise.all([
    countPolicies(db),
    unpublished.where('status', '=', 'draft').execute(),
    unpublished.where('status', '=', 'needs_review').execute(),
    unpublished.where('status', '<>', 'published').execute(),
  ]);
  const { total, published, draft, needs_review } = counts;
  return { total, published, draft, inReview: needs_review, draftPolicies, policiesInReview, unpublishedPolicies };
}

/** Counts the tasks, and lists the first of those that are not done by title. */
export async function taskFigures(db: OrganizationDatabase): Promise<OverviewScores['tasks']> {
  const shown = db.selectFrom('task').where('archived_at', 'is', null);
  const [counts, incompleteTasks] = await Promise.all([
    shown
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    shown
      .select(columnsOf('task', 'id', 'title', 'status', 'assigneeId', 'reviewDate'))
      .where('status', 'not in', ['done', 'not_relevant'])
      .orderBy('title')
      .orderBy('id')
      .limit(most)
      .execute(),
  ]);
  const sum = (rows: typeof counts) => rows.reduce((all, { count }) => all + count, 0);
  return { total: sum(counts), done: sum(counts.filter(({ status }) => isDone(status))), incompleteTasks };
}

/** Characters of a finding. */
const longest = 300;

/** @param readable whether the caller may read findings; anybody else is given the numbers only @param reader id of the member who reads them */
export async function findingFigures(
  db: OrganizationDatabase,
  readable: boolean,
  reader: string | undefined,
): Promise<Pick<OverviewScores, 'findings' | 'findingsByStatus'>> {
  const [counts, rows] = await Promise.all([
    db
      .selectFrom('finding')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    readable ? newestFindings(db, reader) : [],
  ]);
  const findingsByStatus = { open: 0, ready_for_review: 0, needs_revision: 0, closed: 0 };
  for (const { status, count } of counts) findingsByStatus[status] = count;
  const findings = rows.map(({ taskId, taskTitle, submissionId, formType, ...finding }) => ({
    ...finding,
    task: taskId === null || taskTitle === null ? null : { id: taskId, title: taskTitle },
    evidenceSubmission: submissionId === null || formType === null ? null : { id: submissionId, formType },
  }));
  return { findings, findingsByStatus };
}

/** Those that are not closed. */
function newestFindings(db: OrganizationDatabase, reader: string | undefined) {
  const all = db
    .selectFrom('finding')
    .leftJoin('task', 'task.id', 'finding.task_id')
    .leftJoin('evidence_submission as submission', 'submission.id', 'finding.evidence_submission_id')
    .select([
      ...columnsOf('finding', 'id', 'status', 'severity', 'taskId'),
      sql<string>`left(finding.content, ${sql.lit(longest)})`.as('content'),
      'task.title as taskTitle',
      'submission.id as submissionId',
      'submission.form_type as formType',
    ])
    .where('finding.status', '<>', 'closed')
    .orderBy('finding.created_at', 'desc')
    .orderBy('finding.id', 'desc')
    .limit(most);
  return (reader === undefined ? all : all.where((eb) => isFindingVisibleTo(eb, reader))).execute();
}

/** Forms that count, and where ISO 27001 is adopted the Statement of Applicability. */
export async function documentFigures(db: OrganizationDatabase, now: Date): Promise<OverviewScores['documents']> {
  const [latest, notRelevant, statement] = await Promise.all([listLatest(db), listNotRelevant(db), statementOf(db)]);
  const forms = countForms(latest, notRelevant, now);
  const totalDocuments = forms.total + (statement === undefined ? 0 : 1);
  const outstandingDocuments = forms.outstanding + (statement === 'outstanding' ? 1 : 0);
  return { totalDocuments, completedDocuments: totalDocuments - outstandingDocuments, outstandingDocuments };
}

/** Where ISO 27001 is adopted: whether the latest Statement of Applicability is completed and approved. */
async function statementOf(db: OrganizationDatabase): Promise<'completed' | 'outstanding' | undefined> {
  const row = await db
    .selectFrom('framework_instance as instance')
    .innerJoin('platform_framework as framework', 'framework.id', 'instance.framework_id')
    .leftJoin('soa_document as statement', (join) =>
      join.onRef('statement.framework_id', '=', 'framework.id').on('statement.is_latest', '=', true),
    )
    .select(columnsOf('soa_document as statement', 'status', 'approvedAt'))
    .where('framework.name', '=', 'ISO 27001')
    .executeTakeFirst();
  if (!row) return undefined;
  return row.status === 'completed' && row.approvedAt !== null ? 'completed' : 'outstanding';
}
