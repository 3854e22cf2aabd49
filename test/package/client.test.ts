/** Tests the client against the real app. */
import { once } from 'node:events';
import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError, type ClientOptions, createClient, fieldErrors, fieldReasons, orThrow } from '#generated/client';
import { startApp } from '../support/app.ts';

const app = startApp();
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' } as const;

/** Creates an organization. @returns a client with a key of its owner */
async function createOwnerClient(options: Partial<ClientOptions> = {}) {
  const { organization, inPerson } = await app.caller();
  return { organization, inPerson, client: createClient({ baseUrl: app.base, apiKey: organization.key, ...options }) };
}
/** @returns a `fetch` that calls the app and records the requests */
function recordingFetch() {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request.clone());
    return globalThis.fetch(request);
  };
  return { requests, fetch };
}

test('201 and 200 return the data', async () => {
  const { client } = await createOwnerClient();
  const { data, error, response } = await client.POST('/v1/risks', { body: risk });
  expect([data?.data.title, error, response.status]).toEqual([risk.title, undefined, 201]);
  const { data: foundRisk } = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id: data?.data.id ?? '' } } }));
  expect(foundRisk).toMatchObject({ ...risk, tasks: [] });
});
test('400 returns the error with its details, and orThrow throws it with the id of the request', async () => {
  const { client } = await createOwnerClient();
  const call = () => client.POST('/v1/risks', { body: { ...risk, probability: 11 } });
  const { data, error } = await call();
  expect(data).toBeUndefined();
  const requestId = expect.stringMatching(/^req_/);
  expect(error).toEqual({
    success: false,
    error: 'Validation failed',
    details: {
      probability: { _errors: ['must be at most 10'], _codes: [{ code: 'too_big', params: { maximum: 10 } }], in: 'body' },
    },
    requestId,
  });
  const thrown = await orThrow(call()).catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({
    name: 'ApiError',
    status: 400,
    error: 'Validation failed',
    details: error?.details,
    requestId,
    members: {},
  });
  expect(String(thrown)).toMatch(/^ApiError: Validation failed \(400, request req_.+\)$/);
});
test('400 has messages for one field, in the returned and in the thrown error', async () => {
  const { client } = await createOwnerClient();
  const call = () => client.POST('/v1/risks', { body: { ...risk, title: ' ', probability: 11 } });
  const { error } = await call();
  const thrown = await orThrow(call()).catch((reason: unknown) => reason);
  for (const apiError of [error, thrown instanceof ApiError ? thrown : undefined]) {
    expect(fieldErrors(apiError, 'title')).toEqual(['must not be blank']);
    expect(fieldErrors(apiError, 'probability')).toEqual(['must be at most 10']);
    expect(fieldErrors(apiError, 'impact')).toEqual([]);
    expect(fieldReasons(apiError, 'title')).toEqual([{ code: 'blank', params: {} }]);
    expect(fieldReasons(apiError, 'probability')).toEqual([{ code: 'too_big', params: { maximum: 10 } }]);
    expect(fieldReasons(apiError, 'impact')).toEqual([]);
  }
  const { client: brokenClient } = await createOwnerClient({ fetch: (request) => fetch(new Request(request, { body: '{' })) });
  const brokenAnswer = await brokenClient.POST('/v1/risks', { body: risk });
  expect(fieldErrors(brokenAnswer.error, '_errors')).toEqual(['the body is not valid JSON']);
  expect(fieldReasons(brokenAnswer.error, '_errors')).toEqual([{ code: 'unreadable', params: {} }]);
  expect(fieldErrors((await client.POST('/v1/risks', { body: risk })).error, 'title')).toEqual([]);
});
test('401 without a credential', async () => {
  const { error, response } = await createClient({ baseUrl: app.base }).GET('/v1/risks');
  expect([response.status, error?.error]).toEqual([401, 'Invalid or missing API key']);
});
test('502 from a proxy returns an error of the same form, without the id of a request', async () => {
  const { client } = await createOwnerClient({
    fetch: async () =>
      new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway', headers: { 'Content-Type': 'text/html' } }),
  });
  expect((await client.GET('/v1/risks')).error).toEqual({ success: false, error: 'Bad Gateway' });
  await expect(orThrow(client.GET('/v1/risks'))).rejects.toThrow('Bad Gateway (502)');
});
/** Starts a server that records the credentials it receives. */
async function startRecorder(answer: http.RequestListener) {
  const receivedCredentials: (string | string[] | undefined)[] = [];
  const server = http.createServer((req, res) => {
    receivedCredentials.push(req.headers['x-api-key']);
    answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { received: receivedCredentials, base: `http://127.0.0.1:${address.port}` };
}
test.each([301, 302, 303, 307, 308])('%i is an error, and no credential is sent to the target of the redirect', async (status) => {
  const otherServer = await startRecorder(
    (_req, res) => void res.setHeader('Content-Type', 'application/json').end('{"success":true,"data":[]}'),
  );
  const proxy = await startRecorder((_req, res) => void res.writeHead(status, { Location: `${otherServer.base}/v1/risks` }).end());
  const client = createClient({ baseUrl: proxy.base, apiKey: 'secret', ...{ redirect: 'follow' } });
  const follow: object = { redirect: 'follow' };
  for (const answer of [await client.POST('/v1/risks', { body: risk, ...follow }), await client.GET('/v1/risks', follow)]) {
    expect(answer.data).toBeUndefined();
    expect(answer).toMatchObject({ error: { success: false, error: expect.stringMatching(/./) }, response: { status } });
  }
  expect([proxy.received, otherServer.received]).toEqual([['secret', 'secret'], []]);
});
test('a redirect that a browser hides is an error with an explanation', async () => {
  const opaqueRedirect = () =>
    Object.defineProperties(new Response(null), { type: { value: 'opaqueredirect' }, status: { value: 0 }, ok: { value: false } });
  const { client } = await createOwnerClient({ fetch: async () => opaqueRedirect() });
  expect((await client.GET('/v1/risks')).error).toEqual({
    success: false,
    error: 'The service answered with a redirect, which is not followed',
  });
});

test('200 sends a file unchanged, and returns a file as a Blob', async () => {
  const { client } = await createOwnerClient();
  const { data: createdRisk } = await orThrow(client.POST('/v1/risks', { body: risk }));
  const bytes = new TextEncoder().encode('Minutes {');
  for (const body of [new Blob([bytes], { type: 'text/plain' }), bytes, bytes.buffer]) {
    const { id, uploadUrl, fileKey } = await orThrow(
      client.POST('/v1/uploads/presign', { body: { purpose: 'attachment', fileName: 'minutes.txt', fileType: 'text/plain' } }),
    );
    const query = {
      expires: Number(new URL(uploadUrl).searchParams.get('expires')),
      signature: new URL(uploadUrl).searchParams.get('signature') ?? '',
    };
    expect(await orThrow(client.PUT('/v1/uploads/{id}/content', { params: { path: { id }, query }, body }))).toMatchObject({ id, size: 9 });
    const attachment = await orThrow(
      client.POST('/v1/attachments', {
        body: { entityType: 'risk', entityId: createdRisk.id, fileName: 'minutes.txt', fileType: 'text/plain', fileKey },
      }),
    );
    const link = new URL(attachment.downloadUrl).searchParams;
    const file = await orThrow(
      client.GET('/v1/attachments/{attachmentId}/content', {
        params: {
          path: { attachmentId: attachment.id },
          query: { expires: Number(link.get('expires')), signature: link.get('signature') ?? '' },
        },
      }),
    );
    expect(await file.text()).toBe('Minutes {');
  }
});

test('200 with a session token, also if a function returns the token for each call', async () => {
  const { organization } = await app.caller();
  const { token } = await app.session(organization, ['owner']);
  for (const session of [token, async () => token]) {
    const client = createClient({ baseUrl: app.base, session, organizationId: organization.id });
    expect(await orThrow(client.GET('/v1/risks'))).toEqual({ success: true, data: [] });
  }
});
test('404 for an unknown access token, which is sent in the query', async () => {
  const client = createClient({ baseUrl: app.base, accessToken: 'unknown' });
  await expect(orThrow(client.GET('/v1/organization/primary-color'))).rejects.toMatchObject({
    status: 404,
    error: 'Access token not found',
  });
});

test('200 for each page of a list with Link headers, under any base path of the service', async () => {
  const { client, organization } = await createOwnerClient();
  for (let n = 0; n < 5; n += 1)
    await client.POST('/v1/risks', { body: { ...risk, title: `Risk ${n}`, category: n === 2 ? 'people' : 'technology' } });
  const { requests, fetch } = recordingFetch();
  const clientBehindProxy = createClient({
    baseUrl: `${app.base}/compliance/`,
    apiKey: organization.key,
    fetch: (request) => fetch(new Request(request.url.replace('/compliance', ''), request)),
  });
  const titles: string[] = [];
  for await (const { title } of clientBehindProxy.list('/v1/risks', {
    params: { query: { limit: 2, category: ['technology', 'customer'], sortBy: 'title', sortOrder: 'asc' } },
  }))
    titles.push(title);
  expect(titles).toEqual(['Risk 0', 'Risk 1', 'Risk 3', 'Risk 4']);
  expect(requests.map(({ url }) => new URL(url).searchParams.getAll('category'))).toEqual([
    ['technology', 'customer'],
    ['technology', 'customer'],
  ]);
});
test('200 for each page of a list with nextCursor, and no further pages than the caller reads', async () => {
  const { requests, fetch } = recordingFetch();
  const { client, organization, inPerson } = await createOwnerClient({ fetch });
  const {
    data: { id },
  } = await orThrow(client.POST('/v1/risks', { body: risk }));
  for (let n = 0; n < 3; n += 1)
    await inPerson('POST', `/v1/risks/${id}/acceptances`, { body: { acceptedById: organization.owner.id, notes: `Note ${n}` } });
  requests.length = 0;
  const acceptances = client.list('/v1/risks/{id}/acceptances', { params: { path: { id }, query: { limit: 2 } } });
  const { value: first } = await acceptances.next();
  expect([first, requests.length]).toEqual([expect.objectContaining({ riskId: id }), 1]);
  let acceptanceCount = 0;
  for await (const { riskId } of acceptances) acceptanceCount += Number(riskId === id);
  expect([acceptanceCount, requests.length]).toEqual([2, 2]);
});
test('a list throws an error for 400', async () => {
  const { client } = await createOwnerClient();
  await expect(client.list('/v1/risks', { params: { query: { cursor: 'made up' } } }).next()).rejects.toMatchObject({
    status: 400,
    details: { cursor: expect.anything() },
  });
});

test('200 with a file returns a Blob or a stream', async () => {
  const { client } = await createOwnerClient();
  await orThrow(client.POST('/v1/risks', { body: risk }));
  const { data: file, response } = await client.GET('/v1/audit-logs/export');
  expect([file?.type, response.headers.get('Content-Disposition')]).toEqual(['application/x-ndjson', expect.stringMatching(/^attachment/)]);
  const lines = ((await file?.text()) ?? '').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ entityType: 'risk' })]);
  const stream = await orThrow(client.GET('/v1/audit-logs/export', { parseAs: 'stream' }));
  expect((await new Response(stream).text()).trim()).toBe(lines.join('\n'));
});
test('204 returns neither data nor an error', async () => {
  const { client } = await createOwnerClient();
  const { data: role } = await client.POST('/v1/roles', { body: { name: 'Reader', permissions: { risk: ['read'] } } });
  const { data, error, response } = await client.DELETE('/v1/roles/{roleId}', { params: { path: { roleId: role?.id ?? '' } } });
  expect([data, error, response.status]).toEqual([undefined, undefined, 204]);
});
