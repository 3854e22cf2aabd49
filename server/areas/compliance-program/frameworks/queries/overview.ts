/** Calculates the scores of the whole organization (frameworks, rules 2 to 5, and findings, rule 13). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { countForms } from '#domain/evidence-forms/count';
import { listLatestSubmissionTimes, listNotRelevantForms } from '#domain/evidence-forms/status';
import { selectReadableIds, selectVisibleIds, type Reader } from '#domain/access/records/rows';
import { countPolicies } from '#domain/frameworks/scores/policies';
import { isDone } from '#domain/tasks/status';

type OverviewScores = components['schemas']['OverviewScores'];

/** Maximum length of each list in the overview. The regular lists of policies, tasks and findings are complete. */
const maxItems = 50;

/**
 * Counts policies by status, and lists unpublished policies by name.
 * @param reader hidden policies are neither counted nor listed; without the permission to read policies, the lists are empty
 */
export async function policyScores(db: OrganizationDatabase, reader: Reader): Promise<OverviewScores['policies']> {
  const activePolicies = db
    .selectFrom('policy')
    .select(columnsOf('policy', 'id', 'name', 'status', 'assigneeId', 'reviewDate'))
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('name')
    .orderBy('id')
    .limit(maxItems);
  const readablePolicies = activePolicies.where('id', 'in', selectReadableIds(db, reader, 'policy'));
  const [counts, draftPolicies, policiesInReview, unpublishedPolicies] = await Promise.all([
    countPolicies(db, reader),
    readablePolicies.where('status', '=', 'draft').execute(),
    readablePolicies.where('status', '=', 'needs_review').execute(),
    readablePolicies.where('status', '<>', 'published').execute(),
  ]);
  const { total, published, draft, needs_review } = counts;
  return { total, published, draft, inReview: needs_review, draftPolicies, policiesInReview, unpublishedPolicies };
}

/** Counts tasks, and lists unfinished tasks by title. @param reader sees only readable tasks in the list */
export async function taskScores(db: OrganizationDatabase, reader: Reader): Promise<OverviewScores['tasks']> {
  const activeTasks = db.selectFrom('task').where('archived_at', 'is', null);
  const [counts, incompleteTasks] = await Promise.all([
    activeTasks
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
    activeTasks
      .select(columnsOf('task', 'id', 'title', 'status', 'assigneeId', 'reviewDate'))
      .where('status', 'not in', ['done', 'not_relevant'])
      .where('id', 'in', selectReadableIds(db, reader, 'task'))
      .orderBy('title')
      .orderBy('id')
      .limit(maxItems)
      .execute(),
  ]);
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0);
  return { total: sum(counts), done: sum(counts.filter(({ status }) => isDone(status))), incompleteTasks };
}

/** Maximum length of the text of a listed finding, in characters. Longer texts are cut. */
const maxFindingLength = 300;

/**
 * Counts findings by status, and lists the newest findings that are not closed.
 * @param reader findings about hidden policies are neither counted nor listed; without the permission to read findings, the list is empty
 */
export async function findingScores(
  db: OrganizationDatabase,
  reader: Reader,
): Promise<Pick<OverviewScores, 'findings' | 'findingsByStatus'>> {
  const [counts, rows] = await Promise.all([
    db
      .selectFrom('finding')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .where('id', 'in', selectVisibleIds(db, reader, 'finding'))
      .groupBy('status')
      .execute(),
    listNewestFindings(db, reader),
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

/** Lists the findings that are not closed and that the reader may read, newest first. */
function listNewestFindings(db: OrganizationDatabase, reader: Reader) {
  return db
    .selectFrom('finding')
    .leftJoin('task', 'task.id', 'finding.task_id')
    .leftJoin('evidence_submission as submission', 'submission.id', 'finding.evidence_submission_id')
    .select([
      ...columnsOf('finding', 'id', 'status', 'severity', 'taskId'),
      sql<string>`left(finding.content, ${sql.lit(maxFindingLength)})`.as('content'),
      'task.title as taskTitle',
      'submission.id as submissionId',
      'submission.form_type as formType',
    ])
    .where('finding.status', '<>', 'closed')
    .where('finding.id', 'in', selectReadableIds(db, reader, 'finding'))
    .orderBy('finding.created_at', 'desc')
    .orderBy('finding.id', 'desc')
    .limit(maxItems)
    .execute();
}

/** Counts relevant forms, and also the Statement of Applicability if ISO 27001 is adopted. */
export async function documentScores(db: OrganizationDatabase, now: Date): Promise<OverviewScores['documents']> {
  const [latestSubmissionTimes, notRelevantForms, statementStatus] = await Promise.all([
    listLatestSubmissionTimes(db),
    listNotRelevantForms(db),
    findStatementStatus(db),
  ]);
  const forms = countForms(latestSubmissionTimes, notRelevantForms, now);
  const totalDocuments = forms.total + (statementStatus === undefined ? 0 : 1);
  const outstandingDocuments = forms.outstanding + (statementStatus === 'outstanding' ? 1 : 0);
  return { totalDocuments, completedDocuments: totalDocuments - outstandingDocuments, outstandingDocuments };
}

/** Returns whether the latest Statement of Applicability is completed and approved, or undefined if ISO 27001 is not adopted. */
async function findStatementStatus(db: OrganizationDatabase): Promise<'completed' | 'outstanding' | undefined> {
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
