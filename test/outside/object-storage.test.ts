/** Stores that speak S3: moto's, and stand-ins that answer as no store should. */
import { once } from 'node:events';
import {
  CreateBucketCommand,
  PutBucketAclCommand,
  PutBucketEncryptionCommand,
  PutBucketLoggingCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { catalogueId } from '../../server/domain/catalogue/ids.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { call, listenOn, type Options, testConfig, trustAuthority } from '../support/app.ts';
import { newCertificate } from '../support/certificate.ts';
import { checkRuns, connect, getCheckRun, runChecks } from '../support/integrations.ts';
import { type Moto, motoProgram, startMoto } from '../support/moto.ts';
import { newOrganization } from '../support/organization.ts';
import { ownDatabase } from '../support/own-database.ts';
import { type Answer, standIn } from '../support/stand-in.ts';

const installed = motoProgram() !== undefined || process.env.CI === 'true';
if (!installed) console.log('moto is not installed: no store of objects was read');

const open = ownDatabase();
let database: Database;
let moto: Moto | undefined;
let listening: Awaited<ReturnType<typeof listenOn>>;
beforeAll(async () => {
  trustAuthority();
  [database, moto] = await Promise.all([open(), installed ? startMoto() : undefined]);
  listening = await listenOn(database, testConfig(moto && { AWS_API_URL: moto.env.S3_ENDPOINT }));
  listening.runs.start();
});
afterAll(async () => {
  await listening.runs.stop();
  await moto?.end();
});

const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
async function newCaller(base = listening.base) {
  const organization = await newOrganization(database);
  const ask = (method: string, url: string, options: Options = {}) => call(base, method, url, { key: organization.key, ...options });
  return { organization, ask };
}
type Ask = Awaited<ReturnType<typeof newCaller>>['ask'];
const attempt = (ask: Ask, credentials: object) =>
  ask('POST', '/v1/integrations/connections', { body: { providerSlug: 'object-storage', credentials } });

/** Runs one check. @returns it with its results, in which what failed comes first */
async function check(ask: Ask, id: string, checkId: string) {
  await checkRuns(ask, id);
  await runChecks(ask, id, { checkId });
  const [latest] = await checkRuns(ask, id, `?checkId=${checkId}`);
  return getCheckRun(ask, latest.id);
}

describe.runIf(installed)('a store that is not of our making', () => {
  const names = ['example-backups', 'example-open'];
  let endpoint = '';
  beforeAll(async () => {
    endpoint = moto?.env.S3_ENDPOINT ?? '';
    const s3 = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials: { ...keys } });
    for (const Bucket of names) await s3.send(new CreateBucketCommand({ Bucket }));
    const [Bucket] = names;
    const delivery = 'uri=http://acs.amazonaws.com/groups/s3/LogDelivery';
    const PublicAccessBlockConfiguration = {
      BlockPublicAcls: true,
      IgnorePublicAcls: true,
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    };
    await s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
    await s3.send(
      new PutPublicAccessBlockCommand({
        Bucket: names[1],
        PublicAccessBlockConfiguration: { ...PublicAccessBlockConfiguration, RestrictPublicBuckets: false },
      }),
    );
    await s3.send(
      new PutBucketEncryptionCommand({
        Bucket,
        ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } }] },
      }),
    );
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
    await s3.send(new PutBucketVersioningCommand({ Bucket: names[1], VersioningConfiguration: { Status: 'Suspended' } }));
    await s3.send(new PutBucketAclCommand({ Bucket, GrantWrite: delivery, GrantReadACP: delivery }));
    await s3.send(
      new PutBucketLoggingCommand({ Bucket, BucketLoggingStatus: { LoggingEnabled: { TargetBucket: Bucket, TargetPrefix: 'log/' } } }),
    );
    s3.destroy();
  });

  test.each([
    ['bucket-public-access', 'secure-storage', { restrictPublicBuckets: false }, { restrictPublicBuckets: true }],
    ['bucket-encryption', 'encryption-at-rest', { algorithm: null }, { algorithm: 'aws:kms' }],
    ['bucket-versioning', 'backup-logs', { status: 'Suspended' }, { status: 'Enabled' }],
    ['bucket-logging', 'monitoring-alerting', { targetBucket: null }, { targetBucket: 'example-backups' }],
  ])('%s fails for the bucket without it and passes for the other', async (checkId, task, bad, good) => {
    const { ask } = await newCaller();
    expect((await ask('GET', '/v1/integrations/checks/providers/object-storage')).body.data).toContainEqual(
      expect.objectContaining({ id: checkId, taskMapping: catalogueId('task', task) }),
    );
    const { id, metadata } = await connect(ask, 'object-storage', { endpoint, ...keys, buckets: names });
    expect(metadata).toEqual({ host: new URL(endpoint).host, region: 'us-east-1' });
    expect(await check(ask, id, checkId)).toMatchObject({
      status: 'failed',
      totalChecked: 2,
      results: [
        { resourceType: 'bucket', resourceId: 'example-open', passed: false, evidence: bad },
        { resourceType: 'bucket', resourceId: 'example-backups', passed: true, evidence: good },
      ],
    });
  });
  test('all buckets without a choice, with the keys that a role gives; several stores are connected', async () => {
    process.env.AWS_ACCESS_KEY_ID ??= 'AKIAIOSFODNN7EXAMPLE';
    process.env.AWS_SECRET_ACCESS_KEY ??= 'installation';
    const { organization, ask } = await newCaller();
    const role = { roleArn: 'arn:aws:iam::123456789012:role/compliance', externalId: `${organization.id}:store` };
    const { id, metadata } = await connect(ask, 'object-storage', role);
    expect(metadata).toEqual({ accountId: '123456789012', region: 'us-east-1' });
    await connect(ask, 'object-storage', { endpoint, ...keys, pathStyle: 'true' });
    // Its own bucket is there from the start.
    expect(await check(ask, id, 'bucket-versioning')).toMatchObject({ status: 'failed', totalChecked: 3, passedCount: 1 });
  });
  test('422 for a bucket that there is not', async () => {
    const { ask } = await newCaller();
    expect(await attempt(ask, { endpoint, ...keys, buckets: ['example-none'] })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('NoSuchBucket') },
    });
  });
  test('422 for keys that are refused, which are told to nobody; a run with them fails', async () => {
    const own = await startMoto();
    try {
      const { ask } = await newCaller();
      const credentials = { endpoint: own.env.S3_ENDPOINT, ...keys };
      const { id } = await connect(ask, 'object-storage', credentials);
      await checkRuns(ask, id);
      await own.refuseAll();
      const refused = await attempt(ask, credentials);
      expect(refused).toMatchObject({
        status: 422,
        body: { error: expect.stringMatching(/^.*answered (InvalidAccessKeyId|AccessDenied)/) },
      });
      const run = await check(ask, id, 'bucket-encryption');
      expect(run).toMatchObject({ status: 'failed', totalChecked: 0, errorMessage: expect.stringContaining('The store answered') });
      for (const secret of Object.values(keys)) expect(`${refused.text}${JSON.stringify(run)}`).not.toContain(secret);
    } finally {
      await own.end();
    }
  });
});

describe('credentials', () => {
  test.each([
    [{}, 'accessKeyId', 'must be set if roleArn is not set'],
    [{ accessKeyId: 'A' }, 'secretAccessKey', 'is required'],
    [{ secretAccessKey: 'A' }, 'accessKeyId', 'is required'],
    [{ roleArn: 'arn:aws:iam::123456789012:role/x' }, 'externalId', 'is required'],
    [{ externalId: 'org_x' }, 'roleArn', 'is required'],
    [{ ...keys, externalId: 'org_x' }, 'accessKeyId', 'must not be set if roleArn is set'],
    [{ ...keys, stsEndpoint: 'https://sts.example.com' }, 'stsEndpoint', 'must not be set if roleArn is not set'],
    [{ ...keys, stsEndpoint: 'http://sts.example.com' }, 'stsEndpoint', 'must have the form ^https://'],
    [
      { roleArn: 'arn:aws:iam::123456789012:role/x', externalId: 'org_of_another' },
      'externalId',
      'must begin with the id of the organization',
    ],
    [{ ...keys, region: 'evil.example.com#' }, 'region', expect.stringContaining('must have the form')],
    [{ ...keys, buckets: ['good-name', '../other'] }, 'buckets', expect.stringContaining('must have the form')],
    [{ ...keys, buckets: 'good-name' }, 'buckets', 'must be an array'],
    [{ ...keys, endpoint: 'ftp://store.example.com' }, 'endpoint', expect.stringContaining('http')],
    [{ ...keys, pathStyle: 'perhaps' }, 'pathStyle', expect.stringContaining('allowed values: true, false')],
  ])('400 for %j', async (credentials, field, fault) => {
    const { ask } = await newCaller();
    expect(await attempt(ask, credentials)).toMatchObject({
      status: 400,
      body: { details: { [`credentials.${field}`]: { _errors: [fault] } } },
    });
  });
});

describe('a store of somebody else', () => {
  const xml = (text: string) => ({ headers: { 'content-type': 'application/xml' }, text });
  const page = (names: readonly string[], token = '') =>
    `<ListAllMyBucketsResult><Buckets>${names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`).join('')}</Buckets>${token && `<ContinuationToken>${token}</ContinuationToken>`}</ListAllMyBucketsResult>`;
  async function refusedBy(answer: Answer, more: object = {}) {
    const { ask } = await newCaller();
    const store = await standIn(answer);
    const tried = await attempt(ask, { endpoint: store.url, ...keys, ...more });
    expect(tried, tried.text).toMatchObject({ status: 422 });
    expect(tried.text).not.toContain(keys.secretAccessKey);
    return { store, error: tried.body.error };
  }
  test.each([
    ['what is no XML', 'nothing', 'does not answer as S3 does'],
    ['a page for people', '<html><body>Welcome</body></html>', 'does not answer as S3 does'],
    ['XML of a depth without end', '<a>'.repeat(20_000), 'does not answer as S3 does'],
    ['more than an answer has', `<a>${'x'.repeat(300_000)}</a>`, 'more than 64 KiB'],
  ])('422 when it answers %s', async (_what, text, error) => {
    expect((await refusedBy(() => xml(text))).error).toContain(error);
  });
  test('422 when its list has no end', async () => {
    let pages = 0;
    const { error } = await refusedBy(() => xml(page([`bucket-${(pages += 1)}`], `${pages}`)));
    expect(error).toContain('more than 5,000 buckets');
    expect(pages).toBe(50);
  });
  test('422 when it leads to another host', async () => {
    const elsewhere = await standIn(() => xml(page([])));
    const { error } = await refusedBy(() => ({ status: 307, headers: { location: `${elsewhere.url}/` } }));
    expect(error).toContain('redirects to another host');
    expect(elsewhere.asked).toEqual([]);
  });
  test('422 when what it calls an error is a secret, which is not repeated', async () => {
    const { error } = await refusedBy(() => ({
      status: 403,
      ...xml(`<Error><Code>AccessDenied</Code><Message>no ${keys.secretAccessKey}</Message></Error>`),
    }));
    expect(error).toContain('answered AccessDenied');
  });
  test('422 for an address in a network that is not allowed, without a call; the same in the name of a bucket', async () => {
    const shut = await listenOn(database, testConfig({ ALLOWED_NETWORKS: '' }));
    const store = await standIn(() => xml(page([])));
    const { ask } = await newCaller(shut.base);
    for (const endpoint of [store.url, `http://localhost:${store.port}`, `http://[::ffff:127.0.0.1]:${store.port}`])
      for (const pathStyle of ['true', 'false'])
        expect(await attempt(ask, { endpoint, ...keys, pathStyle }), endpoint).toMatchObject({
          status: 422,
          body: { error: expect.stringContaining('is not allowed') },
        });
    expect(store.asked).toEqual([]);
    shut.server.close();
  });
  test('names that are none are left out, and each bucket is asked for by its own path', async () => {
    const { ask } = await newCaller();
    const store = await standIn(({ path, query }) =>
      path === '/' && !query.has('versioning')
        ? xml(page(['good-name', '../other', 'arn:aws:s3:::x', 'express--use1-az4--x-s3', '']))
        : xml('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'),
    );
    const { id } = await connect(ask, 'object-storage', { endpoint: store.url, ...keys });
    expect(await check(ask, id, 'bucket-versioning')).toMatchObject({ status: 'success', totalChecked: 1, passedCount: 1 });
    const paths = new Set(store.asked.filter(({ query }) => query.has('versioning')).map(({ path }) => path));
    expect(paths).toEqual(new Set(['/good-name/']));
  });
  test('inconclusive when it does not know a setting', async () => {
    const { ask } = await newCaller();
    const store = await standIn(({ query }) =>
      query.has('publicAccessBlock')
        ? { status: 501, ...xml('<Error><Code>NotImplemented</Code><Message>none</Message></Error>') }
        : xml(page(['good-name'])),
    );
    const { id } = await connect(ask, 'object-storage', { endpoint: store.url, ...keys });
    expect(await check(ask, id, 'bucket-public-access')).toMatchObject({
      status: 'inconclusive',
      errorMessage: expect.stringContaining('answered NotImplemented'),
    });
  });
  test('a role is asked for at its own address, over TLS, and its keys are used', async () => {
    process.env.AWS_ACCESS_KEY_ID ??= 'AKIAIOSFODNN7EXAMPLE';
    process.env.AWS_SECRET_ACCESS_KEY ??= 'installation';
    const { organization, ask } = await newCaller();
    const store = await standIn(() => xml(page([])));
    const sts = await standIn(
      () =>
        xml(
          '<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>given</SecretAccessKey><SessionToken>token-of-the-role</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>',
        ),
      newCertificate(30, inject('authority')),
    );
    const credentials = {
      endpoint: store.url,
      stsEndpoint: sts.url,
      roleArn: 'arn:aws:iam::123456789012:role/compliance',
      externalId: organization.id,
    };
    await connect(ask, 'object-storage', credentials);
    const asked = new URLSearchParams(sts.asked[0]?.body);
    expect([asked.get('Action'), asked.get('ExternalId'), asked.get('DurationSeconds')]).toEqual(['AssumeRole', organization.id, '900']);
    expect(store.asked[0]?.headers).toMatchObject({
      'x-amz-security-token': 'token-of-the-role',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=ASIAEXAMPLE\/\d{8}\/us-east-1\/s3\/aws4_request/),
    });
    sts.answer = () => ({ status: 403, ...xml('<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>') });
    expect(await attempt(ask, credentials)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('The store answered AccessDenied') },
    });
    sts.present(newCertificate(-1, inject('authority')));
    expect(await attempt(ask, credentials)).toMatchObject({ status: 422, body: { error: expect.stringContaining('CERT_HAS_EXPIRED') } });
  });
  test('422 when nobody answers at all', async () => {
    const { ask } = await newCaller();
    const gone = await standIn(() => undefined);
    const slow = await listenOn(database, testConfig({ INTEGRATION_TIMEOUT: '300' }));
    const { key } = await newOrganization(database);
    const body = { providerSlug: 'object-storage', credentials: { endpoint: gone.url, ...keys } };
    expect(await call(slow.base, 'POST', '/v1/integrations/connections', { key, body })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('did not answer within 0.3 seconds') },
    });
    slow.server.close();
    await once(slow.server, 'close');
    expect(await attempt(ask, { endpoint: 'http://127.0.0.1:9', ...keys })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('could not be reached') },
    });
  });
});
