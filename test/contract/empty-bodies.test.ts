/** Tests for each operation that takes a body or may have none that no body and `{}` mean the same. */
import { beforeAll, describe, expect, test } from 'vitest';
import { request as openRequest } from 'node:http';
import { type Caller, type RequestOptions, startApp } from '../support/app.ts';
import { contract, sampledContract } from '../support/contract.ts';
import { addTask } from '../support/tasks.ts';
import { bodySchemaOf } from '../properties/requests.ts';
import { isValid } from '../properties/schema.ts';
import { idsIn, isOfCatalogue, kindOf } from '../tenancy/ids.ts';

const app = startApp();
/** The caller for requests that change nothing. */
let readOnlyCaller: Caller;
beforeAll(async () => {
  readOnlyCaller = await app.callerForEverything();
});
const changes = sampledContract.filter(({ method, registry }) => method !== 'GET' && !('body' in registry && registry.body === 'bytes'));

describe.each(changes)('$id', ({ method, path, registry }) => {
  const changesNothing = idsIn(path).some((id) => !isOfCatalogue(kindOf(id)));

  /** @returns the parts of an answer that do not depend on when it was asked */
  async function ask(options: RequestOptions) {
    const { call, inPerson } = changesNothing ? readOnlyCaller : await app.callerForEverything();
    const { status, body } = await ('requiresSession' in registry ? inPerson : call)(method, path, options);
    return status < 400 ? { status, fields: Object.keys(body ?? {}) } : { status, code: body.code, details: body.details };
  }

  test('answers no body and {} alike', async () => {
    const answer = await ask({});
    expect(answer.status).not.toBe(415);
    expect(await ask({ body: {} })).toEqual(answer);
  });
});

test('a body is optional in the contract exactly where the schema accepts {}', () => {
  const withBody = contract.flatMap((operation) => {
    const schema = bodySchemaOf(operation);
    return schema ? [{ ...operation, schema }] : [];
  });
  expect(withBody.filter(({ isBodyRequired, schema }) => isBodyRequired === isValid(schema, {})).map(({ id }) => id)).toEqual([]);
  expect(withBody.some(({ isBodyRequired }) => !isBodyRequired)).toBe(true);
});

const automationsUrl = async ({ call }: Caller) => `/v1/tasks/${(await addTask(call)).id}/automations`;
const publishUrl = () => Promise.resolve('/v1/policies/publish-all');

test.each([
  ['an operation with a body', automationsUrl, 201],
  ['an operation without one', publishUrl, 200],
])('no body and {} are the same request for an Idempotency-Key of %s', async (_what, urlFor, status) => {
  const caller = await app.callerForEverything();
  const url = await urlFor(caller);
  const bodies = [undefined, {}];
  for (const [key, [first, second]] of Object.entries({ 'none-first': bodies, 'none-last': bodies.toReversed() })) {
    const headers = { 'Idempotency-Key': key };
    const answer = await caller.call('POST', url, { body: first, headers });
    expect(answer).toMatchObject({ status });
    expect(await caller.call('POST', url, { body: second, headers })).toMatchObject({ status, body: answer.body });
  }
});

test('a body in chunks without any bytes is no body', async () => {
  const caller = await app.callerForEverything();
  for (const [url, status] of [
    [await automationsUrl(caller), 201],
    [await publishUrl(), 200],
  ] as const)
    expect(await sendInChunks('POST', url, caller.organization.key, '')).toBe(status);
});

test.each(['[]', 'null', '""', '{"a":1}', '{', `{${' '.repeat(100)}}`])('400 for %s where no body is taken', async (raw) => {
  const { call } = await app.callerForEverything();
  const refused = { status: 400, body: { details: { _errors: ['this operation takes no body'] } } };
  expect(await call('POST', await publishUrl(), { raw })).toMatchObject(refused);
});
test('400 for {} as another type where no body is taken, and for a GET', async () => {
  const { call, organization } = await app.callerForEverything();
  expect(await call('POST', await publishUrl(), { raw: '{}', type: 'text/plain' })).toMatchObject({ status: 400 });
  expect(await sendInChunks('GET', '/v1/roles', organization.key, '{}')).toBe(400);
});

/** @returns the status; `fetch` neither sends a body with a GET nor an empty one in chunks */
function sendInChunks(method: string, url: string, key: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    openRequest(app.base + url, { method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .once('error', reject)
      .end(body);
  });
}
