/** Errors that the contract layer answers before a handler runs. */
import { expect, test } from 'vitest';
import { detailsOf } from '#contract/details';
import { startApp } from '../support/app.ts';

const app = startApp();
const risk = { title: 't', description: 'd', category: 'technology' };
const statuses = 'must be one of: open, pending, closed, archived';

/** What `details` says about a field with one mistake. */
const mistake = (message: string, code: string, place = 'body', params: object = {}) => ({
  _errors: [message],
  _codes: [{ code, params }],
  in: place,
});

type Case = [what: string, method: string, path: string, options: object, details: object];
const cases: Case[] = [
  [
    'a missing field',
    'POST',
    '/v1/risks',
    { body: { description: 'd', category: 'other' } },
    { title: mistake('is required', 'required') },
  ],
  [
    'a wrong enum',
    'POST',
    '/v1/risks',
    { body: { ...risk, status: 'x' } },
    { status: mistake(statuses, 'not_in_list', 'body', { allowed: ['open', 'pending', 'closed', 'archived'] }) },
  ],
  [
    'fields with the names that `details` reserves',
    'POST',
    '/v1/risks',
    { body: { ...risk, _codes: 1 } },
    { _errors: ["Unknown field '_codes'"], _codes: [{ code: 'unknown_member', params: {} }] },
  ],
  ['an unknown field', 'POST', '/v1/risks', { body: { ...risk, foo: 1 } }, { foo: mistake("Unknown field 'foo'", 'unknown_member') }],
  [
    'several at once',
    'POST',
    '/v1/risks',
    { body: { ...risk, title: '', impact: 11 } },
    { title: mistake('must not be blank', 'blank'), impact: mistake('must be at most 10', 'too_big', 'body', { maximum: 10 }) },
  ],
  [
    'a query value of another type',
    'GET',
    '/v1/risks?limit=ten',
    {},
    { limit: mistake('must be an integer', 'wrong_type', 'query', { expected: ['integer'] }) },
  ],
  [
    'a query value out of the enum',
    'GET',
    '/v1/risks?status=x',
    {},
    { status: mistake(statuses, 'not_in_list', 'query', { allowed: ['open', 'pending', 'closed', 'archived'] }) },
  ],
  [
    'one of several query values',
    'GET',
    '/v1/risks?status=open&status=x',
    {},
    { status: mistake(statuses, 'not_in_list', 'query', { allowed: ['open', 'pending', 'closed', 'archived'] }) },
  ],
  [
    'an unknown query parameter',
    'GET',
    '/v1/risks?foo=1',
    {},
    { foo: mistake("Unknown query parameter 'foo'", 'unknown_member', 'query') },
  ],
  ['a blank text', 'POST', '/v1/risks', { body: { ...risk, title: ' ' } }, { title: mistake('must not be blank', 'blank') }],
  ['what is missing in the query', 'PUT', '/v1/soa/setup', {}, { frameworkId: mistake('is required', 'required', 'query') }],
  [
    'a body where none is taken',
    'PUT',
    '/v1/soa/setup',
    { body: { a: 1 } },
    { _errors: ['this operation takes no body'], _codes: [{ code: 'not_allowed', params: {} }] },
  ],
  [
    'a body of a DELETE',
    'DELETE',
    '/v1/risks/rsk_1',
    { raw: 'x', type: undefined },
    { _errors: ['this operation takes no body'], _codes: [{ code: 'not_allowed', params: {} }] },
  ],
  [
    'neither of two types',
    'GET',
    '/v1/audit-logs?timestampAfter=yesterday',
    {},
    {
      timestampAfter: mistake('must be a date-time, such as 2026-05-20T12:00:00Z, or a date, such as 2026-05-20', 'invalid_date', 'query'),
    },
  ],
  [
    'what is missing further in',
    'POST',
    '/v1/people/bulk',
    { body: { members: [{ role: 'admin' }] } },
    { 'members.0.userId': mistake('is required', 'required') },
  ],
  [
    'malformed JSON',
    'POST',
    '/v1/risks',
    { raw: '{"a":' },
    { _errors: ['the body is not valid JSON'], _codes: [{ code: 'unreadable', params: {} }] },
  ],
  [
    'a body that is no object',
    'POST',
    '/v1/risks',
    { raw: 'null' },
    { _errors: ['must be an object'], _codes: [{ code: 'wrong_type', params: { expected: ['object'] } }] },
  ],
  [
    'no body',
    'POST',
    '/v1/risks',
    {},
    Object.fromEntries(['title', 'description', 'category'].map((field) => [field, mistake('is required', 'required')])),
  ],
  [
    'a character the database cannot keep',
    'POST',
    '/v1/risks',
    { body: { ...risk, title: 'a\0b' } },
    { title: mistake('must not contain the character U+0000', 'invalid_characters') },
  ],
  [
    'a value in the path that is reserved',
    'GET',
    '/v1/trust-access/nda',
    {},
    { friendlyUrl: mistake('must not have this value', 'not_allowed', 'path') },
  ],
  [
    'such a character in the path',
    'GET',
    '/v1/risks/%00',
    {},
    { id: mistake('must not contain the character U+0000', 'invalid_characters', 'path') },
  ],
  [
    'a path that is not UTF-8',
    'GET',
    '/v1/risks/%E0%A4%A',
    {},
    { _errors: ['the path is not percent-encoded UTF-8'], _codes: [{ code: 'unreadable', params: {} }] },
  ],
];
test.each(cases)('400 for %s', async (_what, method, path, options, details) => {
  const { call } = await app.caller();
  const answer = await call(method, path, options);
  expect(answer).toMatchObject({ status: 400 });
  // The prescribed errors of risks and employees have no code.
  const code = /^\/v1\/(risks|employees)/.test(path) ? {} : { code: 'validation_failed' };
  expect(answer.body).toEqual({ success: false, error: 'Validation failed', ...code, details });
});
test.each([
  ['401 without a key', 401, 'GET', '/v1/risks', {}, 'Invalid or missing API key'],
  ['401 before a bad body', 401, 'POST', '/v1/risks', { body: {} }, 'Invalid or missing API key'],
  ['401 with a key nobody has', 401, 'GET', '/v1/risks', { key: 'x' }, 'Invalid or missing API key'],
  ['404 for a path of no area', 404, 'GET', '/v1/nope', {}, 'Not found'],
  ['404 for a path in another case', 404, 'GET', '/V1/RISKS', {}, 'Not found'],
  ['404 for a path with an encoded slash', 404, 'GET', '/v1%2Frisks', {}, 'Not found'],
  ['404 for a path with letters that are encoded', 404, 'GET', '/v1/%72isks/stats', {}, 'Not found'],
  ['404 for such a path at the application', 404, 'GET', '/%61pi/v1/risks', {}, 'Not found'],
  ['404 for a name in the place of a parameter with letters that are encoded', 404, 'GET', '/v1/risks/%73tats', {}, 'Not found'],
  ['404 for a trailing slash', 404, 'GET', '/v1/risks/', {}, 'Not found'],
  ['404 for a path of an area', 404, 'GET', '/v1/risks/a/b', {}, 'Not found'],
  ['405 for a method of no operation', 405, 'PUT', '/v1/risks', { body: {} }, 'Method not allowed'],
])('%s', async (_name, status, method, path, options, error) => {
  const answer = await app.call(method, path, options);
  expect(answer).toMatchObject({ status, body: { success: false, error } });
  if (status === 405) expect(answer.headers.get('allow')).toContain('HEAD');
});
test('415 for another media type, 413 for a body that is too large', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { raw: 'a=b', type: 'text/plain' })).toMatchObject({
    status: 415,
    body: { success: false, error: 'Unsupported media type' },
  });
  expect(await call('POST', '/v1/risks', { body: { ...risk, title: 'x'.repeat(1_100_000) } })).toMatchObject({
    status: 413,
    body: { success: false, error: 'Request body too large' },
  });
});
test('200 for an id with percent-encoded letters, and 400 if that request also has an invalid body', async () => {
  const { call } = await app.caller();
  const { id } = (await call('POST', '/v1/risks', { body: risk })).body.data;
  const path = `/v1/risks/%72${String(id).slice(1)}`;
  expect(await call('GET', path)).toMatchObject({ status: 200, body: { data: { id } } });
  expect(await call('PATCH', path, { body: { title: ' ' } })).toMatchObject({
    status: 400,
    body: { details: { title: expect.anything() } },
  });
  expect(await call('PATCH', path, { body: { title: 'New' } })).toMatchObject({ status: 200 });
});
test('200 for HEAD, without a body', async () => {
  const { call } = await app.caller();
  expect(await call('HEAD', '/v1/risks')).toMatchObject({ status: 200, body: undefined });
});
test('treats __proto__ as an ordinary field', () => {
  expect(JSON.stringify(detailsOf([{ path: '/body/__proto__', message: 'no' }]))).toBe(
    '{"__proto__":{"_errors":["no"],"_codes":[{"code":"not_allowed","params":{}}],"in":"body"}}',
  );
});

test('the Accept header may contain white space', async () => {
  const { call } = await app.caller();
  const problem = await call('GET', '/v1/roles/rol_none', { accept: 'application/json; q=0.1, application/problem+json' });
  expect(problem.headers.get('content-type')).toBe('application/problem+json');
  expect(await call('GET', '/v1/roles', { accept: 'application/json ; q=0' })).toMatchObject({ status: 406 });
  expect(await call('GET', '/v1/roles', { accept: 'application/json; charset=utf-8 ; q=0.5' })).toMatchObject({ status: 200 });
});
test.each([
  ['application/problem+json;q=0.1, application/json', 'application/json'],
  ['application/json;q=0.5, application/problem+json;q=0.6', 'application/problem+json'],
  ['application/problem+json;Q=0.1, application/json;q=0.2', 'application/json'],
  ['*/*;q=0.1, application/problem+json', 'application/problem+json'],
  ['application/problem+json;q=0, */*', 'application/json'],
  ['application/*', 'application/json'],
])('an error has the media type that Accept %s prefers', async (accept, type) => {
  const { call } = await app.caller();
  const { status, headers } = await call('GET', '/v1/roles/rol_none', { accept });
  expect([status, headers.get('content-type')]).toEqual([404, type]);
});
test('406 for an Accept header that refuses the type of the answer, whatever else it accepts', async () => {
  const { call } = await app.caller();
  for (const accept of ['application/json;q=0, */*', 'application/*;q=0, */*;q=0.5', 'text/html'])
    expect(await call('GET', '/v1/roles', { accept }), accept).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
  for (const accept of ['application/problem+json', 'application/problem+json, text/html;q=0.5', 'application/json;q=0.001'])
    expect((await call('GET', '/v1/roles', { accept })).status, accept).toBe(200);
});
test('errors that occur before the operation is determined have the form that its area prescribes', async () => {
  const { call } = await app.caller();
  const headers = { Origin: 'https://evil.example' };
  const [prescribedForm, standardForm] = [
    await call('POST', '/v1/risks', { body: risk, headers, accept: 'application/problem+json' }),
    await call('POST', '/v1/roles', { body: {}, headers }),
  ];
  expect(prescribedForm).toMatchObject({ status: 403 });
  expect(prescribedForm.body).toEqual({ success: false, error: 'This origin is not allowed to change anything' });
  expect(standardForm.body).toEqual({ success: false, error: 'This origin is not allowed to change anything', code: 'origin_not_allowed' });
  expect(prescribedForm.headers.get('cache-control')).toBe('no-store');
});
test('the link to the next page contains the whole query, including a second question mark', async () => {
  const { call } = await app.caller();
  for (const title of ['Why?', 'And why?']) await call('POST', '/v1/risks', { body: { ...risk, title } });
  const { headers } = await call('GET', '/v1/risks?search=y?&limit=1&status=open');
  const [, next = ''] = /<([^<>]+)>/.exec(headers.get('link') ?? '') ?? [];
  expect(Object.fromEntries(new URL(next, app.base).searchParams)).toMatchObject({ search: 'y?', limit: '1', status: 'open' });
});
test('400 for an invalid percent-encoding, which is not decoded to another value', async () => {
  const { call } = await app.caller();
  expect(await call('GET', '/v1/people/%%341')).toMatchObject({ status: 400, body: { details: { _errors: [expect.any(String)] } } });
});
