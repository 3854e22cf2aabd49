/**
 * A scan looks up the previous result of each of its failures. The planner has no statistics on scans that have just ended, so of two
 * indexes that seem equal, it may choose the index that reads a whole scan for each failure.
 */
import { sql, type Transaction } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { SystemTables } from '#generated/database';
import { startApp } from '../support/app.ts';
import { bucket, connectAccount, inventory, scan } from '../support/clouds.ts';
import { ownDatabaseUrl } from '../support/own-database.ts';
import { adaptCopy } from '../support/prepare.ts';
import { costsWithout, openWatchedDatabase } from '../support/statements.ts';

let watchedDatabase: Awaited<ReturnType<typeof openWatchedDatabase>>;
const makeUrl = ownDatabaseUrl(inject('template'));
// The test needs its own database, because its tables must have no statistics, unlike tables that other tests have filled.
const app = startApp(async () => {
  const { DATABASE_URL } = await makeUrl();
  watchedDatabase = await openWatchedDatabase(DATABASE_URL);
  const { system } = watchedDatabase.database;
  await adaptCopy(system);
  for (const table of ['integration_check_result', 'finding_resolution', 'finding_regression'])
    await sql`alter table ${sql.id(table)} set (autovacuum_enabled = false)`.execute(system);
  return watchedDatabase.database;
});
const url = '/v1/cloud-security';
const resultCount = 20_000;
/** The number of failures in one insert. */
const batchSize = 500;

/** Runs three scans, after which some failures persist, are accepted, are resolved, reappear, or are not covered by a check. */
async function createScans() {
  const { call, organization } = await app.caller();
  const connection = await connectAccount(call, 'aws');
  const rescan = (resources: readonly object[]) => scan(app.base, call, connection, inventory('aws', resources));
  const [fixedBucket, uncoveredBucket] = [{ versioningStatus: 'Enabled' }, { ...bucket('other'), resourceType: 'accessPoint' }];
  const first = await rescan([bucket('fixed'), bucket('lasting'), bucket('other')]);
  const [failure] = (await call('GET', `${url}/findings?status=failed`)).body.data;
  const reason = 'The bucket serves the public website and nothing else.';
  await call('POST', `${url}/findings/${failure.id}/exception`, { body: { reason } });
  const statements = await watchedDatabase.during(async () => {
    await rescan([bucket('fixed', fixedBucket), bucket('lasting'), uncoveredBucket]);
    await rescan([bucket('fixed'), bucket('lasting'), bucket('other')]);
    await call('GET', `${url}/scans`);
  });
  const scanId: string = first.result.scanId;
  /** Inserts many results of a previous scan, and many resolved failures, without statistics. */
  const insertResults = async (db: Transaction<SystemTables>) => {
    await sql`insert into integration_check_result
        (organization_id, id, check_run_id, place, passed, resource_type, resource_id, title, service_id, check_key)
      select ${organization.id}, 'icx_' || n, ${scanId}, 1000 + n, true, 'bucket', 'bucket-' || n, '', 's3', 's3-versioning'
      from generate_series(1, ${resultCount}::int) n`.execute(db);
    await sql`insert into finding_resolution
        (organization_id, id, connection_id, check_id, resource_id, resolved_at, resolution_method, resolved_from_scan_id, detected_in_scan_id)
      select ${organization.id}, 'fres_' || n, ${connection}, 's3-versioning', 'bucket-' || n, now(), 'external_fix', ${scanId}, ${scanId}
      from generate_series(1, ${resultCount}::int) n`.execute(db);
  };
  return { organization, scanId, statements, insertResults };
}

test('the lookup for each failure has an index that is far cheaper than any other', async () => {
  const { organization, statements, insertResults } = await createScans();
  const lookups = [
    ['how long a failure has lasted', /^insert into "integration_check_result"/, 0],
    ['resources without a check', /^select distinct .*u\(service_id text, resource_id text\)/s, 0],
    ['what was resolved', /^insert into "finding_resolution"/, 0],
    ['what has failed before', /^insert into "finding_regression"/, 0],
    ['what was resolved before', /^insert into "finding_regression"/, 1],
    ['failures that were accepted', /^select .* as "excepted"/s, 0],
  ] as const;
  const plannedLookups = lookups.map(([lookupName, text]) => {
    const [foundStatement] = statements.filter((statement) => text.test(statement.text));
    if (!foundStatement) throw new Error(`nobody has asked ${lookupName}`);
    return foundStatement;
  });
  const indexes = ['integration_check_result_resources', 'finding_resolution_resources'];
  const costs = await costsWithout(watchedDatabase.database, organization.id, indexes, plannedLookups, insertResults);
  // One lookup costs about 8 in the planner's unit. The planner estimates exactly the same cost for two indexes that seem equal.
  const ambiguousLookups = lookups.filter(
    ([_name, _text, index], lookupIndex) => (costs[lookupIndex]?.[index + 1] ?? 0) - (costs[lookupIndex]?.[index] ?? 0) < 5,
  );
  expect(ambiguousLookups.map(([lookupName]) => lookupName)).toEqual([]);
});

test('failures are indexed for search without reading other results, even with statistics of a small table', async () => {
  // The first test has left many pages, but only a few rows.
  await sql`vacuum (analyze) integration_check_result`.execute(watchedDatabase.database.system);
  const { organization, scanId, insertResults } = await createScans();
  const rollback = new Error('nothing of it stays');
  const transaction = watchedDatabase.database.system.transaction().execute(async (db) => {
    await insertResults(db);
    const readEntries = async () => {
      const { rows } = await sql<{ read: string }>`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
        where relname = 'integration_check_result'`.execute(db);
      return Number(rows[0]?.read);
    };
    const scansBefore = await readEntries();
    await sql`insert into integration_check_result
        (organization_id, id, check_run_id, place, passed, resource_type, resource_id, title, service_id, check_key)
      select ${organization.id}, 'icx_more' || n, ${scanId}, -n, false, 'bucket', 'more-' || n, '', 's3', 's3-versioning'
      from generate_series(1, ${batchSize}::int) n`.execute(db);
    expect((await readEntries()) - scansBefore).toBeLessThan(3 * batchSize);
    throw rollback;
  });
  await expect(transaction).rejects.toBe(rollback);
});
