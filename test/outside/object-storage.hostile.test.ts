/** Tests object stores with hostile answers, and URLs of servers that do not answer. */
import { once } from 'node:events';
import { describe, expect, inject, test } from 'vitest';
import { call as callAt, listenOn, type RequestOptions, startApp, testConfig } from '../support/app.ts';
import { newCertificate } from '../support/certificate.ts';
import { connect, runCheck } from '../support/integrations.ts';
import { bucket, findSignatureError } from '../support/s3.ts';
import { type Answer, standIn } from '../support/stand-in.ts';

const app = startApp();
const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
/** @param base URL of another server on the same database; by default the server of the app */
async function newCaller(base?: string) {
  const { organization, call } = await app.caller();
  const callOtherServer = (method: string, url: string, options: RequestOptions = {}) =>
    callAt(base ?? '', method, url, { key: organization.key, ...options });
  return { organization, ask: base === undefined ? call : callOtherServer };
}
type Ask = Awaited<ReturnType<typeof newCaller>>['ask'];
const connectTo = (ask: Ask, credentials: object) =>
  ask('POST', '/v1/integrations/connections', { body: { providerSlug: 'object-storage', credentials } });

describe('a hostile store', () => {
  const xml = (text: string) => ({ headers: { 'content-type': 'application/xml' }, text });
  const page = (names: readonly string[], token = '') =>
    `<ListAllMyBucketsResult><Buckets>${names.map((name) => `<Bucket><Name>${name}</Name></Bucket>`).join('')}</Buckets>${token && `<ContinuationToken>${token}</ContinuationToken>`}</ListAllMyBucketsResult>`;
  async function expectRejected(answer: Answer, otherFields: object = {}) {
    const { ask } = await newCaller();
    const store = await standIn(answer);
    const rejection = await connectTo(ask, { endpoint: store.url, ...keys, ...otherFields });
    expect(rejection, rejection.text).toMatchObject({ status: 422 });
    expect(rejection.text).not.toContain(keys.secretAccessKey);
    return { store, error: rejection.body.error };
  }
  test.each([
    ['what is no XML', 'nothing', 'does not answer as S3 does'],
    ['a page for people', '<html><body>Welcome</body></html>', 'does not answer as S3 does'],
    ['XML of a depth without end', '<a>'.repeat(20_000), 'does not answer as S3 does'],
    ['more than an answer has', `<a>${'x'.repeat(300_000)}</a>`, 'more than 64 KiB'],
  ])('422 when it answers %s', async (_what, text, error) => {
    expect((await expectRejected(() => xml(text))).error).toContain(error);
  });
  test('422 when its list has no end', async () => {
    let pages = 0;
    const { error } = await expectRejected(() => xml(page([`bucket-${(pages += 1)}`], `${pages}`)));
    expect(error).toContain('more than 5,000 buckets');
    expect(pages).toBe(50);
  });
  test('422 when it redirects to another host', async () => {
    const elsewhere = await standIn(() => xml(page([])));
    const { error } = await expectRejected(() => ({ status: 307, headers: { location: `${elsewhere.url}/` } }));
    expect(error).toContain('redirects to another host');
    expect(elsewhere.asked).toEqual([]);
  });
  test('422 when its error text contains a secret, which the answer does not repeat', async () => {
    const { error } = await expectRejected(() => ({
      status: 403,
      ...xml(`<Error><Code>AccessDenied</Code><Message>no ${keys.secretAccessKey}</Message></Error>`),
    }));
    expect(error).toContain('answered AccessDenied');
  });
  test('422 for an address or a bucket name in a network that is not allowed, without a call', async () => {
    const restrictedServer = await listenOn(app.database, testConfig({ ALLOWED_NETWORKS: '' }));
    const store = await standIn(() => xml(page([])));
    const { ask } = await newCaller(restrictedServer.base);
    for (const endpoint of [store.url, `http://localhost:${store.port}`, `http://[::ffff:127.0.0.1]:${store.port}`])
      for (const pathStyle of ['true', 'false'])
        expect(await connectTo(ask, { endpoint, ...keys, pathStyle }), endpoint).toMatchObject({
          status: 422,
          body: { error: expect.stringContaining('is not allowed') },
        });
    expect(store.asked).toEqual([]);
    restrictedServer.server.close();
  });
  test('each request is signed, and a wrong secret is rejected', async () => {
    const { ask } = await newCaller();
    const store = await standIn(({ method, path, query, headers }) => {
      const validationError = findSignatureError({ method, url: `${path}?${query}`, headers });
      if (validationError) return { status: 403, ...xml(`<Error><Code>${validationError}</Code></Error>`) };
      return xml(path === '/' ? page(['good-name']) : '<VersioningConfiguration/>');
    });
    const correctKeys = {
      endpoint: store.url,
      region: bucket.S3_REGION,
      accessKeyId: bucket.S3_ACCESS_KEY_ID,
      secretAccessKey: bucket.S3_SECRET_ACCESS_KEY,
    };
    const { id } = await connect(ask, 'object-storage', correctKeys);
    expect(await runCheck(ask, id, 'bucket-versioning')).toMatchObject({ status: 'failed', totalChecked: 1, failedCount: 1 });
    for (const [wrongKeys, error] of [
      [{ secretAccessKey: 'another-secret' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'ANOTHER' }, 'InvalidAccessKeyId'],
    ] as const)
      expect(await connectTo(ask, { ...correctKeys, ...wrongKeys })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining(error) },
      });
  });
  test('invalid bucket names are skipped, and each bucket is requested by its own path', async () => {
    const { ask } = await newCaller();
    const store = await standIn(({ path, query }) =>
      path === '/' && !query.has('versioning')
        ? xml(page(['good-name', '../other', 'arn:aws:s3:::x', 'express--use1-az4--x-s3', '']))
        : xml('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'),
    );
    const { id } = await connect(ask, 'object-storage', { endpoint: store.url, ...keys });
    expect(await runCheck(ask, id, 'bucket-versioning')).toMatchObject({ status: 'completed', totalChecked: 1, passedCount: 1 });
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
    expect(await runCheck(ask, id, 'bucket-public-access')).toMatchObject({
      status: 'inconclusive',
      errorMessage: expect.stringContaining('answered NotImplemented'),
    });
  });
  test('a role is assumed at `stsEndpoint`, over TLS, and its keys are used', async () => {
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
    const stsRequest = new URLSearchParams(sts.asked[0]?.body);
    expect([stsRequest.get('Action'), stsRequest.get('ExternalId'), stsRequest.get('DurationSeconds')]).toEqual([
      'AssumeRole',
      organization.id,
      '900',
    ]);
    expect(store.asked[0]?.headers).toMatchObject({
      'x-amz-security-token': 'token-of-the-role',
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=ASIAEXAMPLE\/\d{8}\/us-east-1\/s3\/aws4_request/),
    });
    const error = xml('<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>');
    sts.answer = () => ({ status: 403, ...error, headers: { ...error.headers, connection: 'close' } });
    expect(await connectTo(ask, credentials)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('The store answered AccessDenied') },
    });
    sts.present(newCertificate(-1, inject('authority')));
    expect(await connectTo(ask, credentials)).toMatchObject({ status: 422, body: { error: expect.stringContaining('CERT_HAS_EXPIRED') } });
  });
  test('422 when the server does not answer or cannot be reached', async () => {
    const { ask } = await newCaller();
    const silentServer = await standIn(() => undefined);
    const impatientServer = await listenOn(app.database, testConfig({ INTEGRATION_TIMEOUT: '300' }));
    const { organization } = await newCaller();
    const body = { providerSlug: 'object-storage', credentials: { endpoint: silentServer.url, ...keys } };
    expect(await callAt(impatientServer.base, 'POST', '/v1/integrations/connections', { key: organization.key, body })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('did not answer within 0.3 seconds') },
    });
    impatientServer.server.close();
    await once(impatientServer.server, 'close');
    expect(await connectTo(ask, { endpoint: 'http://127.0.0.1:9', ...keys })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('could not be reached') },
    });
  });
});
