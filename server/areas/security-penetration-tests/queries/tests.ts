/** Penetration tests, as callers read them. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import type { FilterOf } from '../../../contract/types.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import { anyOf } from '../../../platform/database/filters.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { failureText } from '../rules/failures.ts';
import { depthOf } from '../rules/limits.ts';
import { checksIn } from '../rules/stored.ts';
import { comparable } from '../rules/target.ts';

type Schemas = components['schemas'];
type PenetrationTest = Schemas['PenetrationTest'];

function rowsIn(db: QueryCreator<TenantTables>) {
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
        'createdAt',
        'updatedAt',
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
type Row = Awaited<ReturnType<ReturnType<typeof rowsIn>['executeTakeFirstOrThrow']>>;

const listed = PagedList.of((db) => rowsIn(db)).filteredBy<FilterOf<'listPenetrationTests'>>({
  status: anyOf('penetration_test.status'),
  targetUrl: { where: (eb, place) => eb('penetration_test.target', '=', place), sent: comparable },
});

/** Newest first. */
export async function listTests(
  db: OrganizationDatabase,
  filter: FilterOf<'listPenetrationTests'>,
  page: PageRequest,
): Promise<Page<PenetrationTest>> {
  const order = { by: 'penetration_test.created_at', id: 'penetration_test.id' } as const;
  return mapPage(await listed.page(db, filter, order, { ...page, sortOrder: 'desc' }), testOf);
}

export interface Found {
  readonly test: PenetrationTest;
  readonly progress: Schemas['PenetrationTestProgress'];
  /** Files and marks that callers do not see. */
  readonly stored: {
    readonly report: string | null;
    readonly reportKey: string | null;
    readonly target: string;
    readonly runId: string | null;
  };
}

export async function findTest(db: OrganizationDatabase, id: string): Promise<Found | undefined> {
  const row = await rowsIn(db)
    .select(columnsOf('penetration_test', 'report', 'reportKey', 'target', 'runId', 'phase', 'completedAgents', 'totalAgents'))
    // By the clock of the database, which set when it began.
    .select(
      sql<number>`greatest(0, coalesce(extract(epoch from coalesce(completed_at, clock_timestamp()) - started_at) * 1000, 0))::bigint`.as(
        'elapsedMs',
      ),
    )
    .where('penetration_test.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { report, reportKey, target, runId, phase, completedAgents, totalAgents, elapsedMs, ...rest } = row;
  const test = testOf(rest);
  const progress = { status: test.status, completedAgents, totalAgents, elapsedMs: Number(elapsedMs), phase };
  return { test, progress, stored: { report, reportKey, target, runId } };
}

function testOf({ counts, failureCode, checks, ...row }: Row): PenetrationTest {
  const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  return {
    ...row,
    checks: checksIn(checks),
    failureCode,
    error: failureCode === null ? null : failureText(failureCode, depthOf(row)),
    issueCounts: { ...none, ...counts },
  };
}
