/** In every query parameter of the contract, each character has the same meaning as in an HTML form, encoded or not. */
import { beforeAll, expect, test } from 'vitest';
import { type Caller, startApp } from '../support/app.ts';
import { contract, type Parameter } from '../support/contract.ts';
import { send } from '../properties/wire.ts';

const app = startApp();
let caller: Caller;
beforeAll(async () => {
  caller = await app.callerForEverything();
});

const queryCases = contract.flatMap((operation) =>
  operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ ...operation, parameter, what: `${operation.id} ${parameter.name}` })),
);
type QueryCase = (typeof queryCases)[number];

function ask({ id: _id, method, path, bodies: [body], registry }: QueryCase, query: string) {
  const { token, organization } = caller;
  const headers: Record<string, string> =
    'requiresSession' in registry
      ? { Authorization: `Bearer ${token}`, 'X-Organization-Id': organization.id }
      : { 'X-API-Key': organization.key };
  const [pathname = '', requiredQuery = ''] = path.split('?');
  const otherParameters = new URLSearchParams(requiredQuery);
  otherParameters.delete(query.split('=')[0] ?? '');
  return send(app.base, {
    method,
    path: `${pathname}?${otherParameters}${otherParameters.size ? '&' : ''}${query}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}
/** Removes the parts that differ between answers to the same request. */
const withoutVaryingParts = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replaceAll(/"cursor=[^"]+|_[0-9a-f]{24}|signature=[\w-]+|expires=\d+/g, ''),
});
const isDate = ({ schema }: Parameter) => JSON.stringify(schema).includes('"date-time"');

test.each(queryCases)('$what has the same meaning with reserved characters encoded or not', async (queryCase) => {
  const { name } = queryCase.parameter;
  const rawText = "HR+?/:@!$'()*,;~.-_+%26+People=1";
  const encodedText = encodeURIComponent("HR ?/:@!$'()*,;~.-_ & People=1").replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  const [rawAnswer, encodedAnswer] = [await ask(queryCase, `${name}=${rawText}`), await ask(queryCase, `${name}=${encodedText}`)];
  expect(withoutVaryingParts(rawAnswer)).toEqual(withoutVaryingParts(encodedAnswer));
  expect(rawAnswer.text).not.toContain('reserved');
});
test.each(queryCases)('400 for $what with invalid UTF-8', async (queryCase) => {
  const { name } = queryCase.parameter;
  for (const value of ['%zz', '%', '%FF', 'a%E0%A4%A', '%C3%28']) {
    const { status, text } = await ask(queryCase, `${name}=${value}`);
    expect([status, JSON.parse(text).details], value).toMatchObject([
      400,
      { [name]: { _errors: ['is not percent-encoded UTF-8'], _codes: [{ code: 'unreadable' }], in: 'query' } },
    ]);
  }
});
test.each(queryCases.filter(({ parameter }) => isDate(parameter)))('400 for $what that the database cannot store', async (queryCase) => {
  const { name } = queryCase.parameter;
  for (const value of ['2026-01-01T00:00:00-24:00', '2026-01-01T00:00:00%2B12:60', '9999-12-31T23:59:59.9999Z']) {
    const { status, text } = await ask(queryCase, `${name}=${value}`);
    expect([status, Object.keys(JSON.parse(text).details ?? {})], value).toEqual([400, [name]]);
  }
  for (const value of [
    '2026-01-01T00:00:00-23:59',
    '2026-01-01T00:00:00%2B23:59',
    '2026-01-01T00:00:00.5%2B16:00',
    '9999-12-31T23:59:59.9994Z',
  ])
    expect((await ask(queryCase, `${name}=${value}`)).status, value).toBe(200);
});

test.each([
  ['search=Laptop+theft', 1],
  ['search=Laptop%20theft', 1],
  ['search=Laptop%2Btheft', 0],
  ["search=it's", 1],
  ['search=a/b:c', 1],
])('200 for the risks that match %s', async (query, count) => {
  const { call } = await app.callerForEverything();
  await call('POST', '/v1/risks', { body: { title: 'Laptop theft', description: "it's of a/b:c", category: 'technology' } });
  expect((await call('GET', `/v1/risks?${query}`)).body.data).toHaveLength(count);
});
