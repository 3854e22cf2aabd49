/** What the mock answers to a request that fits the contract. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, type Options } from '../support/app.ts';
import { contract, document, resolve } from '../support/contract.ts';
import { isOfAPerson } from '../support/persons.ts';
import { textIn } from './files.ts';
import { startMock } from './start.ts';

let base: string;
beforeAll(async () => {
  base = await startMock();
});
const ask = (method: string, path: string, { prefer, headers, ...options }: Options & { prefer?: string } = {}) =>
  call(base, method, path, {
    ...(isOfAPerson(method, path) ? { bearer: 'any' } : { key: 'any' }),
    ...options,
    headers: {
      ...(isOfAPerson(method, path) && { 'X-Organization-Id': 'org_68aa0d2f6f1c2b3a4d5e6f70' }),
      ...(prefer !== undefined && { Prefer: prefer }),
      ...headers,
    },
  });

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'spec');
/** @returns what is wrong with a body, or nothing */
function faultsOf(schema: object | undefined, body: unknown): string {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"spec#/')));
  return validate(body) ? '' : ajv.errorsText(validate.errors);
}

/** Of what type a file is, no example says. */
const sentAs = (mediaType: string | undefined) => (mediaType === '*/*' ? 'application/octet-stream' : mediaType);

describe.each(contract)('$id', ({ method, path, parameters, bodies, responses, registry }) => {
  const [body] = bodies;
  const success = responses.filter(({ status }) => status >= 200 && status < 300).sort((one, other) => one.status - other.status)[0];
  const [[type, media] = []] = Object.entries(success?.answer.content ?? {});
  const first = media && resolve(Object.values(media.examples ?? {})[0] ?? {}).value;

  test(`${success?.status} with the first example, for each example of a request`, async () => {
    for (const example of bodies.length ? bodies : [undefined]) {
      const answer = await ask(method, path, { body: example });
      expect(answer.status, answer.text).toBe(success?.status);
      expect(answer.headers.get('content-type')?.split(';')[0]).toBe(sentAs(type));
      if (type !== 'application/json') {
        expect(await textIn(type, answer)).toBe(first ?? '');
        continue;
      }
      expect(answer.body).toEqual(first);
      expect(faultsOf(media?.schema, answer.body)).toBe('');
    }
  });
  test(`${success?.status} with each optional query parameter`, async () => {
    const optional = parameters.filter((parameter) => parameter.in === 'query' && !parameter.required && parameter.name !== 'token');
    for (const { name, example } of optional) {
      const answer = await ask(
        method,
        `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(String([example].flat()[0]))}`,
        { body },
      );
      expect(answer.status, answer.text).toBe(success?.status);
    }
  });
  test.each(responses)(
    '$status where it is preferred, in every media type and with every example',
    async ({ status, answer: declared }) => {
      for (const [mediaType, { schema, examples = {} }] of Object.entries(declared.content ?? {})) {
        for (const [index, [name, example]] of Object.entries(examples).entries()) {
          const answer = await ask(method, path, {
            body,
            prefer: `code=${status}${index === 0 ? '' : `, example=${name}`}`,
            ...(mediaType !== 'application/json' && { accept: mediaType }),
          });
          expect(answer.status, answer.text).toBe(status);
          expect(answer.headers.get('content-type')?.split(';')[0]).toBe(sentAs(mediaType));
          if (!mediaType.endsWith('+json') && mediaType !== 'application/json') {
            expect(await textIn(mediaType, answer)).toBe(resolve(example).value);
            continue;
          }
          expect(answer.body).toEqual(resolve(example).value);
          expect(faultsOf(schema, answer.body)).toBe('');
        }
      }
      const answer = await ask(method, path, { body, prefer: `code=${status}` });
      expect(answer.status).toBe(status);
      if (!declared.content) expect(answer).toMatchObject({ text: '' });
      for (const header of Object.keys(declared.headers ?? {}))
        if (header !== 'Link') expect(answer.headers.get(header), header).toBeTruthy();
    },
  );
  if (type === 'application/json') {
    test(`${success?.status} with a body that is made up and valid, where dynamic=true is preferred`, async () => {
      const answer = await ask(method, path, { body, prefer: `dynamic=true, seed=${registry.path}` });
      expect(answer.status, answer.text).toBe(success?.status);
      expect(faultsOf(media?.schema, answer.body)).toBe('');
    });
  }
  test('400 where a code or an example is preferred that is not declared', async () => {
    const unknownCode = await ask(method, path, { body, prefer: 'code=418' });
    expect(unknownCode).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: 'Validation failed',
        details: { Prefer: { _errors: [expect.stringMatching(/^code is one of \d{3}, .* here$/)] } },
      },
    });
    const unknownExample = await ask(method, path, { body, prefer: 'example=nonsense' });
    expect(unknownExample).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: 'Validation failed',
        details: { Prefer: { _errors: [expect.stringMatching(/^(example is one of .*|\d{3} has no examples) here$/)] } },
      },
    });
  });
});

describe('preferences', () => {
  test('400 for a code that is no number, and for a dynamic that is neither true nor false', async () => {
    for (const prefer of ['code=x', 'code', 'dynamic=yes']) {
      expect(await ask('GET', '/v1/risks', { prefer })).toMatchObject({
        status: 400,
        body: { details: { Prefer: { _errors: ['code takes a status of three digits, dynamic takes true or false'] } } },
      });
    }
  });
  test('200 as ever for preferences that are not ours', async () => {
    expect(await ask('GET', '/v1/risks', { prefer: 'return=minimal, respond-async' })).toMatchObject({ status: 200 });
  });
  test('a wrong request is refused before any preference counts', async () => {
    expect(await ask('GET', '/v1/risks?nonsense=1', { prefer: 'code=500' })).toMatchObject({ status: 400 });
    expect(await call(base, 'GET', '/v1/risks', { headers: { Prefer: 'code=200' } })).toMatchObject({ status: 401 });
  });
});

describe('credentials', () => {
  const organization = { 'X-Organization-Id': 'org_1' };
  test.each([
    ['a key', '/v1/roles', { key: 'x' }],
    ['a key as a bearer token, on risks', '/v1/risks', { bearer: 'cak_x' }],
    ['a session and its organization', '/v1/roles', { bearer: 'x', headers: organization }],
    ['a session cookie and its organization', '/v1/roles', { headers: { ...organization, Cookie: 'a=b; session=x' } }],
    ['an access token', '/v1/organization/primary-color?token=x', {}],
  ])('200 with any value of %s', async (_what, path, options) => {
    expect(await call(base, 'GET', path, options)).toMatchObject({ status: 200 });
  });
  test.each([
    ['an empty key', '/v1/risks', { headers: { 'X-API-Key': '' } }],
    ['a key as a bearer token elsewhere', '/v1/roles', { bearer: 'cak_x' }],
    ['an access token elsewhere', '/v1/roles', { bearer: '' }],
  ])('401 with %s', async (_what, path, options) => {
    expect(await call(base, 'GET', path, options)).toMatchObject({ status: 401 });
  });
});

describe('lists', () => {
  test('200 page by page up to an end, by nextCursor and by the same Link', async () => {
    const page = await ask('GET', '/v1/audit-logs?limit=2');
    const { nextCursor } = page.body;
    expect(page.headers.get('link')).toBe(`</v1/audit-logs?limit=2&cursor=${encodeURIComponent(nextCursor)}>; rel="next"`);
    const last = await ask('GET', `/v1/audit-logs?limit=2&cursor=${encodeURIComponent(nextCursor)}`);
    expect(last).toMatchObject({ status: 200, body: { data: page.body.data, nextCursor: null } });
    expect(last.headers.get('link')).toBeNull();
  });
  test('200 with a Link on a given list where there is a limit, and none where there is not', async () => {
    expect((await ask('GET', '/v1/risks')).headers.get('link')).toBeNull();
    const next = /^<(.*)>; rel="next"$/.exec((await ask('GET', '/v1/risks?limit=2')).headers.get('link') ?? '')?.[1] ?? '';
    expect(next).toMatch(/^\/v1\/risks\?limit=2&cursor=/);
    const last = await ask('GET', next);
    expect(last.status).toBe(200);
    expect(last.headers.get('link')).toBeNull();
  });
});

describe('records', () => {
  test('304 for the ETag that was shown, 412 for another', async () => {
    const etag = (await ask('GET', '/v1/risks/rsk_1')).headers.get('etag') ?? '';
    expect(await ask('GET', '/v1/risks/rsk_1', { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' });
    expect(await ask('PATCH', '/v1/risks/rsk_1', { body: { title: 'x' }, headers: { 'If-Match': etag } })).toMatchObject({ status: 200 });
    expect(await ask('PATCH', '/v1/risks/rsk_1', { body: { title: 'x' }, headers: { 'If-Match': '"another"' } })).toMatchObject({
      status: 412,
      body: { success: false, error: 'The record has changed' },
    });
  });
  test('200 for HEAD, without the body', async () => {
    const [get, head] = [await ask('GET', '/v1/risks/rsk_1'), await ask('HEAD', '/v1/risks/rsk_1')];
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const header of ['content-type', 'content-length', 'etag']) expect(head.headers.get(header)).toBe(get.headers.get(header));
  });
  test('200 under /api as well, where the contract names that server', async () => {
    expect(await ask('GET', '/api/v1/risks/rsk_1')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/api/v1/roles')).toMatchObject({ status: 404 });
  });
});

test('200 for a file: lines of JSON, under the name that the contract shows', async () => {
  const { status, headers, text } = await ask('GET', '/v1/audit-logs/export');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="/);
  for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('id');
});
test('a page of any origin may send any header and read every header of the contract', async () => {
  const origin = { Origin: 'http://localhost:5173' };
  const preflight = await call(base, 'OPTIONS', '/v1/risks/rsk_1', {
    headers: { ...origin, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'prefer,x-api-key,if-match' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin.Origin);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('prefer,x-api-key,if-match');
  const answer = await ask('DELETE', '/v1/risks/rsk_1', { headers: origin });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin.Origin);
  for (const header of ['Content-Disposition', 'ETag', 'Link', 'Location', 'RateLimit', 'Retry-After', 'X-Request-Id'])
    expect(answer.headers.get('access-control-expose-headers')).toContain(header);
});
test('each answer has an id of its own', async () => {
  const ids = await Promise.all(
    [ask('GET', '/v1/risks'), ask('GET', '/v1/nope')].map(async (answer) => (await answer).headers.get('x-request-id')),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{24}$/);
});
