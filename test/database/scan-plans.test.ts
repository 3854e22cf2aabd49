/**
 * A scan looks up the previous result of each of its failures. The planner has no statistics on scans that have just ended, so of two
 * indexes that seem equal, it may choose the one that reads a whole scan for each failure.
 */
import { sql, type Transaction } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { SystemTables } from '#generated/database';
import { startApp } from '../support/app.ts';
import { bucket, connectAccount, inventory, scan } from '../support/clouds.ts';
import { ownDatabaseUrl } from '../support/own-database.ts';
import { adaptCopy } from '../support/prepare.ts';
import { costsWithout, openWatchedDatabase } from '../support/statements.ts';

let watched: Awaited<ReturnType<typeof openWatchedDatabase>>;
const makeUrl = ownDatabaseUrl(inject('template'));
// Tables that other tests have filled have statistics, but these tables must not have any, whenever the server would collect them.
const app = startApp(async () => {
  const { DATABASE_URL } = await makeUrl();
  watched = await openWatchedDatabase(DATABASE_URL);
  const { system } = watched.database;
  await adaptCopy(system);
  for (const table of ['integration_check_result', 'finding_resolution', 'finding_regression'])
    await sql`alter table ${sql.id(table)} set (autovacuum_enabled = false)`.execute(system);
  return watched.database;
});
const url = '/v1/cloud-security';
const many = 20_000;
/** The number of failures in one insert. */
const batchSize = 500;

/** Three scans, after which some failures have persisted, were accepted, were resolved, reappeared, or were not covered by a check. */
async function scanned() {
  const { call, organization } = await app.caller();
  const connection = await connectAccount(call, 'aws');
  const again = (resources: readonly object[]) => scan(app.base, call, connection, inventory('aws', resources));
  const [mended, unknown] = [{ versioningStatus: 'Enabled' }, { ...bucket('other'), resourceType: 'accessPoint' }];
  const first = await again([bucket('fixed'), bucket('lasting'), bucket('other')]);
  const [failure] = (await call('GET', `${url}/findings?status=failed`)).body.data;
  const reason = 'The bucket serves the public website and nothing else.';
  await call('POST', `${url}/findings/${failure.id}/exception`, { body: { reason } });
  const statements = await watched.during(async () => {
    await again([bucket('fixed', mended), bucket('lasting'), unknown]);
    await again([bucket('fixed'), bucket('lasting'), bucket('other')]);
    await call('GET', `${url}/scans`);
  });
  const scanId: string = first.result.scanId;
  /** Inserts many results of a previous scan, and many resolved failures, without statistics. */
  const fill = async (db: Transaction<SystemTables>) => {
    await sql`insert into integration_check_result
        (organization_id, id, check_run_id, place, passed, resource_type, resource_id, title, service_id, check_key)
      select ${organization.id}, 'icx_' || n, ${scanId}, 1000 + n, true, 'bucket', 'bucket-' || n, '', 's3', 's3-versioning'
      from generate_series(1, ${many}::int) n`.execute(db);
    await sql`insert into finding_resolution
        (organization_id, id, connection_id, check_id, resource_id, resolved_at, resolution_method, resolved_from_scan_id, detected_in_scan_id)
      select ${organization.id}, 'fres_' || n, ${connection}, 's3-versioning', 'bucket-' || n, now(), 'external_fix', ${scanId}, ${scanId}
      from generate_series(1, ${many}::int) n`.execute(db);
  };
  return { organization, scanId, statements, fill };
}

test('the lookup for each failure has an index that is far cheaper than any other', async () => {
  const { organization, statements, fill } = await scanned();
  const lookups = [
    ['how long a failure has lasted', /^insert into "integration_check_result"/, 0],
    ['resources without a check', /^select distinct .*u\(service_id text, resource_id text\)/s, 0],
    ['what was resolved', /^insert into "finding_resolution"/, 0],
    ['what has failed before', /^insert into "finding_regression"/, 0],
    ['what was resolved before', /^insert into "finding_regression"/, 1],
    ['failures that were accepted', /^select .* as "excepted"/s, 0],
  ] as const;
  const asked = lookups.map(([what, text]) => {
    const [found] = statements.filter((statement) => text.test(statement.text));
    if (!found) throw new Error(`nobody has asked ${what}`);
    return found;
  });
  const indexes = ['integration_check_result_resources', 'finding_resolution_resources'];
  const costs = await costsWithout(watched.database, organization.id, indexes, asked, fill);
  // One lookup costs about eight. The planner estimates exactly the same cost for two indexes that seem equal.
  const alike = lookups.filter(([_what, _text, index], place) => (costs[place]?.[index + 1] ?? 0) - (costs[place]?.[index] ?? 0) < 5);
  expect(alike.map(([what]) => what)).toEqual([]);
});

test('failures are indexed for search without reading other results', async () => {
  const { organization, scanId, fill } = await scanned();
  const rollback = new Error('nothing of it stays');
  const written = watched.database.system.transaction().execute(async (db) => {
    await fill(db);
    const read = async () => {
      const { rows } = await sql<{ read: string }>`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables
        where relname = 'integration_check_result'`.execute(db);
      return Number(rows[0]?.read);
    };
    const before = await read();
    await sql`insert into integration_check_result
        (organization_id, id, check_run_id, place, passed, resource_type, resource_id, title, service_id, check_key)
      select ${organization.id}, 'icx_more' || n, ${scanId}, -n, false, 'bucket', 'more-' || n, '', 's3', 's3-versioning'
      from generate_series(1, ${batchSize}::int) n`.execute(db);
    expect((await read()) - before).toBeLessThan(3 * batchSize);
    throw rollback;
  });
  await expect(written).rejects.toBe(rollback);
});
