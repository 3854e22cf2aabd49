/**
 * Sends the same generated requests to the mock and to the server. Both give the same error for an invalid request and the same status for
 * a valid one. If the server rejects it because of stored data, the mock returns that error when `Prefer` requests it. Credentials, methods
 * and media types are tested in test/mock/parity.test.ts.
 */
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../mock/start.ts';
import { startApp } from '../support/app.ts';
import { sampledContract } from '../support/contract.ts';
import { validRequests, type GeneratedRequest, inputNames, invalidRequests } from './requests.ts';
import { isLongRun, regressions, run, seed, timePerOperation } from './run.ts';
import { cursorMark } from './values.ts';
import { findUndeclaredPart } from './verdict.ts';
import { type Received, send } from './wire.ts';
import { createWorld } from './world.ts';

/** Statuses of the server that the mock does not return, because it stores nothing and opens no file. A long run sees each of them. */
const differences: Readonly<Record<number, string>> = {
  201: 'what may be there already was not',
  400: 'what is named is not there, or a rule of rules.ts',
  401: 'a code was not issued',
  403: 'the caller may not do this to this record',
  404: 'the record is not there',
  409: 'the state of a record does not allow it',
  410: 'the address has run out',
  412: 'If-Match asks for any record, and there is none',
  413: 'the file is going to be too large',
  415: 'the file is of another type',
  422: 'the content of the file is not of its type, or the Idempotency-Key was used before',
};

const world = createWorld(startApp());
let mock: string;
beforeAll(async () => {
  mock = await startMock();
});
const seenStatuses = new Set<number>();
afterAll(() => console.log(`mock and server, seed ${seed}: they differed in ${[...seenStatuses].toSorted().join(', ') || 'nothing'}`));

async function verdict(request: GeneratedRequest): Promise<string | undefined> {
  const { sent, answer } = await world.ask(request);
  const mockAnswer = await send(mock, sent);
  const describeFault = (fault: string) =>
    `${sent.method} ${sent.path.slice(0, 500)} ${fault}\nserver: ${shortAnswer(answer)}\nmock: ${shortAnswer(mockAnswer)}`;
  for (const [serverName, contractFault] of [
    ['server', findUndeclaredPart(request, answer)],
    ['mock', findUndeclaredPart(request, mockAnswer)],
  ])
    if (contractFault !== undefined) return describeFault(`${serverName}: ${contractFault}`);
  if (request.wrong)
    return JSON.stringify(answer) === JSON.stringify(mockAnswer)
      ? undefined
      : describeFault(`(${request.wrong.names[0]}: ${request.wrong.how}) is refused differently`);
  if (answer.status === mockAnswer.status) return undefined;
  // The mock only knows the records of its examples, so it accepts only their confirmation.
  if (mockAnswer.status === 409 && mockAnswer.text.includes('confirmation_required')) return undefined;
  if (!(answer.status in differences)) return describeFault('has another status');
  seenStatuses.add(answer.status);
  // The mock has an ETag even for records that do not exist, so both reject the request, with different statuses.
  if (mockAnswer.status === 412) return undefined;
  if (mockAnswer.status >= 400) return describeFault('has another status');
  const preferredAnswer = await send(mock, { ...sent, headers: { ...sent.headers, Prefer: `code=${answer.status}` } });
  const contractFault = findUndeclaredPart(request, preferredAnswer);
  return preferredAnswer.status === answer.status && preferredAnswer.type === answer.type && contractFault === undefined
    ? undefined
    : describeFault(`has ${shortAnswer(preferredAnswer)} in the mock where ${answer.status} is preferred`);
}

const shortAnswer = ({ status, type, text }: Received) => `${status} ${type} ${text.slice(0, 300)}`;
const accepts = fc.constantFrom(
  undefined,
  'application/json',
  'application/problem+json',
  'application/problem+json, application/json;q=0.5',
  '*/*',
  'text/html',
  'nonsense',
);
/** Gives invalid requests any `Accept` header, and removes cursors from valid requests, because the mock rejects cursors of the server. */
const comparableRequests = (requests: Arbitrary<GeneratedRequest>) =>
  fc
    .tuple(requests, accepts)
    .map(([request, accept]): GeneratedRequest =>
      request.wrong
        ? { ...request, headers: { ...request.headers, ...(accept !== undefined && { accept }) } }
        : { ...request, query: request.query.filter(([, value]) => value !== cursorMark) },
    );

test.each(regressions())('mock and server agree on the former failure $name', async ({ request }) => {
  world.fresh();
  expect(await verdict(request)).toBeUndefined();
});

describe.each(sampledContract)('$id', (operation) => {
  test('mock and server answer generated requests alike', { timeout: 180_000 + timePerOperation * 2 }, async () => {
    // requests.test.ts also makes each parameter and each field invalid once.
    const draws = [validRequests(operation, inputNames(operation)), invalidRequests(operation)];
    expect(await run(operation, verdict, comparableRequests, draws)).toBeGreaterThan(0);
  });
});

if (isLongRun)
  test('every accepted difference occurs', () => {
    expect([...seenStatuses].toSorted()).toEqual(Object.keys(differences).map(Number));
  });
