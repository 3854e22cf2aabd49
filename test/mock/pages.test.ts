/** Each list of the contract has a second page, and a last page. */
import { expect, describe, test } from 'vitest';
import { allPages } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { ask, successOf } from './ask.ts';
import { validationErrorsOf } from './schema.ts';
import { startMock } from './start.ts';

const lists = contract.filter(({ registry }) => 'paged' in registry);
const withQuery = (path: string, parameter: string) => `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
const nextLink = ({ headers }: { readonly headers: Headers }) => /<([^<>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
/** @returns the ids in pages, of the records that have an id */
const idsIn = (bodies: readonly { readonly data: readonly { readonly id?: string }[] }[]) =>
  bodies.flatMap(({ data }) => data.map(({ id }) => id)).filter((id) => id !== undefined);

describe.each(lists.filter(({ registry }) => 'paged' in registry && registry.paged === 'page'))('$id', ({ id, path, responses }) => {
  const schema = successOf(responses)?.answer.content?.['application/json']?.schema;

  test('200 with a second and last page, by nextCursor and by an equal Link header', async () => {
    const first = await ask('GET', path);
    const next = nextLink(first) ?? '';
    expect(new URL(next, await startMock()).searchParams.get('cursor')).toBe(first.body.nextCursor);
    expect(next.split('?')[0]).toBe(path.split('?')[0]);
    const lastPage = await ask('GET', next);
    expect(lastPage).toMatchObject({ status: 200, body: { nextCursor: null } });
    expect(lastPage.body.data.length).toBeGreaterThan(0);
    const ids = idsIn([first.body, lastPage.body]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(nextLink(lastPage)).toBeUndefined();
    expect(validationErrorsOf(schema, lastPage.body)).toBe('');
    if (id === 'searchRecords') return expect(lastPage.headers.get('link')).toBeNull();
    const previous = await ask('GET', /<([^<>]*)>; rel="prev"/.exec(lastPage.headers.get('link') ?? '')?.[1] ?? '');
    expect(previous.body).toEqual(first.body);
  });
  test('200 with the number of all records only if the request asks for it', async () => {
    expect((await ask('GET', path)).body).not.toHaveProperty('totalCount');
    expect((await ask('GET', withQuery(path, 'count=false'))).body).not.toHaveProperty('totalCount');
    const pages = await allPages(ask, withQuery(path, 'count=true'));
    const total = pages.flatMap(({ data }) => data).length;
    expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => total));
  });
  test('200 with at most `limit` records on a page, and all records on all pages together', async () => {
    const pages = await allPages(ask, withQuery(path, 'limit=1'));
    expect(new Set(pages.map(({ data }) => data.length))).toEqual(new Set([1]));
    expect(pages.flatMap(({ data }) => data)).toEqual((await allPages(ask, path)).flatMap(({ data }) => data));
  });
});

describe.each(lists.filter(({ registry }) => 'paged' in registry && registry.paged === 'given'))('$id', ({ path }) => {
  test('200 with a second and last page, by nextCursor and by an equal Link header', async () => {
    const first = await ask('GET', withQuery(path, 'limit=2'));
    expect(Object.keys(first.body)).toEqual(['success', 'data', 'nextCursor']);
    expect(new URL(nextLink(first) ?? '', await startMock()).searchParams.get('cursor')).toBe(first.body.nextCursor);
    const nextPage = await ask('GET', nextLink(first) ?? '');
    expect(nextPage).toMatchObject({ status: 200, body: { success: true } });
    const pages = await allPages(ask, withQuery(path, 'limit=2'));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1).nextCursor).toBeNull();
    expect(new Set(idsIn(pages)).size).toBe(pages.flatMap(({ data }) => data).length);
  });
  test('200 with all records on one page without a limit', async () => {
    expect((await ask('GET', path)).headers.get('link')).toBeNull();
  });
  test('200 under /api, with the next page also under /api', async () => {
    expect(nextLink(await ask('GET', `/api${withQuery(path, 'limit=1')}`))).toMatch(/^\/api\/v1\//);
  });
});

test('the contract has both kinds of lists', () => {
  expect(new Set(lists.map(({ registry }) => 'paged' in registry && registry.paged))).toEqual(new Set(['page', 'given']));
});
test('200 with one page if the example is empty', async () => {
  const answer = await ask('GET', '/v1/audit-logs?count=true', { prefer: 'example=none' });
  expect(answer).toMatchObject({ status: 200, body: { data: [], nextCursor: null, totalCount: 0 } });
  expect(answer.headers.get('link')).toBeNull();
});
test('200 with pages of generated records, up to a last page', async () => {
  const askGenerated = (method: string, url: string) => ask(method, url, { prefer: 'dynamic=true, seed=pages' });
  const pages = await allPages(askGenerated, '/v1/audit-logs?count=true&limit=250');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap(({ data }) => data).length).toBe(pages[0]?.totalCount);
});
test('400 for a cursor that no page has returned', async () => {
  const { nextCursor } = (await ask('GET', '/v1/audit-logs')).body;
  for (const cursor of ['nonsense', `${nextCursor}x`, `${nextCursor}.1`])
    expect(await ask('GET', `/v1/audit-logs?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { details: { cursor: { _errors: ['is not a cursor of this list'] } } },
    });
});
test('200 for the cursor in the example of Link in the contract', async () => {
  for (const { path, responses } of lists) {
    const link = responses.find(({ status }) => status === 200)?.answer.headers?.Link?.example;
    const exampleCursor = /[?&]cursor=([^&>]+)/.exec(String(link))?.[1];
    expect(exampleCursor, path).toMatch(/./);
    expect(await ask('GET', withQuery(path, `cursor=${exampleCursor}`)), path).toMatchObject({ status: 200 });
  }
});
