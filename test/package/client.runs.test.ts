/** Tests that the client waits for runs. */
import { expect, test } from 'vitest';
import { type ClientOptions, createClient, orThrow, type Run } from '#generated/client';
import { startApp } from '../support/app.ts';
import { withEvidence } from '../support/evidence.ts';
import { waitingRun } from '../support/runs.ts';

const app = startApp();

/** Sends a request to the service. @returns its answer, which asks to come back later */
async function fetchWithRetryAfter(request: Request, seconds: string): Promise<Response> {
  const { body, status, headers } = await fetch(request);
  return new Response(body, { status, headers: [...headers, ['Retry-After', seconds]] });
}
/** Creates a client whose server lets it read a run again at once. */
function createClientOf(organization: { readonly key: string }, options: Partial<ClientOptions> = {}) {
  return createClient({
    baseUrl: app.base,
    apiKey: organization.key,
    fetch: (request) => fetchWithRetryAfter(request, '0'),
    ...options,
  });
}
async function createOwner(options: Partial<ClientOptions> = {}) {
  const { call, organization } = await app.caller();
  return { call, organization, client: createClientOf(organization, options) };
}

test('a run is read until it is completed', async () => {
  const { organization, checkedTask, attach } = await withEvidence(app);
  await attach((await checkedTask()).id, 'settings.txt');
  const client = createClientOf(organization);
  const startedRun = await orThrow(client.POST('/v1/evidence-export/all', { body: {} }));
  const states: Run[] = [];
  const run = await client.waitForRun(startedRun, { onProgress: (state) => void states.push(state) });
  expect(run).toMatchObject({ id: startedRun.id, status: 'completed', finishedAt: expect.any(String) });
  expect(states.at(-1)).toEqual(run);
  expect(states.slice(0, -1).filter(({ status }) => status !== 'queued' && status !== 'running')).toEqual([]);
});
test('a run is read again as long as it waits, and returned when it is cancelled', async () => {
  const { call, client, organization } = await createOwner();
  const { id } = await waitingRun(app.database, organization, 'evidence_export');
  const statuses: string[] = [];
  const run = await client.waitForRun(
    { id },
    {
      onProgress: ({ status }) => {
        if (statuses.push(status) === 3) void call('POST', `/v1/runs/${id}/cancel`);
      },
    },
  );
  expect(run.status).toBe('cancelled');
  expect(statuses.slice(0, 3)).toEqual(['queued', 'queued', 'queued']);
  expect(statuses.at(-1)).toBe('cancelled');
});
test('the wait ends at once with the reason of the signal, and the run goes on', async () => {
  const { call, client, organization } = await createOwner({ fetch: (request) => fetchWithRetryAfter(request, '86400') });
  const { id } = await waitingRun(app.database, organization, 'evidence_export');
  const controller = new AbortController();
  const reason = new Error('The page was left');
  const onProgress = () => setImmediate(() => controller.abort(reason));
  await expect(client.waitForRun({ id }, { onProgress, signal: controller.signal })).rejects.toBe(reason);
  expect((await call('GET', `/v1/runs/${id}`)).body.status).toBe('queued');
  await expect(client.waitForRun({ id }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
test('a busy service does not end the wait, and other errors do', async () => {
  let calls = 0;
  const { client, organization } = await createOwner({
    retries: 0,
    async fetch(request) {
      calls += 1;
      const headers = { 'Retry-After': '0' };
      if (calls <= 2) return Response.json({ success: false, error: 'Too many requests' }, { status: calls === 1 ? 429 : 503, headers });
      return fetch(request);
    },
  });
  await expect(client.waitForRun({ id: 'run_none' })).rejects.toMatchObject({ status: 404, code: 'run_not_found' });
  expect(calls).toBe(3);
  for (const id of ['', '.', '..']) await expect(client.waitForRun({ id })).rejects.toThrow(TypeError);
  expect(calls).toBe(3);
  const proxyFault = createClient({
    baseUrl: app.base,
    apiKey: organization.key,
    retries: 0,
    fetch: async () => new Response(null, { status: 503 }),
  });
  await expect(proxyFault.waitForRun({ id: 'run_1' })).rejects.toMatchObject({ status: 503 });
});
