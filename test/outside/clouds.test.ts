/** Cloud accounts that are read over the network: moto simulates AWS, and stand-ins simulate Google Cloud and Azure. */
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateUserCommand, CreateLoginProfileCommand, IAMClient } from '@aws-sdk/client-iam';
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { AuthorizeSecurityGroupIngressCommand, CreateSecurityGroupCommand, EC2Client } from '@aws-sdk/client-ec2';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open';
import { call, listenOn, type RequestOptions, testConfig } from '../support/app.ts';
import { waitForRun } from '../support/integrations.ts';
import { type Moto, motoProgram, startMoto } from '../support/moto.ts';
import { newOrganization } from '../support/organization.ts';
import { ownDatabase } from '../support/own-database.ts';
import { expectProblem } from '../support/refusals.ts';
import { type ReceivedRequest, type StandIn, standIn, type Reply } from '../support/stand-in.ts';

const installed = motoProgram() !== undefined || process.env.CI === 'true';
if (!installed) console.log('moto is not installed: accounts of AWS were not read');

const openOwnDatabase = ownDatabase();
let database: Database;
let listening: Awaited<ReturnType<typeof listenOn>>;
let moto: Moto | undefined;
let google: StandIn;
let azure: StandIn;
beforeAll(async () => {
  [database, moto, google, azure] = await Promise.all([
    openOwnDatabase(),
    installed ? startMoto() : undefined,
    standIn(() => ({ status: 404 })),
    standIn(() => ({ status: 404 })),
  ]);
  listening = await listenOn(
    database,
    testConfig({ GCP_API_URL: google.url, AZURE_API_URL: azure.url, ...(moto && { AWS_API_URL: moto.env.S3_ENDPOINT }) }),
  );
  listening.runs.start();
});
afterAll(async () => {
  await listening.runs.stop();
  await moto?.end();
});

async function newCaller() {
  const organization = await newOrganization(database);
  const ask = (method: string, url: string, options: RequestOptions = {}) =>
    call(listening.base, method, url, { key: organization.key, ...options });
  return { organization, ask };
}
type Ask = Awaited<ReturnType<typeof newCaller>>['ask'];
const url = '/v1/cloud-security';
const connect = (ask: Ask, providerSlug: string, credentials: object) =>
  ask('POST', '/v1/integrations/connections', { body: { providerSlug, credentials } });

describe.runIf(installed)('AWS', () => {
  // The SDK changes the credentials that it gets.
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    regions: ['eu-central-1'],
  };
  const keys = { ...credentials };
  beforeAll(async () => {
    const settings = { region: 'eu-central-1', endpoint: moto?.env.S3_ENDPOINT ?? '', credentials };
    const s3 = new S3Client({ ...settings, forcePathStyle: true });
    for (const Bucket of ['example-open', 'example-kept'])
      await s3.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: 'eu-central-1' } }));
    await s3.send(new PutBucketVersioningCommand({ Bucket: 'example-kept', VersioningConfiguration: { Status: 'Enabled' } }));
    const iam = new IAMClient(settings);
    await iam.send(new CreateUserCommand({ UserName: 'tomas' }));
    await iam.send(new CreateLoginProfileCommand({ UserName: 'tomas', Password: 'Example-Passw0rd!' }));
    await new KMSClient(settings).send(new CreateKeyCommand({}));
    await new SecretsManagerClient(settings).send(new CreateSecretCommand({ Name: 'database', SecretString: 'never collected' }));
    const ec2 = new EC2Client(settings);
    const { GroupId } = await ec2.send(new CreateSecurityGroupCommand({ GroupName: 'open', Description: 'open' }));
    const anywhere = [{ IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] }];
    await ec2.send(new AuthorizeSecurityGroupIngressCommand({ GroupId, IpPermissions: anywhere }));
  });

  test('200 for a scan of the account with read-only calls, which stores the inventory', async () => {
    const { ask } = await newCaller();
    const connected = await connect(ask, 'aws', keys);
    expect(connected, connected.text).toMatchObject({
      status: 201,
      body: { mode: 'credentials', metadata: { awsType: 'access_key', regions: ['eu-central-1'] } },
    });
    const { id } = connected.body;
    const started = await ask('POST', `${url}/connections/${id}/scans`, { body: {} });
    expect(started, started.text).toMatchObject({ status: 202 });
    expect(await waitForRun(ask, started.body.id)).toMatchObject({ status: 'completed', result: { status: 'completed' } });
    const scan = (await ask('GET', `${url}/scans`)).body.data[0];
    expect(scan).toMatchObject({ status: 'completed', scanMode: 'builtin_scanners', failedServices: [], errorCode: null });
    expect(scan.scannedServices).toEqual(
      expect.arrayContaining(['iam-analyzer', 's3', 'ec2-vpc', 'rds', 'kms', 'cloudtrail', 'config', 'guardduty', 'secrets-manager']),
    );
    const { data } = (await ask('GET', `${url}/findings?limit=100`)).body;
    const statusByFinding = new Map(data.map((one: { findingKey: string; status: string }) => [one.findingKey, one.status]));
    expect(Object.fromEntries(statusByFinding)).toMatchObject({
      's3-versioning-example-open': 'failed',
      's3-versioning-example-kept': 'passed',
      's3-public-access-example-open': 'failed',
      'iam-no-mfa-tomas': 'failed',
      'guardduty-not-enabled-eu-central-1': 'failed',
      'config-no-recorder-eu-central-1': 'failed',
      'ec2-ebs-encryption-default-eu-central-1': 'failed',
    });
    const checks = new Set(data.map((one: { checkKey: string }) => one.checkKey));
    for (const check of ['ec2-sg-open-admin-port', 'kms-no-rotation', 'secrets-no-rotation', 'vpc-no-flow-logs', 'cloudtrail-no-trails'])
      expect(checks).toContain(check);
    expect(JSON.stringify(data)).not.toContain('never collected');
    // The stored inventory has the same services.
    const detection = await ask('POST', `${url}/connections/${id}/service-detection`, { body: {} });
    expect(detection, detection.text).toMatchObject({ status: 200 });
    expect(detection.body.services).toEqual(expect.arrayContaining(['iam-analyzer', 's3', 'kms', 'secrets-manager']));
  });

  test('200 for a role, which is assumed with the organization id as the external id', async () => {
    const { ask } = await newCaller();
    process.env.AWS_ACCESS_KEY_ID ??= 'AKIAIOSFODNN7EXAMPLE';
    process.env.AWS_SECRET_ACCESS_KEY ??= 'installation';
    const connected = await connect(ask, 'aws', { roleArn: 'arn:aws:iam::123456789012:role/compliance', regions: ['eu-central-1'] });
    expect(connected, connected.text).toMatchObject({ status: 201, body: { metadata: { awsType: 'role', accountId: '123456789012' } } });
  });

  test('inconclusive in the Security Hub mode, because no scanner for it is installed', async () => {
    const { ask } = await newCaller();
    const { id } = (await connect(ask, 'aws', keys)).body;
    expect(await ask('PATCH', `${url}/connections/${id}/scan-mode`, { body: { mode: 'security_hub' } })).toMatchObject({ status: 200 });
    const started = await ask('POST', `${url}/connections/${id}/scans`, { body: {} });
    expect(await waitForRun(ask, started.body.id)).toMatchObject({ status: 'completed', result: { status: 'inconclusive' } });
  });

  test('fails with the error code when AWS no longer accepts the credentials', async () => {
    const { ask } = await newCaller();
    const { id } = (await connect(ask, 'aws', keys)).body;
    await moto?.refuseAll();
    const started = await ask('POST', `${url}/connections/${id}/scans`, { body: {} });
    expect(await waitForRun(ask, started.body.id)).toMatchObject({ status: 'failed' });
    expect((await ask('GET', `${url}/scans`)).body.data[0]).toMatchObject({
      status: 'failed',
      errorCode: 'CREDENTIALS_EXPIRED',
      totalChecked: 0,
    });
    expect(await connect(ask, 'aws', keys)).toMatchObject({ status: 422 });
    expect(await ask('POST', `${url}/connections/${id}/service-detection`, { body: {} })).toMatchObject({ status: 502 });
    await expectProblem(ask, 'POST', `${url}/connections/${id}/service-detection`, 502, {});
  });
});

test('422 for an AWS account when the API URL leads to a private network that is not allowed', async () => {
  const restrictedServer = await listenOn(database, testConfig({ ALLOWED_NETWORKS: '', AWS_API_URL: google.url }));
  const { key } = await newOrganization(database);
  const body = {
    providerSlug: 'aws',
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret', regions: ['eu-central-1'] },
  };
  const answer = await call(restrictedServer.base, 'POST', '/v1/integrations/connections', { key, body });
  expect(answer, answer.text).toMatchObject({ status: 422, body: { error: expect.stringContaining('is not allowed') } });
  expect(google.asked).toEqual([]);
  restrictedServer.server.close();
});

describe('Google Cloud', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const serviceAccountKey = JSON.stringify({
    client_email: 'compliance@example-production.iam.gserviceaccount.com',
    private_key: privateKey,
  });
  const projects = [
    {
      projectId: 'example-production',
      name: 'projects/318204957716',
      displayName: 'Production',
      parent: 'organizations/470192836450',
      state: 'ACTIVE',
    },
  ];
  const answers =
    (answerFirst: (received: ReceivedRequest) => Reply | undefined = () => undefined) =>
    (received: ReceivedRequest): Reply => {
      const firstAnswer = answerFirst(received);
      if (firstAnswer) return firstAnswer;
      if (received.path === '/token') return { json: { access_token: 'token' } };
      if (received.headers.authorization !== 'Bearer token') return { status: 401 };
      if (received.path === '/v3/projects/example-production') return { json: projects[0] };
      if (received.path === '/v3/projects:search') return { json: { projects } };
      if (received.path === '/v3/organizations:search')
        return { json: { organizations: [{ name: 'organizations/470192836450', displayName: 'example.com' }] } };
      if (received.path.endsWith(':enable')) return { json: {} };
      return { status: 403, json: { error: 'denied' } };
    };
  async function connected() {
    google.answer = answers();
    const { ask } = await newCaller();
    const answer = await connect(ask, 'gcp', { serviceAccountKey, projectId: 'example-production' });
    expect(answer, answer.text).toMatchObject({ status: 201, body: { metadata: { accountId: 'example-production' } } });
    return { ask, at: `${url}/connections/${answer.body.id}/gcp` };
  }

  test('200 with the projects that the service account sees, and the selected ones', async () => {
    const { ask, at } = await connected();
    const withoutOrganizations = await ask('GET', `${at}/organizations`);
    expect(withoutOrganizations, withoutOrganizations.text).toMatchObject({
      status: 200,
      body: {
        organizations: [
          {
            id: '470192836450',
            displayName: 'example.com',
            projects: [{ id: 'example-production', name: 'Production', number: '318204957716' }],
          },
        ],
        selectedProjectIds: [],
        selectedOrganizationId: null,
      },
    });
    const body = {
      projectIds: ['example-production'],
      projectNames: { 'example-production': 'Production' },
      gcpOrganizationId: '470192836450',
    };
    expect(await ask('PUT', `${at}/projects`, { body })).toMatchObject({
      status: 200,
      body: { projectIds: ['example-production'], gcpOrganizationId: '470192836450' },
    });
    expect((await ask('GET', `${at}/organizations`)).body).toMatchObject({
      selectedProjectIds: ['example-production'],
      selectedOrganizationId: '470192836450',
    });
    expect((await ask('GET', `${url}/providers`)).body.data).toMatchObject([
      { variables: { organization_id: '470192836450', project_names: { 'example-production': 'Production' } } },
    ]);
  });
  test('200 with the steps of the setup; a failed step says what to do, and can be repeated', async () => {
    const { ask, at } = await connected();
    const setup = await ask('POST', `${at}/setup`, { body: {} });
    expect(setup, setup.text).toMatchObject({
      status: 200,
      body: {
        organizationId: '470192836450',
        projectId: 'example-production',
        email: 'compliance@example-production.iam.gserviceaccount.com',
      },
    });
    expect(setup.body.steps.map(({ success }: { success: boolean }) => success)).toEqual([true, true, true, false]);
    const [, , , failedStep] = setup.body.steps;
    expect(failedStep).toMatchObject({
      error: 'securitycenter answered 403',
      resolveAction: { method: 'POST', endpoint: `${at}/setup/steps/grant_findings_viewer_role` },
    });
    google.answer = answers(({ path }) => (path.includes('/findings') ? { json: {} } : undefined));
    expect(await ask('POST', failedStep.resolveAction.endpoint)).toMatchObject({
      status: 200,
      body: { step: { id: 'grant_findings_viewer_role', success: true } },
    });
    expect(await ask('POST', `${at}/setup/steps/none`)).toMatchObject({ status: 404, body: { code: 'gcp_setup_step_not_found' } });
  });
  test('409 for a project that the service account does not see', async () => {
    const { ask, at } = await connected();
    expect(await ask('POST', `${at}/setup`, { body: { projectId: 'example-other' } })).toMatchObject({
      status: 409,
      body: { code: 'gcp_project_missing' },
    });
    google.answer = answers(({ path }) => (path === '/v3/projects:search' ? { json: {} } : undefined));
    expect(await ask('POST', `${at}/setup/steps/enable_service_usage_api`)).toMatchObject({
      status: 409,
      body: { code: 'gcp_project_missing' },
    });
  });
  test('502 when Google cannot be reached, without the key in the answer', async () => {
    const { ask, at } = await connected();
    google.answer = () => ({ status: 500, text: serviceAccountKey });
    for (const [method, path] of [
      ['GET', '/organizations'],
      ['POST', '/setup'],
      ['POST', '/setup/steps/enable_service_usage_api'],
    ] as const) {
      const answer = await ask(method, `${at}${path}`, path === '/setup' ? { body: {} } : {});
      expect(answer, answer.text).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
      expect(answer.text).not.toContain('PRIVATE KEY');
      await expectProblem(ask, method, `${at}${path}`, 502, path === '/setup' ? {} : undefined);
    }
  });
});

describe('Azure', () => {
  const subscription = '7d9c1f52-03ab-4c6e-9f18-2b50e7a4d613';
  const credentials = { tenantId: subscription, clientId: subscription, clientSecret: 'a-client-secret', subscriptionId: subscription };
  const answer = ({ path, headers }: ReceivedRequest): Reply => {
    if (path.endsWith('/oauth2/v2.0/token')) return { json: { access_token: 'token' } };
    if (headers.authorization !== 'Bearer token') return { status: 401 };
    if (path === '/subscriptions') return { json: { value: [{ subscriptionId: subscription, displayName: 'Production' }] } };
    if (path.endsWith('/pricings')) return { status: 403 };
    if (path.endsWith('/permissions')) return { json: { value: [{ actions: ['*/read'] }] } };
    return { json: { displayName: 'Production', value: [] } };
  };
  test('200 with the steps, and only the setup stores the subscription', async () => {
    azure.answer = answer;
    const { ask } = await newCaller();
    const { id } = (await connect(ask, 'azure', credentials)).body;
    const validation = await ask('POST', `${url}/connections/${id}/azure/validation`);
    expect(validation, validation.text).toMatchObject({ status: 200, body: { subscriptionId: subscription } });
    expect(validation.body.steps.map((step: { id: string; success: boolean }) => [step.id, step.success])).toEqual([
      ['authenticate', true],
      ['detect_subscription', true],
      ['subscription_access', true],
      ['defender_access', false],
      ['resource_read_access', true],
      ['write_access', false],
    ]);
    const providers = async () => (await ask('GET', `${url}/providers`)).body.data[0].variables;
    expect(await providers()).toEqual({});
    expect(await ask('POST', `${url}/connections/${id}/azure/setup`)).toMatchObject({
      status: 200,
      body: { subscriptionId: subscription, subscriptionName: 'Production' },
    });
    expect(await providers()).toEqual({ subscription_id: subscription });
    azure.answer = () => ({ status: 401 });
    expect((await ask('POST', `${url}/connections/${id}/azure/validation`)).body).toMatchObject({
      steps: [{ id: 'authenticate', success: false }],
      subscriptionId: null,
    });
    azure.answer = () => ({ status: 500 });
    for (const path of ['setup', 'validation']) {
      expect(await ask('POST', `${url}/connections/${id}/azure/${path}`)).toMatchObject({ status: 502 });
      await expectProblem(ask, 'POST', `${url}/connections/${id}/azure/${path}`, 502);
    }
  });
});
