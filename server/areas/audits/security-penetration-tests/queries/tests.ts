/** Queries of penetration tests, in the shape of the contract. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import { failureText } from '../rules/failures.ts';
import { depthOf } from '../rules/limits.ts';
import { checksIn } from '../rules/stored.ts';
import { normalizeUrl } from '../rules/target.ts';

type Schemas = components['schemas'];
type PenetrationTest = Schemas['PenetrationTest'];

function selectRows(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('penetration_test')
    .select(
      columnsOf(
        'penetration_test',
        'id',
        'targetUrl',
        'repoUrl',
        'status',
        'testMode',
        'pipelineTesting',
        'scanDepth',
        'evidenceLevel',
        'checks',
        'additionalContext',
        'failureCode',
        'attempt',
        'createdById',
        'createdVia',
        'createdAt',
        'updatedAt',
        'version',
        'startedAt',
        'completedAt',
      ),
    )
    .select(
      sql<Partial<Schemas['PenetrationTestIssueCounts']>>`coalesce((select jsonb_object_agg(c.severity, c.n) from
        (select i.severity, count(*)::integer as n from penetration_test_issue i
          where i.organization_id = penetration_test.organization_id and i.test_id = penetration_test.id group by i.severity) c), '{}')`.as(
        'counts',
      ),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

const sortKeys = { createdAt: 'penetration_test.created_at', updatedAt: 'penetration_test.updated_at' } as const;

const pagedTests = PagedList.of((db) => selectRows(db)).filteredBy<FilterOf<'listPenetrationTests'>>({
  status: anyOf('penetration_test.status'),
  targetUrl: { where: (eb, placeholder) => eb('penetration_test.target', '=', placeholder), sent: normalizeUrl },
  ids: anyOf('penetration_test.id'),
});

/** Lists tests. */
export async function listTests(
  db: OrganizationDatabase,
  filter: FilterOf<'listPenetrationTests'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<PenetrationTest>> {
  return mapPage(await pagedTests.page(db, filter, { by: sortKeys[page.sortBy], id: 'penetration_test.id' }, page), testOf);
}

export interface FoundTest {
  readonly test: PenetrationTest;
  readonly progress: Schemas['PenetrationTestProgress'];
  /** Data that callers cannot see. */
  readonly internal: {
    readonly report: string | null;
    readonly reportKey: string | null;
    readonly target: string;
    readonly runId: string | null;
  };
}

export async function findTest(db: OrganizationDatabase, id: string): Promise<FoundTest | undefined> {
  const row = await selectRows(db)
    .select(columnsOf('penetration_test', 'report', 'reportKey', 'target', 'runId', 'phase', 'completedAgents', 'totalAgents'))
    // Uses the clock of the database, which also set the start time.
    .select(
      sql<number>`greatest(0, coalesce(extract(epoch from coalesce(completed_at, clock_timestamp()) - started_at) * 1000, 0))::bigint`.as(
        'elapsedMs',
      ),
    )
    .where('penetration_test.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { report, reportKey, target, runId, phase, completedAgents, totalAgents, elapsedMs, ...testRow } = row;
  const test = testOf(testRow);
  const progress = { status: test.status, completedAgents, totalAgents, elapsedMs: Number(elapsedMs), phase };
  return { test, progress, internal: { report, reportKey, target, runId } };
}

function testOf({ counts, failureCode, checks, ...row }: Row): PenetrationTest {
  const zeroCounts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  return {
    ...row,
    checks: checksIn(checks),
    failureCode,
    error: failureCode === null ? null : failureText(failureCode, depthOf(row)),
    issueCounts: { ...zeroCounts, ...counts },
  };
}
