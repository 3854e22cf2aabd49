/** Tests that the client repeats a call that the service asks to send later, and says so. */
import { expect, test } from 'vitest';
import { type ClientOptions, createClient, orThrow, type Retry } from '#generated/client';
import { startApp } from '../support/app.ts';

const app = startApp();
const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' } as const;

/** Creates a client of a service that always answers with this status. @returns it with what it sent and reported */
function createClientOfBusyService(status: 429 | 503, retryAfter: string | undefined, options: Partial<ClientOptions> = {}) {
  const repetitions: Retry[] = [];
  const sent: string[] = [];
  const client = createClient({
    baseUrl: app.base,
    onRetry: (retry) => void repetitions.push(retry),
    async fetch({ method, url }) {
      sent.push(`${method} ${new URL(url).pathname}`);
      const headers = { 'X-Request-Id': 'req_1', ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) };
      return Response.json({ success: false, error: 'Too many requests' }, { status, headers });
    },
    ...options,
  });
  return { client, repetitions, sent };
}

test('201 after a 503: a POST is repeated with its key, and executed once', async () => {
  const { organization } = await app.caller();
  let postCount = 0;
  const client = createClient({
    baseUrl: app.base,
    apiKey: organization.key,
    async fetch(request) {
      const response = await fetch(request);
      return request.method === 'POST' && (postCount += 1) === 1
        ? new Response(null, { status: 503, headers: { 'Retry-After': '0' } })
        : response;
    },
  });
  const { response } = await client.POST('/v1/risks', { body: risk });
  expect([response.status, postCount]).toEqual([201, 2]);
  expect((await orThrow(client.GET('/v1/risks'))).data).toHaveLength(1);
});
test.each([429, 503] as const)('%i is reported with its operation before each repetition, and returned in the end', async (status) => {
  const { client, repetitions, sent } = createClientOfBusyService(status, '0');
  const { error, response } = await client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_1' } } });
  expect([response.status, error]).toEqual([status, { success: false, error: 'Too many requests', requestId: 'req_1' }]);
  const repetition = { wait: 0, status, operation: 'GET /v1/risks/{id}' };
  expect(repetitions).toEqual([
    { attempt: 1, ...repetition },
    { attempt: 2, ...repetition },
  ]);
  expect(sent).toEqual(Array.from({ length: 3 }, () => 'GET /v1/risks/rsk_1'));
});
test.each([
  ['the seconds are more than ten', '11', {}],
  ['the seconds are more than maxWait', '2', { maxWait: 1999 }],
  ['the date is later than maxWait', new Date(Date.now() + 3_600_000).toUTCString(), {}],
  ['the date is beyond the longest timer', new Date(Date.now() + 1e11).toUTCString(), {}],
  ['nothing is repeated', '0', { retries: 0 }],
  ['nothing is waited for, and no time is given', undefined, { maxWait: 0 }],
])('429 is returned at once if %s', async (_reason, retryAfter, options) => {
  const { client, repetitions, sent } = createClientOfBusyService(429, retryAfter, options);
  const { error } = await client.GET('/v1/risks');
  expect([error?.error, repetitions, sent.length]).toEqual(['Too many requests', [], 1]);
});
test('429 with a date waits until then, and not at all once it has passed', async () => {
  const { client, repetitions } = createClientOfBusyService(429, new Date(Date.now() - 60_000).toUTCString(), { retries: 1 });
  await client.GET('/v1/risks');
  expect(repetitions.map(({ wait }) => wait)).toEqual([0]);
  const controller = new AbortController();
  const { client: waitingClient, repetitions: waits } = createClientOfBusyService(429, new Date(Date.now() + 1_800_000).toUTCString(), {
    maxWait: 3_600_000,
    onRetry: (retry) => (waits.push(retry), controller.abort()),
  });
  await expect(waitingClient.GET('/v1/risks', { signal: controller.signal })).rejects.toThrow('aborted');
  const [{ wait = 0 } = {}] = waits;
  expect([waits.length, wait > 0, wait <= 1_800_000]).toEqual([1, true, true]);
});
test('429 is returned without waiting once the call is aborted', async () => {
  const { client } = createClientOfBusyService(429, '60', { maxWait: Infinity });
  const abortController = new AbortController();
  const call = client.GET('/v1/risks', { signal: abortController.signal });
  setImmediate(() => abortController.abort());
  await expect(call).rejects.toThrow('aborted');
});
