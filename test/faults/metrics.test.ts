/** Tests the metrics that Prometheus reads. */
import { expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { createMetrics } from '#platform/metrics/metrics';
import { call, openTestDatabase } from '../support/app.ts';
import { startServer, startProcess, temporaryFolder } from '../support/process.ts';
import { engines, prepare } from './engines.ts';

const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };

/** @returns the samples of a metrics page, by name and labels */
function samplesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

test.each(engines)('%s: serves /metrics on a separate port only', async (engine) => {
  const {
    env,
    organization: { key, id },
    end,
  } = await prepare(engine, temporaryFolder(), ({ system }, organization) =>
    sql`insert into run (id, organization_id, kind, status, actor, finished_at) values
      ('run_1', ${organization.id}, 'unknown', 'failed', '{}', now()), ('run_2', ${organization.id}, 'unknown', 'failed', '{}', now() - interval '2 hours'),
      ('run_3', ${organization.id}, 'unknown', 'queued', '{}', null)`.execute(system),
  );
  const server = await startServer({ ...env, METRICS_PORT: '0', RATE_LIMIT: '2' });
  const url = /Metrics +(\S+)/.exec(server.said.out)?.[1] ?? '';
  expect(new URL(url).port).not.toBe(new URL(server.url).port);
  for (const status of [201, 201, 429]) expect(await call(server.url, 'POST', '/v1/risks', { key, body: risk })).toMatchObject({ status });
  expect(await call(server.url, 'GET', '/v1/risks/rsk_1', { key })).toMatchObject({ status: 404 });
  expect(await call(server.url, 'GET', '/metrics', {})).toMatchObject({ status: 404 });
  expect(await call(new URL(url).origin, 'GET', '/v1/risks', { key })).toMatchObject({ status: 404 });

  const page = await call('', 'GET', url, {});
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = samplesIn(page.text);
  const expected: Readonly<Record<string, number>> = {
    'compliance_http_requests_total{operation="createRisk",status="201"}': 2,
    'compliance_http_requests_total{operation="createRisk",status="429"}': 1,
    'compliance_http_requests_total{operation="getRisk",status="404"}': 1,
    'compliance_http_requests_total{operation="none",status="404"}': 1,
    'compliance_http_request_duration_seconds_count{operation="createRisk"}': 3,
    'compliance_rate_limited_total{limit="default"}': 1,
    compliance_database_up: 1,
    compliance_runs_failed: 1,
    'compliance_runs{state="queued"}': 1,
    compliance_audit_logs_overdue: 1,
    'compliance_audit_checkpoints_total{result="parted"}': 0,
    compliance_log_lines_dropped_total: 0,
  };
  for (const [name, value] of Object.entries(expected)) expect(samples.get(name), name).toBe(value);
  for (const pool of engine === 'embedded' ? ['service'] : ['service', 'requests'])
    expect(samples.get(`compliance_pool_waiting{pool="${pool}"}`), pool).toBe(0);
  expect(samples.get('compliance_transactions_rolled_back_total')).toBeGreaterThanOrEqual(0);
  expect(samples.get('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  // There is no backup yet, so the metric is absent; a value of 0 would mean a backup in 1970.
  expect(page.text).toMatch(/^# TYPE compliance_last_backup_timestamp_seconds gauge\n(?!compliance_last_backup)/m);
  // The metrics contain no names or ids of organizations and records.
  expect(page.text).not.toContain(id);
  expect(await server.stop('SIGTERM')).toBe(0);
  await end();
});

test('the time of the newest backup is a metric', async () => {
  const database = await openTestDatabase();
  const metrics = createMetrics();
  onTestFinished(() => metrics.close());
  await sql`insert into installation_backup (id, version, taken_at, size, sha256, row_count, file_count, file_bytes, fault_count)
    values ('bkp_1', '0.1.0', '2026-02-03T04:05:06Z', 1, '', 1, 0, 0, 0), ('bkp_2', '0.1.0', '2026-02-02T04:05:06Z', 1, '', 1, 0, 0, 0)`.execute(
    database.system,
  );
  metrics.watch(database, { mail: true, anchor: true });
  const readBackupTime = async () => samplesIn(await metrics.text()).get('compliance_last_backup_timestamp_seconds');
  expect(await readBackupTime()).toBe(Date.parse('2026-02-03T04:05:06Z') / 1000);
  await sql`delete from installation_backup`.execute(database.system);
  await database.close();
});

test('a database that does not answer is reported, and the other metrics are still available', async () => {
  const database = await openTestDatabase();
  const metrics = createMetrics();
  onTestFinished(() => metrics.close());
  await database.close();
  metrics.watch(database, { mail: true, anchor: true });
  metrics.answered({ operation: 'listRisks', status: 503, durationMs: 7 });
  const samples = samplesIn(await metrics.text());
  expect(samples.get('compliance_database_up')).toBe(0);
  expect(samples.get('compliance_last_backup_timestamp_seconds')).toBeUndefined();
  expect(samples.get('compliance_http_requests_total{operation="listRisks",status="503"}')).toBe(1);
});

test('one error line and exit code 1 if METRICS_PORT is in use, and no data is created', async () => {
  const { env } = await prepare('embedded', temporaryFolder());
  const first = await startServer({ ...env, METRICS_PORT: '0' });
  const { port } = new URL(/Metrics +(\S+)/.exec(first.said.out)?.[1] ?? '');
  const { said, exit } = await startProcess({ DATA_DIR: temporaryFolder(), METRICS_PORT: port });
  expect(await exit()).toBe(1);
  expect(said.err).toBe(`METRICS_PORT ${port} is taken on 127.0.0.1\n`);
  expect(await first.stop('SIGTERM')).toBe(0);
});
