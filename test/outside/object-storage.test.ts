/** Tests the object storage provider with a third-party S3 server: moto. */
import {
  CreateBucketCommand,
  PutBucketAclCommand,
  PutBucketEncryptionCommand,
  PutBucketLoggingCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueId } from '#domain/catalogue/ids';
import type { Database } from '#platform/database/open';
import { call, listenOn, type RequestOptions, testConfig } from '../support/app.ts';
import { checkRuns, connect, runCheck } from '../support/integrations.ts';
import { type Moto, motoProgram, startMoto } from '../support/moto.ts';
import { newOrganization } from '../support/organization.ts';
import { ownDatabase } from '../support/own-database.ts';

const installed = motoProgram() !== undefined || process.env.CI === 'true';
if (!installed) console.log('moto is not installed: no store of objects was read');

const openOwnDatabase = ownDatabase();
let database: Database;
let moto: Moto | undefined;
let listening: Awaited<ReturnType<typeof listenOn>>;
beforeAll(async () => {
  [database, moto] = await Promise.all([openOwnDatabase(), installed ? startMoto() : undefined]);
  listening = await listenOn(database, testConfig(moto && { AWS_API_URL: moto.env.S3_ENDPOINT }));
  listening.runs.start();
});
afterAll(async () => {
  await listening.runs.stop();
  await moto?.end();
});

const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
async function newCaller() {
  const organization = await newOrganization(database);
  const ask = (method: string, url: string, options: RequestOptions = {}) =>
    call(listening.base, method, url, { key: organization.key, ...options });
  return { organization, ask };
}
type Ask = Awaited<ReturnType<typeof newCaller>>['ask'];
const connectTo = (ask: Ask, credentials: object) =>
  ask('POST', '/v1/integrations/connections', { body: { providerSlug: 'object-storage', credentials } });

describe.runIf(installed)('a third-party store', () => {
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
  ])('%s fails for an insecure bucket and passes for a secure one', async (checkId, task, insecureSettings, secureSettings) => {
    const { ask } = await newCaller();
    expect((await ask('GET', '/v1/integrations/checks/providers/object-storage')).body.data).toContainEqual(
      expect.objectContaining({ id: checkId, taskMapping: catalogueId('task', task) }),
    );
    const { id, metadata } = await connect(ask, 'object-storage', { endpoint, ...keys, buckets: names });
    expect(metadata).toEqual({ host: new URL(endpoint).host, region: 'us-east-1' });
    expect(await runCheck(ask, id, checkId)).toMatchObject({
      status: 'failed',
      totalChecked: 2,
      results: [
        { resourceType: 'bucket', resourceId: 'example-open', passed: false, evidence: insecureSettings },
        { resourceType: 'bucket', resourceId: 'example-backups', passed: true, evidence: secureSettings },
      ],
    });
  });
  test('checks all buckets if none is selected, with the keys of a role, and several stores can be connected', async () => {
    process.env.AWS_ACCESS_KEY_ID ??= 'AKIAIOSFODNN7EXAMPLE';
    process.env.AWS_SECRET_ACCESS_KEY ??= 'installation';
    const { organization, ask } = await newCaller();
    const role = { roleArn: 'arn:aws:iam::123456789012:role/compliance', externalId: `${organization.id}:store` };
    const { id, metadata } = await connect(ask, 'object-storage', role);
    expect(metadata).toEqual({ accountId: '123456789012', region: 'us-east-1' });
    await connect(ask, 'object-storage', { endpoint, ...keys, pathStyle: 'true' });
    // The bucket of the store exists from the start.
    expect(await runCheck(ask, id, 'bucket-versioning')).toMatchObject({ status: 'failed', totalChecked: 3, passedCount: 1 });
  });
  test('422 for a bucket that does not exist', async () => {
    const { ask } = await newCaller();
    expect(await connectTo(ask, { endpoint, ...keys, buckets: ['example-none'] })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('NoSuchBucket') },
    });
  });
  test('422 for rejected keys, without the keys in the answer, and a run with them fails', async () => {
    const ownMoto = await startMoto();
    try {
      const { ask } = await newCaller();
      const credentials = { endpoint: ownMoto.env.S3_ENDPOINT, ...keys };
      const { id } = await connect(ask, 'object-storage', credentials);
      await checkRuns(ask, id);
      await ownMoto.refuseAll();
      const rejected = await connectTo(ask, credentials);
      expect(rejected).toMatchObject({
        status: 422,
        body: { error: expect.stringMatching(/^.*answered (InvalidAccessKeyId|AccessDenied)/) },
      });
      const run = await runCheck(ask, id, 'bucket-encryption');
      expect(run).toMatchObject({ status: 'failed', totalChecked: 0, errorMessage: expect.stringContaining('The store answered') });
      for (const secret of Object.values(keys)) expect(`${rejected.text}${JSON.stringify(run)}`).not.toContain(secret);
    } finally {
      await ownMoto.end();
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
    [{ ...keys, pathStyle: 'perhaps' }, 'pathStyle', 'must be one of: true, false'],
  ])('400 for %j', async (credentials, field, fault) => {
    const { ask } = await newCaller();
    expect(await connectTo(ask, credentials)).toMatchObject({
      status: 400,
      body: { details: { [`credentials.${field}`]: { _errors: [fault] } } },
    });
  });
});
