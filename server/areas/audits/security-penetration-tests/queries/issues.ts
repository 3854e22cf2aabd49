/** Queries of issues and the organization's decisions about them. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf, contains } from '#platform/database/filters';
import { computedBy } from '#platform/database/sort-keys';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { Actor } from '#platform/identity/actor';

type Schemas = components['schemas'];
type Issue = Schemas['PenetrationTestIssue'];

function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('penetration_test_issue')
    .leftJoin('pentest_finding_context as note', 'note.issue_id', 'penetration_test_issue.id')
    .select(
      columnsOf(
        'penetration_test_issue',
        'id',
        'testId',
        'findingId',
        'title',
        'summary',
        'severity',
        'status',
        'statusReason',
        'statusChangedAt',
        'statusChangedById',
        'statusVia',
        'cve',
        'cweId',
        'cvssScore',
        'affectedEndpoint',
        'proofOfConcept',
        'impact',
        'remediation',
        'validationSteps',
        'evidence',
        'attackPath',
        'createdAt',
        'updatedAt',
        'version',
      ),
    )
    .select('note.context');
}

/** In descending order, the most severe issues come first, and the oldest of them first. */
const bySeverity = computedBy('penetration_test_issue_rank', 'penetration_test_issue.severity', 'penetration_test_issue.number');
const sortKeys = {
  severity: bySeverity,
  createdAt: 'penetration_test_issue.created_at',
  updatedAt: 'penetration_test_issue.updated_at',
  title: 'penetration_test_issue.title',
} as const;

const issuesOfTest = PagedList.of((db, param: Params<{ readonly testId: string }>) =>
  selectRows(db).where('penetration_test_issue.test_id', '=', param('testId')),
).filteredBy<FilterOf<'listPenetrationTestIssues'>>({
  severity: anyOf('penetration_test_issue.severity'),
  status: anyOf('penetration_test_issue.status'),
  search: contains('penetration_test_issue.title', 'penetration_test_issue.summary'),
  ids: anyOf('penetration_test_issue.id'),
});

/** Lists issues. Those of the same severity are in the order in which they were found. */
export async function listIssues(
  db: OrganizationDatabase,
  testId: string,
  filter: FilterOf<'listPenetrationTestIssues'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Issue>> {
  return issuesOfTest.page(db, { testId, ...filter }, { by: sortKeys[page.sortBy], id: 'penetration_test_issue.id' }, page);
}

/** Lists all issues of a test, the most severe first. */
export function listIssuesOfTest(db: OrganizationDatabase, testId: string): Promise<Issue[]> {
  return selectRows(db).where('penetration_test_issue.test_id', '=', testId).orderBy(bySeverity.expression('desc'), 'desc').execute();
}

export function findIssue(db: OrganizationDatabase, id: string): Promise<Issue | undefined> {
  return selectRows(db).where('penetration_test_issue.id', '=', id).executeTakeFirst();
}

/** Returns the issue, locked until the transaction ends. */
export async function lockIssue(db: OrganizationDatabase, id: string): Promise<Issue | undefined> {
  await db.selectFrom('penetration_test_issue').select('id').where('id', '=', id).forUpdate().execute();
  return findIssue(db, id);
}

export async function saveDecision(
  db: OrganizationDatabase,
  id: string,
  { status, reason }: { readonly status: Issue['status']; readonly reason: string | null },
  { user, credential, via }: Actor,
): Promise<void> {
  await db
    .updateTable('penetration_test_issue')
    .set({
      status,
      status_reason: reason,
      status_changed_at: sql<string>`now()`,
      status_changed_by_id: user?.id ?? null,
      status_via: credential === 'key' ? (via ?? null) : null,
    })
    .where('id', '=', id)
    .execute();
}
