/** Queries of issues and the organization's decisions about them. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import type { Actor } from '#platform/identity/actor';

type Schemas = components['schemas'];
type Issue = Schemas['PenetrationTestIssue'];

/** Selects issues with the key by which the list is sorted. */
function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('penetration_test_issue')
    .leftJoin('pentest_finding_context as note', 'note.issue_id', 'penetration_test_issue.id')
    .select(sql<number>`penetration_test_issue_place(penetration_test_issue.severity, penetration_test_issue.number)`.as('place'))
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

const issuesOfTest = PagedList.of((db, param: Params<{ readonly testId: string }>) =>
  selectRows(db).where('penetration_test_issue.test_id', '=', param('testId')),
)
  .filteredBy<FilterOf<'listPenetrationTestIssues'>>({
    severity: anyOf('penetration_test_issue.severity'),
    status: anyOf('penetration_test_issue.status'),
  })
  // An outer query, because pages are sorted by `place`, which is computed.
  .within((rows, db) => db.selectFrom(rows.as('listed')).selectAll('listed'));
const order = { by: 'listed.place', id: 'listed.id' } as const;

/** Lists issues, most severe first. Issues of the same severity are in the order in which they were found. */
export async function listIssues(
  db: OrganizationDatabase,
  testId: string,
  filter: FilterOf<'listPenetrationTestIssues'>,
  page: PageRequest,
): Promise<Page<Issue>> {
  return mapPage(await issuesOfTest.page(db, { testId, ...filter }, order, { ...page, sortOrder: 'asc' }), issueOf);
}

/** Lists all issues of a test, in the same order as `listIssues`. */
export async function listIssuesOfTest(db: OrganizationDatabase, testId: string): Promise<Issue[]> {
  return (await selectRows(db).where('penetration_test_issue.test_id', '=', testId).orderBy('place').execute()).map(issueOf);
}

export async function findIssue(db: OrganizationDatabase, id: string): Promise<Issue | undefined> {
  const row = await selectRows(db).where('penetration_test_issue.id', '=', id).executeTakeFirst();
  return row && issueOf(row);
}

function issueOf({ place: _sortKey, ...issue }: Issue & { readonly place: number }): Issue {
  return issue;
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
