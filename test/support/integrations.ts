/** Functions for tests of integrations. */
import type { ServerOptions } from 'node:https';
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { expectErrorInBothTypes } from './refusals.ts';
import { type Answer, standIn } from './stand-in.ts';

type Call = Caller['call'];

export const people =
  'email,name,status,role,department,startDate,externalId\nrosa.lind@example.com,Rosa Lind,active,contractor,it,2026-05-18,7\nemil.frost@example.com,Emil Frost,suspended,,finance,,8\n';

/** Connects a provider. @returns the connection in the answer */
export async function connect(call: Call, providerSlug: string, credentials: object, otherFields: object = {}) {
  const answer = await call('POST', '/v1/integrations/connections', { body: { providerSlug, credentials, ...otherFields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Connects a list of people, which needs no server. */
export function connectList(call: Call, csv = people, otherFields: object = {}) {
  return connect(call, 'csv-people', { csv }, otherFields);
}

/** Waits for a run to end. @returns the run in the answer */
export async function waitForRun(call: Call, id: string) {
  const read = async () => (await call('GET', `/v1/runs/${id}`)).body;
  await expect.poll(async () => (await read()).status).toMatch(/completed|failed|cancelled/);
  return read();
}

/** Runs checks and waits for their end. @returns the run */
export async function runChecks(call: Call, connectionId: string, body: object = {}) {
  const answer = await call('POST', `/v1/integrations/checks/connections/${connectionId}/runs`, { body });
  expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'connection_checks' } });
  expect(answer.headers.get('location')).toBe(`/v1/runs/${answer.body.id}`);
  return waitForRun(call, answer.body.id);
}

/** Syncs employees and waits for the end. @returns the run */
export async function sync(call: Call, slug: string, query = '') {
  const answer = await call('POST', `/v1/integrations/sync/${slug}/employees${query}`);
  expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'employee_sync' } });
  return waitForRun(call, answer.body.id);
}

/** Waits until no check of a connection is in progress. @returns the runs of its checks, newest first */
export async function checkRuns(call: Call, connectionId: string, query = '') {
  const list = async () => (await call('GET', `/v1/integrations/checks/connections/${connectionId}/runs${query}`)).body.data;
  await expect
    .poll(async () => (await list()).some(({ status }: { status: string }) => status === 'pending' || status === 'running'))
    .toBe(false);
  return list();
}

/** Sends the request twice, and expects an error with this text in both of its media types. */
export function expectRequestError(call: Call, method: string, url: string, body: unknown, status: number, error: string) {
  return expectErrorInBothTypes((options) => call(method, url, { body, ...options }), status, error);
}

/** @returns the path of a connection, or of a resource below it */
export const connectionPath = (id: string, path = '') => `/v1/integrations/connections/${id}${path}`;

/** @returns the path of the runs of checks on a connection */
export const runsAt = (id: string) => `/v1/integrations/checks/connections/${id}/runs`;

export async function getCheckRun(call: Call, id: string) {
  return (await call('GET', `/v1/integrations/checks/runs/${id}`)).body;
}

/** Waits until no check is in progress, and runs one. @returns the run with its results, failures first */
export async function runCheck(call: Call, connectionId: string, checkId: string) {
  await checkRuns(call, connectionId);
  await runChecks(call, connectionId, { checkId });
  const [latest] = await checkRuns(call, connectionId, `?checkId=${checkId}`);
  return getCheckRun(call, latest.id);
}

/** Sets variables of a connection, and waits for the checks that this starts. */
export async function setVariables(call: Call, id: string, variables: object) {
  expect(await call('PATCH', `/v1/integrations/variables/connections/${id}`, { body: { variables } })).toMatchObject({ status: 200 });
  await checkRuns(call, id);
}

/**
 * Connects a monitored address in a fresh organization. @param tls makes it an HTTPS address @returns what was created, and `check`, which
 * executes one check and returns the background run and the run of the check
 */
export async function watchAddress(app: ReturnType<typeof startApp>, answer: Answer, variables: object = {}, tls?: ServerOptions) {
  const { call, organization } = await app.caller();
  const server = await standIn(answer, tls);
  const { id } = await connect(call, 'http-json', { baseUrl: server.url }, { variables });
  await checkRuns(call, id);
  return {
    call,
    organization,
    server,
    id,
    async check(checkId: string) {
      const run = await runChecks(call, id, { checkId });
      const [latest] = await checkRuns(call, id, `?checkId=${checkId}`);
      return { run, latest: await getCheckRun(call, latest.id) };
    },
  };
}
