/**
 * The same generated requests to the mock and to the server. What is wrong gets the same refusal from both; what fits gets the same status,
 * unless the server refuses it for what is stored: then the mock shows that refusal where it is asked for it. test/mock/parity.test.ts has
 * what is wrong with a request as a whole, such as its credential, its method or its media type.
 */
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../mock/start.ts';
import { startApp } from '../support/app.ts';
import { sampledContract } from '../support/contract.ts';
import { fittingRequests, type GeneratedRequest, namesIn, wrongRequests } from './requests.ts';
import { isLong, regressions, run, seed, time } from './run.ts';
import { cursorMark } from './values.ts';
import { breach } from './verdict.ts';
import { type Received, send } from './wire.ts';
import { worldOf } from './world.ts';

/** What the server refuses and the mock, which stores nothing and opens no file, lets through. A long run meets each. */
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

const world = worldOf(startApp());
let mock: string;
beforeAll(async () => {
  mock = await startMock();
});
const met = new Set<number>();
afterAll(() => console.log(`mock and server, seed ${seed}: they differed in ${[...met].toSorted().join(', ') || 'nothing'}`));

async function verdict(request: GeneratedRequest): Promise<string | undefined> {
  const { sent, answer } = await world.ask(request);
  const mocked = await send(mock, sent);
  const what = (fault: string) => `${sent.method} ${sent.path.slice(0, 500)} ${fault}\nserver: ${shown(answer)}\nmock: ${shown(mocked)}`;
  for (const [who, broken] of [
    ['server', breach(request, answer)],
    ['mock', breach(request, mocked)],
  ])
    if (broken !== undefined) return what(`${who}: ${broken}`);
  if (request.wrong)
    return JSON.stringify(answer) === JSON.stringify(mocked)
      ? undefined
      : what(`(${request.wrong.names[0]}: ${request.wrong.how}) is refused differently`);
  if (answer.status === mocked.status) return undefined;
  // The mock only knows the records of its examples, so another value confirms nothing there.
  if (mocked.status === 409 && mocked.text.includes('confirmation_required')) return undefined;
  if (!(answer.status in differences)) return what('has another status');
  met.add(answer.status);
  // Of a record that is not there the mock has the ETag all the same: both refuse, for what is stored.
  if (mocked.status === 412) return undefined;
  if (mocked.status >= 400) return what('has another status');
  const preferred = await send(mock, { ...sent, headers: { ...sent.headers, Prefer: `code=${answer.status}` } });
  const broken = breach(request, preferred);
  return preferred.status === answer.status && preferred.type === answer.type && broken === undefined
    ? undefined
    : what(`has ${shown(preferred)} in the mock where ${answer.status} is preferred`);
}

const shown = ({ status, type, text }: Received) => `${status} ${type} ${text.slice(0, 300)}`;
const accepts = fc.constantFrom(
  undefined,
  'application/json',
  'application/problem+json',
  'application/problem+json, application/json;q=0.5',
  '*/*',
  'text/html',
  'nonsense',
);
/** What is wrong, asked for in any type; what fits, without a cursor: one of the server's is none of the mock's. */
const comparable = (requests: Arbitrary<GeneratedRequest>) =>
  fc
    .tuple(requests, accepts)
    .map(([request, accept]): GeneratedRequest =>
      request.wrong
        ? { ...request, headers: { ...request.headers, ...(accept !== undefined && { accept }) } }
        : { ...request, query: request.query.filter(([, value]) => value !== cursorMark) },
    );

test.each(regressions())('what failed once: $name', async ({ request }) => {
  world.fresh();
  expect(await verdict(request)).toBeUndefined();
});

describe.each(sampledContract)('$id', (operation) => {
  test('the same from both, whatever is asked', { timeout: 180_000 + time * 2 }, async () => {
    // requests.test.ts has each parameter and field wrong once.
    const draws = [fittingRequests(operation, namesIn(operation)), wrongRequests(operation)];
    expect(await run(operation, verdict, comparable, draws)).toBeGreaterThan(0);
  });
});

if (isLong)
  test('no difference is accepted that there is not', () => {
    expect([...met].toSorted()).toEqual(Object.keys(differences).map(Number));
  });
