/** The whole organization in figures (spec/areas/frameworks, rules 2 to 5). */
import type { components } from '../../../../generated/api.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { countForms } from '../../../domain/evidence-forms/counted.ts';
import { listLatest, listNotRelevant } from './evidence.ts';
import { isDone } from '../rules/scores.ts';

type OverviewScores = components['schemas']['OverviewScores'];

/** By name. */
export async function policyFigures(db: OrganizationDatabase): Promise<OverviewScores['policies']> {
  const policies = await db
    .selectFrom('policy')
    .select(columnsOf('policy', 'id', 'name', 'status', 'assigneeId', 'reviewDate'))
    .where('archived_at', 'is', null)
    .where('is_archived', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const unpublishedPolicies = policies.filter(({ status }) => status !== 'published');
  return {
    total: policies.length,
    published: policies.length - unpublishedPolicies.length,
    draftPolicies: unpublishedPolicies.filter(({ status }) => status === 'draft'),
    policiesInReview: unpublishedPolicies.filter(({ status }) => status === 'needs_review'),
    unpublishedPolicies,
  };
}

/** By title. */
export async function taskFigures(db: OrganizationDatabase): Promise<OverviewScores['tasks']> {
  const tasks = await db
    .selectFrom('task')
    .select(columnsOf('task', 'id', 'title', 'status', 'assigneeId', 'reviewDate'))
    .where('archived_at', 'is', null)
    .orderBy('title')
    .orderBy('id')
    .execute();
  const incompleteTasks = tasks.filter(({ status }) => !isDone(status));
  return { total: tasks.length, done: tasks.length - incompleteTasks.length, incompleteTasks };
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
