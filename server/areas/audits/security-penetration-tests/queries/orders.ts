/** Stores orders of tests, which use a unit of the allowance, and cancels them (security-penetration-tests, rule 3). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Actor } from '#platform/identity/actor';
import { cancelRuns } from '#platform/jobs/cancel';
import { startRun } from '#platform/jobs/start';
import { authorOf } from '#platform/identity/author';
import { normalizeUrl } from '../rules/target.ts';

/** Blocks other orders of the organization until the transaction ends. @returns the number of units used this month (UTC) */
export async function lockUsedUnits(db: OrganizationDatabase): Promise<number> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
  const { used } = await db
    .selectFrom('penetration_test')
    .select(({ fn }) => fn.countAll<number>().as('used'))
    .where('charged', '=', true)
    .where('created_at', '>=', sql<string>`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`)
    .executeTakeFirstOrThrow();
  return Number(used);
}

/** @returns the id of the new test */
export async function insertOrder(
  db: OrganizationDatabase,
  actor: Actor,
  order: components['schemas']['PenetrationTestCreate'],
): Promise<string> {
  const id = newId('ptr');
  const author = authorOf(actor);
  await db
    .insertInto('penetration_test')
    .values({
      id,
      target_url: order.targetUrl,
      target: normalizeUrl(order.targetUrl),
      repo_url: order.repoUrl ?? null,
      test_mode: order.testMode,
      pipeline_testing: order.pipelineTesting,
      scan_depth: order.scanDepth ?? null,
      evidence_level: order.evidenceLevel ?? null,
      checks: order.checks ?? null,
      additional_context: order.additionalContext ?? null,
      charged: !order.testMode,
      created_by_id: author.userId,
      created_via: author.via,
    })
    .execute();
  const run = await startRun(db, actor, { kind: 'penetration_test', subject: id, input: { testId: id }, result: { testId: id } });
  if (!run) throw new Error('a new test has a run already');
  await db.updateTable('penetration_test').set({ run_id: run.id }).where('id', '=', id).execute();
  return id;
}

/**
 * Locks the run of the test and then the test until the transaction ends; the same order as in the steps of the run avoids deadlocks.
 * @returns whether the test has used a unit of the allowance; undefined if the test does not exist
 */
export async function lockTest(db: OrganizationDatabase, id: string): Promise<boolean | undefined> {
  await db
    .selectFrom('run')
    .select('id')
    .where('kind', '=', 'penetration_test')
    .where('subject', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
  const row = await db.selectFrom('penetration_test').select('charged').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.charged;
}

/** Ends an unfinished test and its run. */
export async function cancelTest(db: OrganizationDatabase, id: string, runId: string | null): Promise<void> {
  await db
    .updateTable('penetration_test')
    .set({ status: 'cancelled', charged: false, phase: null, completed_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await cancelRuns(db, runId === null ? [] : [runId]);
}
