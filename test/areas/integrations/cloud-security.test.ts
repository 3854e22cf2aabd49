/** Scans, findings, exceptions and history of cloud accounts. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { startDueScans } from '#areas/integrations/cloud-security/runs/schedule';
import { allPages, call as callAt, listenOn, startApp, testConfig } from '../../support/app.ts';
import { bucket, connectAccount, inventory, scan, uploadedInventory } from '../../support/clouds.ts';
import { connectionPath, connectList, waitForRun } from '../../support/integrations.ts';
import { expectConflict, expectProblem } from '../../support/refusals.ts';
import { waitingRun } from '../../support/runs.ts';
import { presign } from '../../support/uploads.ts';

const app = startApp();
const url = '/v1/cloud-security';
const invalid = (details: object) => ({ status: 400, body: { code: 'validation_failed', details } });
const reason = 'The bucket serves the public website and nothing else.';

/** Creates an organization with an AWS account and scans its inventory. */
async function addScanned(resources: readonly object[] = [bucket('open'), bucket('kept', { versioningStatus: 'Enabled' })]) {
  const caller = await app.caller();
  const id = await connectAccount(caller.call, 'aws');
  const rescan = (next: readonly object[], fields: object = {}) => scan(app.base, caller.call, id, inventory('aws', next, fields));
  const run = await rescan(resources);
  const failures = async (query = '') => (await caller.call('GET', `${url}/findings?status=failed${query}`)).body.data;
  return { ...caller, id, run, rescan, failures };
}

describe('startCloudScan', () => {
  test('202 with a run that has the id of the scan from the start, and what it found', async () => {
    const { call, id, run } = await addScanned();
    expect(run).toMatchObject({ kind: 'cloud_scan', status: 'completed', progress: { done: 46, total: 46 } });
    expect(run.result).toEqual({
      scanId: expect.stringMatching(/^icr_/),
      status: 'completed',
      totalChecked: 6,
      passedCount: 5,
      failedCount: 1,
    });
    const detail = await call('GET', `${url}/scans/${run.result.scanId}`);
    expect(detail.body).toMatchObject({
      id: run.result.scanId,
      connectionId: id,
      runId: run.id,
      providerSlug: 'aws',
      checkId: 'aws-security-scan',
      status: 'completed',
      triggeredBy: 'api',
      failedCount: 1,
      scannedServices: ['s3'],
      scanMode: 'inventory',
      errorCode: null,
    });
    expect((await call('GET', `${url}/scans?connectionId=${id}&status=completed`)).body.data).toEqual([detail.body]);
    expect((await call('GET', `${url}/providers`)).body.data).toMatchObject([
      { id, integrationId: 'aws', mode: 'inventory', detectedServices: ['s3'], latestScan: { id: run.result.scanId, failedCount: 1 } },
    ]);
    // The check runs of integrations list the scan, too.
    expect((await call('GET', `/v1/integrations/checks/runs/${run.result.scanId}`)).body).toMatchObject({
      status: 'completed',
      failedCount: 1,
    });
  });
  test('202 without a file scans the selected services of the last inventory', async () => {
    const { call, id } = await addScanned();
    const answer = await call('POST', `${url}/connections/${id}/scans`, { body: { services: ['rds'] } });
    expect(answer).toMatchObject({ status: 202, body: { progress: { total: 1 } } });
    expect(await waitForRun(call, answer.body.id)).toMatchObject({ result: { status: 'completed', totalChecked: 0 } });
  });
  test('rule 9: a scan without an inventory is inconclusive, and an invalid inventory keeps the earlier findings', async () => {
    const { call } = await app.caller();
    const id = await connectAccount(call, 'gcp');
    const answer = await call('POST', `${url}/connections/${id}/scans`, { body: {} });
    expect(await waitForRun(call, answer.body.id)).toMatchObject({ status: 'completed', result: { status: 'inconclusive' } });
    const scannedAccount = await addScanned();
    for (const [content, error] of [
      ['{', 'The inventory must be JSON in UTF-8'],
      [inventory('gcp', []), 'The inventory provider must be aws'],
    ] as const) {
      const run = await scan(app.base, scannedAccount.call, scannedAccount.id, content);
      expect(run).toMatchObject({ status: 'failed', error });
      expect((await scannedAccount.call('GET', `${url}/scans/${run.result.scanId}`)).body).toMatchObject({
        status: 'failed',
        errorMessage: error,
        totalChecked: 0,
      });
    }
    expect(await scannedAccount.failures()).toHaveLength(1);
    expect((await scannedAccount.call('GET', `${url}/providers`)).body.data[0].latestScan).toMatchObject({ status: 'failed' });
  });
  test('400 for an unknown service, and for a file key without an upload or of another organization', async () => {
    const { call } = await app.caller();
    const id = await connectAccount(call, 'aws');
    const start = (body: object) => call('POST', `${url}/connections/${id}/scans`, { body });
    expect(await start({ services: ['mainframe'] })).toMatchObject(invalid({ 'services.0': { _errors: ["Unknown service 'mainframe'"] } }));
    const { fileKey } = await presign(call);
    expect(await start({ fileKey })).toMatchObject(invalid({ fileKey: { _errors: ['must be uploaded first'] } }));
    expect(await start({ fileKey: 'other/uploads/general/1-a.json' })).toMatchObject({ status: 400 });
    expect((await call('GET', `${url}/scans`)).body.data).toEqual([]);
  });
  test('404 for a connection that does not exist or does not belong to a cloud provider', async () => {
    const { call } = await app.caller();
    const list = await connectList(call);
    for (const id of [newId('icn'), list.id])
      for (const [method, path, body] of [
        ['POST', `/connections/${id}/scans`, {}],
        ['PATCH', `/connections/${id}/scan-mode`, { mode: 'security_hub' }],
        ['POST', `/connections/${id}/service-detection`, {}],
        ['GET', `/connections/${id}/gcp/organizations`, undefined],
        ['PUT', `/connections/${id}/gcp/projects`, { projectIds: ['example-production'] }],
        ['POST', `/connections/${id}/gcp/setup`, {}],
        ['POST', `/connections/${id}/gcp/setup/steps/enable_service_usage_api`, undefined],
        ['POST', `/connections/${id}/azure/setup`, undefined],
        ['POST', `/connections/${id}/azure/validation`, undefined],
        ['GET', `/history?connectionId=${id}`, undefined],
        ['GET', `/activity?connectionId=${id}`, undefined],
      ] as const) {
        expect(await call(method, `${url}${path}`, { body }), path).toMatchObject({ status: 404, body: { code: 'connection_not_found' } });
        await expectProblem(call, method, `${url}${path}`, 404, body);
      }
  });
  test('409 while a scan is under way, and for a connection that is inactive or has no credentials', async () => {
    const { call, organization } = await app.caller();
    const id = await connectAccount(call, 'aws');
    const start = () => call('POST', `${url}/connections/${id}/scans`, { body: {} });
    const waiting = await waitingRun(app.database, organization, 'cloud_scan', { subject: id });
    expect(await start()).toMatchObject({ status: 409, body: { code: 'cloud_scan_running' } });
    await call('POST', `/v1/runs/${waiting.id}/cancel`);
    await call('POST', connectionPath(id, '/pause'));
    for (const path of ['scans', 'service-detection'])
      expect(await call('POST', `${url}/connections/${id}/${path}`, { body: {} })).toMatchObject({
        status: 409,
        body: { code: 'connection_not_active' },
      });
    expect(await call('POST', connectionPath(id, '/resume'))).toMatchObject({ status: 200, body: { status: 'active' } });
    await app.database.system.updateTable('integration_connection').set({ mode: 'credentials' }).where('id', '=', id).execute();
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'cloud_connection_incomplete', reason: 'the connection has no credentials' },
    });
  });
  test('413 for an inventory that exceeds the storage quota', async () => {
    const { call, organization } = await app.caller();
    const id = await connectAccount(call, 'aws');
    const fileKey = await uploadedInventory(app.base, call, inventory('aws', []));
    const small = await listenOn(app.database, testConfig({ DATA_DIR: app.dataDir, STORAGE_QUOTA: '100' }));
    expect(await callAt(small.base, 'POST', `${url}/connections/${id}/scans`, { key: organization.key, body: { fileKey } })).toMatchObject({
      status: 413,
      body: { code: 'storage_full' },
    });
    small.server.close();
  });
  test('rule 16: a cancelled scan deletes its results and gets the status cancelled', async () => {
    const { call, id, run, failures } = await addScanned();
    const { system } = app.database;
    await system.updateTable('integration_check_run').set({ status: 'running' }).where('id', '=', run.result.scanId).execute();
    await system.updateTable('run').set({ status: 'queued', due_at: 'infinity' }).where('id', '=', run.id).execute();
    expect(await call('POST', `/v1/runs/${run.id}/cancel`)).toMatchObject({ status: 200 });
    expect((await call('GET', `${url}/scans?connectionId=${id}`)).body.data).toMatchObject([
      { status: 'cancelled', errorMessage: 'The scan was cancelled' },
    ]);
    expect(await failures()).toEqual([]);
  });
});

describe('findings', () => {
  test('200 filters findings by each parameter', async () => {
    const { call, id } = await addScanned();
    const countOf = async (query: string) => (await call('GET', `${url}/findings?count=true&${query}`)).body.totalCount;
    expect(await countOf('')).toBe(6);
    for (const [query, total] of [
      [`connectionId=${id}`, 6],
      [`connectionId=${newId('icn')}`, 0],
      ['providerSlug=aws', 6],
      ['providerSlug=gcp', 0],
      ['status=passed', 5],
      ['severity=medium', 1],
      ['severity=info&severity=medium', 6],
      ['serviceId=s3', 6],
      ['serviceId=rds', 0],
      ['checkKey=s3-versioning', 2],
      ['search=OPEN', 3],
      ['search=versioning', 2],
    ] as const)
      expect(await countOf(query), query).toBe(total);
    const severities = async (sortOrder: string) =>
      (await allPages(call, `${url}/findings?limit=2&sortBy=severity&sortOrder=${sortOrder}`)).flatMap(({ data }) =>
        data.map(({ severity }: { severity: string }) => severity),
      );
    expect(await severities('desc')).toEqual(['medium', 'info', 'info', 'info', 'info', 'info']);
    expect(await severities('asc')).toEqual(['info', 'info', 'info', 'info', 'info', 'medium']);
  });
  test('200 returns all fields of a finding, and the definition of its check', async () => {
    const { call, id, run, failures } = await addScanned();
    const [finding] = await failures();
    expect(finding).toEqual({
      id: expect.stringMatching(/^icx_/),
      title: 'S3 bucket open: versioning is not enabled',
      description: 'Versioning is not enabled.',
      remediation: 'Enable versioning for the bucket.',
      status: 'failed',
      severity: 'medium',
      completedAt: '2026-06-01T05:00:00.000Z',
      connectionId: id,
      scanId: run.result.scanId,
      providerSlug: 'aws',
      serviceId: 's3',
      findingKey: 's3-versioning-open',
      checkKey: 's3-versioning',
      checkId: 'aws-security-scan',
      resourceId: 'open',
      resourceType: 'bucket',
      region: null,
      evidence: { versioningStatus: null },
      projectDisplayName: null,
      exception: null,
      integration: { integrationId: 'aws' },
    });
    expect((await call('GET', `${url}/findings/${finding.id}`)).body).toEqual(finding);
    expect(await call('GET', `${url}/findings/${finding.id}/check-definition`)).toMatchObject({
      status: 200,
      body: { title: 'Versioning is enabled', failCriteria: 'Versioning is not enabled.', source: 'catalog' },
    });
  });
  test('404 for an unknown finding, and for the definition of an unknown check', async () => {
    const { call, failures } = await addScanned();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/check-definition'],
      ['POST', '/exception'],
    ] as const)
      expect(await call(method, `${url}/findings/${newId('icx')}${path}`, method === 'POST' ? { body: { reason } } : {})).toMatchObject({
        status: 404,
        body: { code: 'cloud_finding_not_found' },
      });
    expect(await call('GET', `${url}/scans/${newId('icr')}`)).toMatchObject({ status: 404, body: { code: 'cloud_scan_not_found' } });
    const [{ id }] = await failures();
    await app.database.system.updateTable('integration_check_result').set({ check_key: null }).where('id', '=', id).execute();
    expect(await call('GET', `${url}/findings/${id}/check-definition`)).toMatchObject({
      status: 404,
      body: { code: 'check_definition_not_found' },
    });
    expect(await call('POST', `${url}/findings/${id}/exception`, { body: { reason } })).toMatchObject({
      status: 409,
      body: { code: 'finding_without_key' },
    });
  });
  test('rule 12: findings of a disconnected connection are unlisted but readable, those of a deleted connection return 404', async () => {
    const { call, id, run, failures } = await addScanned();
    const [finding] = await failures();
    await call('POST', connectionPath(id, '/disconnect'));
    expect(await failures()).toEqual([]);
    for (const list of ['providers', 'scans', 'exceptions']) expect((await call('GET', `${url}/${list}`)).body.data).toEqual([]);
    expect(await call('GET', `${url}/findings/${finding.id}`)).toMatchObject({ status: 200 });
    await call('DELETE', connectionPath(id));
    expect(await call('GET', `${url}/findings/${finding.id}`)).toMatchObject({ status: 404 });
    expect(await call('GET', `${url}/scans/${run.result.scanId}`)).toMatchObject({ status: 404 });
  });
  test('rule 4: evidence has no secrets', async () => {
    const { call } = await addScanned([
      {
        serviceId: 'iam-analyzer',
        resourceType: 'user',
        resourceId: 'a',
        attributes: { accessKeys: [{ accessKeyId: 'AKIAEXAMPLE', status: 'Active', createDate: '2020-01-01T00:00:00Z' }] },
      },
    ]);
    const { data } = (await call('GET', `${url}/findings`)).body;
    expect(data).toMatchObject([{ checkKey: 'iam-stale-access-key', status: 'failed' }]);
    expect(JSON.stringify(data)).not.toContain('AKIAEXAMPLE');
  });
});

describe('exceptions', () => {
  test('201 for the first exception and 200 for a repeated exception, which hide the failure until the exception is revoked', async () => {
    const { call, id, failures, inPerson } = await addScanned();
    const [finding] = await failures();
    const mark = (body: object, ask: typeof call = call) => ask('POST', `${url}/findings/${finding.id}/exception`, { body });
    const first = await mark({ reason: ` ${reason} `, reviewedBy: 'Imani Okafor', expiresAt: '2099-12-31' });
    expect(first, first.text).toMatchObject({
      status: 201,
      body: {
        connectionId: id,
        checkId: 's3-versioning',
        resourceId: 'open',
        reason,
        expiresAt: '2099-12-31T23:59:59.999Z',
        via: 'API key "test"',
        active: true,
      },
    });
    expect(await failures()).toEqual([]);
    expect(await failures('&includeExceptions=true')).toMatchObject([{ exception: { id: first.body.id, reason } }]);
    expect((await call('GET', `${url}/scans`)).body.data[0]).toMatchObject({ failedCount: 0 });
    expect((await call('GET', `/v1/integrations/checks/runs/${finding.scanId}/results?passed=false`)).body.data).toMatchObject([
      { excepted: true },
    ]);
    expect(await mark({ reason }, inPerson)).toMatchObject({ status: 200, body: { id: first.body.id, expiresAt: null, via: null } });
    expect((await call('GET', `${url}/exceptions?active=true&connectionId=${id}`)).body.data).toMatchObject([{ id: first.body.id }]);
    await expectConflict(call, 'DELETE', `${url}/exceptions/${first.body.id}`);
    const revoke = () => call('DELETE', `${url}/exceptions/${first.body.id}`);
    expect(await revoke()).toMatchObject({ status: 204 });
    expect(await revoke()).toMatchObject({ status: 409, body: { code: 'exception_already_revoked' } });
    await expectProblem(call, 'DELETE', `${url}/exceptions/${first.body.id}`, 409);
    expect(await failures()).toHaveLength(1);
    expect((await call('GET', `${url}/exceptions?active=true`)).body.data).toEqual([]);
    expect((await call('GET', `${url}/exceptions`)).body.data).toMatchObject([
      { active: false, revokedById: expect.any(String), revokedVia: 'API key "test"' },
    ]);
    expect(await mark({ reason })).toMatchObject({ status: 200, body: { active: true, revokedAt: null } });
    expect(await call('DELETE', `${url}/exceptions/${newId('fex')}`)).toMatchObject({ status: 404 });
    const activity = (await call('GET', `${url}/activity?connectionId=${id}`)).body.data;
    expect(activity.map(({ metadata }: { metadata: { action: string } }) => metadata.action)).toEqual([
      'exception_marked',
      'exception_revoked',
      'exception_marked',
      'exception_marked',
      'scan_completed',
    ]);
    // The activity names the API key (rule 11).
    expect(activity[0].metadata.via).toBe('API key "test"');
    expect(activity[2].metadata.via).toBeUndefined();
  });
  test('concurrent requests store one exception', async () => {
    const { call, failures } = await addScanned();
    const [finding] = await failures();
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `${url}/findings/${finding.id}/exception`, { body: { reason } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });
  test('400 for a short reason, and for an expiry in the past', async () => {
    const { call, failures } = await addScanned();
    const [finding] = await failures();
    const mark = (body: object) => call('POST', `${url}/findings/${finding.id}/exception`, { body });
    expect(await mark({ reason: `too${' '.repeat(20)}short` })).toMatchObject(
      invalid({ reason: { _errors: ['must have at least 20 characters that are not blank'] } }),
    );
    expect(await mark({ reason, expiresAt: '2020-01-01' })).toMatchObject(invalid({ expiresAt: { _errors: ['must be in the future'] } }));
  });
});

describe('rule 6: the history', () => {
  const history = async (call: Awaited<ReturnType<typeof addScanned>>['call'], id: string) =>
    (await call('GET', `${url}/history?connectionId=${id}`)).body;

  test('the first scan is the baseline; findings that pass, disappear or are accepted are resolved; findings that fail again are regressions', async () => {
    const [passing, unencrypted] = [{ versioningStatus: 'Enabled' }, { versioningStatus: 'Enabled', sseAlgorithm: null }];
    const { call, id, rescan, failures } = await addScanned([
      bucket('fixed'),
      bucket('gone'),
      bucket('accepted'),
      bucket('open', unencrypted),
    ]);
    expect(await history(call, id)).toMatchObject({ summary: { resolutions: 0, regressions: 0 } });
    const accepted = (await failures('&search=accepted'))[0];
    await call('POST', `${url}/findings/${accepted.id}/exception`, { body: { reason } });
    await app.database.system
      .updateTable('integration_check_result')
      .set({ failing_since: new Date(Date.now() - 3.5 * 86_400_000).toISOString() })
      .where('resource_id', '=', 'fixed')
      .where('passed', '=', false)
      .execute();
    await rescan([bucket('fixed', passing), bucket('accepted', passing), bucket('open', unencrypted)]);
    const secondHistory = await history(call, id);
    expect(secondHistory.summary).toMatchObject({
      resolutions: 3,
      externalFixes: 1,
      resourceDeleted: 1,
      exceptionMarked: 1,
      platformFixes: 0,
      activeExceptions: 1,
    });
    expect(secondHistory.resolutions.find(({ resourceId }: { resourceId: string }) => resourceId === 'fixed')).toMatchObject({
      checkId: 's3-versioning',
      resolutionMethod: 'external_fix',
      daysOpen: 3,
    });
    expect(secondHistory.exceptions).toHaveLength(1);
    await rescan([bucket('fixed'), bucket('accepted', passing), bucket('open', unencrypted)]);
    const thirdHistory = await history(call, id);
    expect(thirdHistory.summary).toMatchObject({ resolutions: 3, regressions: 1 });
    expect(thirdHistory.regressions).toMatchObject([{ checkId: 's3-versioning', resourceId: 'fixed', daysClean: 0 }]);
    expect(thirdHistory.truncated).toEqual({ resolutions: false, exceptions: false, regressions: false });
    // A finding that keeps failing is counted as one regression.
    await rescan([bucket('fixed'), bucket('accepted', passing), bucket('open', unencrypted)]);
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 3, regressions: 1 });
  });
  test('a scan without the service, or after a scan of another mode, resolves no findings', async () => {
    const { call, id, rescan } = await addScanned();
    await rescan([]);
    expect((await history(call, id)).summary.resolutions).toBe(0);
    await app.database.system
      .updateTable('integration_check_run')
      .set({ scan_mode: 'builtin_scanners' })
      .where('connection_id', '=', id)
      .execute();
    await rescan([bucket('open', { versioningStatus: 'Enabled' })]);
    expect((await history(call, id)).summary.resolutions).toBe(0);
  });
  const database = (resourceId: string, isPublic: boolean) => ({
    serviceId: 'rds',
    resourceType: 'dbInstance',
    resourceId,
    attributes: { publiclyAccessible: isPublic },
  });
  const inventoryOf = (isPublic: boolean, versioningStatus: string | null) => [
    database('db', isPublic),
    bucket('open', { versioningStatus }),
  ];

  test('a scan of other services keeps failing periods, and neither resolves nor reopens findings of skipped services', async () => {
    const { call, id, rescan, failures } = await addScanned(inventoryOf(true, null));
    const { system } = app.database;
    const failingSince = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    await system.updateTable('integration_check_result').set({ failing_since: failingSince }).where('resource_id', '=', 'db').execute();
    const withoutDatabases = () => rescan([bucket('open')]);
    const bucketsOnly = async (isPublic: boolean) => {
      const fileKey = await uploadedInventory(app.base, call, inventory('aws', inventoryOf(isPublic, null)));
      const answer = await call('POST', `${url}/connections/${id}/scans`, { body: { fileKey, services: ['s3'] } });
      return waitForRun(call, answer.body.id);
    };
    // The first scan has no databases in its inventory, and the second has them but does not request their service.
    await withoutDatabases();
    await bucketsOnly(false);
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 0, regressions: 0 });
    await rescan(inventoryOf(true, null));
    expect(await failures('&serviceId=rds')).toHaveLength(1);
    const { failing_since: keptSince } = await system
      .selectFrom('integration_check_result')
      .select('failing_since')
      .where('resource_id', '=', 'db')
      .where('passed', '=', false)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(keptSince).toBe(failingSince);
    await withoutDatabases();
    await rescan(inventoryOf(false, null));
    const resolved = await history(call, id);
    expect(resolved.resolutions).toMatchObject([{ checkId: 'rds-public', resolutionMethod: 'external_fix', daysOpen: 3 }]);
    await rescan(inventoryOf(true, null));
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 1, regressions: 1 });
    // The finding failed already in the last scan that covered its service.
    await withoutDatabases();
    await rescan(inventoryOf(true, null));
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 1, regressions: 1 });
  });
  test('many findings are compared in transactions of at most a thousand, and other requests are answered meanwhile', async () => {
    const buckets = (versioningStatus: string | null) =>
      Array.from({ length: 2_500 }, (_, index) => bucket(`b${index}`, { versioningStatus }));
    const { call, id, rescan, organization } = await addScanned(buckets(null));
    let isOver = false;
    const statusesSeen = (async () => {
      const statuses = new Set<number>();
      while (!isOver) statuses.add((await call('GET', `${url}/history?connectionId=${id}`)).status);
      return statuses;
    })();
    await rescan(buckets('Enabled'));
    await rescan(buckets(null));
    isOver = true;
    expect(await statusesSeen).toEqual(new Set([200]));
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 2_500, externalFixes: 2_500, regressions: 2_500 });
    for (const table of ['finding_resolution', 'finding_regression'] as const) {
      const transactions = await app.database.system
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('organization_id', '=', organization.id)
        .groupBy(sql`xmin`)
        .execute();
      expect(transactions.map(({ rows }) => Number(rows)).toSorted((a, b) => a - b)).toEqual([500, 1_000, 1_000]);
    }
  });
  /** Runs `work` while the database rejects resolutions of the organization, until `repair` is called. */
  async function withBrokenResolutions<R>(organizationId: string, work: (repair: () => Promise<unknown>) => Promise<R>): Promise<R> {
    const { system, tenant } = app.database;
    const policy = sql.id(`broken_${organizationId}`);
    const repair = () => sql`drop policy if exists ${policy} on finding_resolution`.execute(system);
    await sql`create policy ${policy} on finding_resolution as restrictive for insert to ${sql.id(tenant.role)}
      with check (organization_id <> ${sql.lit(organizationId)})`.execute(system);
    return work(repair).finally(repair);
  }
  test('a failed comparison is retried together with its scan', async () => {
    const { call, id, organization, rescan } = await addScanned();
    await withBrokenResolutions(organization.id, async (repair) => {
      const scanning = rescan([bucket('open', { versioningStatus: 'Enabled' })]);
      const failedOnce = app.database.system
        .selectFrom('run')
        .select('id')
        .where('organization_id', '=', organization.id)
        .where('status', '=', 'queued')
        .where('attempts', '=', 1);
      await expect.poll(() => failedOnce.execute(), { interval: 10 }).toHaveLength(1);
      await repair();
      await scanning;
    });
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 1 });
  });
  test('a scan whose comparison always fails succeeds, and its run reports the failed comparison', async () => {
    const { call, id, organization } = await addScanned();
    const run = await withBrokenResolutions(organization.id, () =>
      scan(app.base, call, id, inventory('aws', [bucket('open', { versioningStatus: 'Enabled' })])),
    );
    expect(run).toMatchObject({ status: 'completed', result: { status: 'completed', failedCount: 0, comparisonFailed: true } });
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 0 });
  });
  test('rule 16: a cancelled scan deletes the results of its comparison, which were hidden before', async () => {
    const { call, id, run, rescan } = await addScanned();
    await rescan([bucket('open', { versioningStatus: 'Enabled' })]);
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 1 });
    const { system } = app.database;
    const latest = (await call('GET', `${url}/scans?connectionId=${id}`)).body.data[0];
    expect(latest.runId).not.toBe(run.id);
    await system.updateTable('integration_check_run').set({ status: 'running' }).where('id', '=', latest.id).execute();
    await system.updateTable('run').set({ status: 'queued', due_at: 'infinity' }).where('id', '=', latest.runId).execute();
    expect(await history(call, id)).toMatchObject({ summary: { resolutions: 0 }, resolutions: [] });
    expect(await call('POST', `/v1/runs/${latest.runId}/cancel`)).toMatchObject({ status: 200 });
    expect(await history(call, id)).toMatchObject({ summary: { resolutions: 0 }, resolutions: [] });
  });
  test('a scanned service without resources resolves its earlier findings', async () => {
    const { call, id, rescan } = await addScanned();
    await rescan([], { services: ['s3'] });
    expect((await history(call, id)).summary).toMatchObject({ resolutions: 1, resourceDeleted: 1 });
  });
});

describe('updateCloudScanMode', () => {
  test('200 changes the scan mode, and only a change creates an activity', async () => {
    const { call } = await app.caller();
    const id = await connectAccount(call, 'aws');
    const setMode = (mode: string) => call('PATCH', `${url}/connections/${id}/scan-mode`, { body: { mode } });
    expect(await setMode('builtin_scanners')).toMatchObject({ status: 200, body: { mode: 'builtin_scanners' } });
    expect(await setMode('security_hub')).toMatchObject({ status: 200, body: { mode: 'security_hub' } });
    expect((await call('GET', `${url}/activity?connectionId=${id}`)).body.data).toMatchObject([
      { type: 'settings', metadata: { action: 'scan_mode_changed' } },
    ]);
    expect((await call('GET', `${url}/providers`)).body.data).toMatchObject([{ scanMode: 'security_hub' }]);
    expect(await setMode('magic')).toMatchObject({ status: 400 });
  });
  test('409 from each operation for one cloud when the connection belongs to another cloud or has no credentials', async () => {
    const { call } = await app.caller();
    const [aws, gcp] = [await connectAccount(call, 'aws'), await connectAccount(call, 'gcp')];
    const azure = await connectAccount(call, 'azure');
    for (const [method, id, path, body] of [
      ['PATCH', gcp, 'scan-mode', { mode: 'security_hub' }],
      ['GET', aws, 'gcp/organizations', undefined],
      ['PUT', aws, 'gcp/projects', { projectIds: ['example-production'] }],
      ['POST', aws, 'gcp/setup', {}],
      ['POST', aws, 'gcp/setup/steps/enable_service_usage_api', undefined],
      ['POST', aws, 'azure/setup', undefined],
      ['POST', aws, 'azure/validation', undefined],
    ] as const) {
      expect(await call(method, `${url}/connections/${id}/${path}`, { body }), path).toMatchObject({
        status: 409,
        body: { code: 'connection_of_other_cloud' },
      });
      await expectProblem(call, method, `${url}/connections/${id}/${path}`, 409, body);
    }
    for (const [method, id, path, body] of [
      ['GET', gcp, 'gcp/organizations', undefined],
      ['POST', gcp, 'gcp/setup', {}],
      ['POST', gcp, 'gcp/setup/steps/enable_service_usage_api', undefined],
      ['POST', azure, 'azure/setup', undefined],
      ['POST', azure, 'azure/validation', undefined],
    ] as const)
      expect(await call(method, `${url}/connections/${id}/${path}`, { body }), path).toMatchObject({
        status: 409,
        body: { code: 'connection_without_credentials' },
      });
    expect(await call('PUT', `${url}/connections/${gcp}/gcp/projects`, { body: { projectIds: ['X'] } })).toMatchObject({ status: 400 });
    expect(await call('POST', `${url}/connections/${gcp}/gcp/setup`, { body: { projectId: 'X' } })).toMatchObject({ status: 400 });
  });
});

describe('detectCloudServices', () => {
  test('200 returns the services of an inventory, and a service that was switched off stays off', async () => {
    const { call } = await app.caller();
    const id = await connectAccount(call, 'aws');
    const detect = (body: object = {}) => call('POST', `${url}/connections/${id}/service-detection`, { body });
    expect(await detect()).toMatchObject({ status: 409, body: { code: 'cloud_inventory_missing' } });
    const fileKey = await uploadedInventory(app.base, call, inventory('aws', [bucket('one')], { services: ['rds'] }));
    expect(await detect({ fileKey })).toMatchObject({ status: 200, body: { services: ['s3', 'rds'] } });
    expect((await call('GET', connectionPath(id, '/services'))).body).toMatchObject({ source: 'detected', detectionReady: true });
    await call('PUT', connectionPath(id, '/services'), { body: { serviceIds: ['rds'] } });
    await scan(app.base, call, id, inventory('aws', [bucket('one')]));
    expect((await call('GET', `${url}/providers`)).body.data[0].disabledServices).toContain('s3');
    expect(await detect()).toMatchObject({ status: 200, body: { services: ['s3'] } });
    expect((await call('GET', `${url}/providers`)).body.data[0].disabledServices).toContain('s3');
    const gcpFileKey = await uploadedInventory(app.base, call, inventory('gcp', []));
    expect(await detect({ fileKey: gcpFileKey })).toMatchObject(
      invalid({ fileKey: { _errors: ['must be an inventory: provider must be aws'] } }),
    );
  });
});

test('400 for invalid filters and parameters, 405 for a method that the path does not have', async () => {
  const { call } = await app.caller();
  for (const path of [
    'scans?status=done',
    'findings?status=open',
    'exceptions?active=perhaps',
    'history',
    'activity',
    'connections/x/scans?a=1',
  ])
    expect((await call('GET', `${url}/${path}`)).status, path).toBe(path.startsWith('connections') ? 405 : 400);
});

test('rule 8: tasks whose services passed become done, and tasks that are not relevant stay unchanged', async () => {
  const { call } = await app.caller();
  const newTask = async (status: 'todo' | 'not_relevant') => {
    const { body } = await call('POST', '/v1/tasks', { body: { title: 'Response to incidents', description: 'What is done.' } });
    const change = { task_template_id: catalogueId('task', 'incident-response'), status };
    await app.database.system.updateTable('task').set(change).where('id', '=', body.id).execute();
    return body.id;
  };
  const [todoId, notRelevantId] = [await newTask('todo'), await newTask('not_relevant')];
  const id = await connectAccount(call, 'aws');
  const detector = (detectorStatus: string) => [
    { serviceId: 'guardduty', resourceType: 'region', resourceId: 'eu-central-1', attributes: { detectorStatus } },
  ];
  const statusOf = async (taskId: string) => (await call('GET', `/v1/tasks/${taskId}`)).body.status;
  await scan(app.base, call, id, inventory('aws', detector('DISABLED')));
  expect(await statusOf(todoId)).toBe('todo');
  await scan(app.base, call, id, inventory('aws', detector('ENABLED')));
  expect([await statusOf(todoId), await statusOf(notRelevantId)]).toEqual(['done', 'not_relevant']);
});

test('the schedule scans each due account once', async () => {
  const { call } = await app.caller();
  const id = await connectAccount(call, 'aws');
  await app.database.system
    .updateTable('integration_connection')
    .set({ scan_due_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', id)
    .execute();
  const now = new Date();
  await Promise.all([startDueScans(app.database, now), startDueScans(app.database, now)]);
  const { data } = (await call('GET', `${url}/scans`)).body;
  expect(data).toMatchObject([{ triggeredBy: 'scheduled', runId: null }]);
  const row = await app.database.system
    .selectFrom('integration_connection')
    .select('scan_due_at as at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Date.parse(row.at ?? '')).toBeGreaterThan(now.getTime());
});

test('404 for an account of another organization, and 403 for a member without the permission', async () => {
  const { id } = await addScanned();
  const { call } = await app.caller();
  expect(await call('POST', `${url}/connections/${id}/scans`, { body: {} })).toMatchObject({ status: 404 });
  expect((await call('GET', `${url}/findings?connectionId=${id}`)).body.data).toEqual([]);
  const reader = await app.caller(['integration:read']);
  const otherAccount = await connectAccount((await app.caller()).call, 'aws');
  expect(await reader.call('POST', `${url}/connections/${otherAccount}/scans`, { body: {} })).toMatchObject({ status: 403 });
  expect(await reader.call('GET', `${url}/findings`)).toMatchObject({ status: 200 });
});

test('400 for an inventory connection that has credentials, or whose provider is not a cloud', async () => {
  const { call } = await app.caller();
  const create = (body: object) => call('POST', '/v1/integrations/connections', { body });
  expect(await create({ providerSlug: 'csv-people', mode: 'inventory' })).toMatchObject(
    invalid({ mode: { _errors: ['must be credentials, because the provider is no cloud'] } }),
  );
  expect(await create({ providerSlug: 'aws', mode: 'inventory', credentials: { accessKeyId: 'x' } })).toMatchObject(
    invalid({ 'credentials.accessKeyId': { _errors: ['must not be set with the mode inventory'] } }),
  );
  expect(
    await create({
      providerSlug: 'aws',
      credentials: { roleArn: 'arn:aws:iam::123456789012:role/a', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' },
    }),
  ).toMatchObject({ status: 400 });
  expect(await create({ providerSlug: 'gcp', credentials: { serviceAccountKey: 'x', projectId: 'example-production' } })).toMatchObject({
    status: 400,
  });
});
