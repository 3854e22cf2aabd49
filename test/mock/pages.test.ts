/** Each list of the contract has a next page, and an end. */
import { expect, describe, test } from 'vitest';
import { allPages } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { ask, successOf } from './ask.ts';
import { faultsOf } from './schema.ts';
import { startMock } from './start.ts';

const lists = contract.filter(({ registry }) => 'paged' in registry);
const and = (path: string, more: string) => `${path}${path.includes('?') ? '&' : '?'}${more}`;
const nextIn = ({ headers }: { readonly headers: Headers }) => /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
/** Of records that have one. */
const idsIn = (bodies: readonly { readonly data: readonly { readonly id?: string }[] }[]) =>
  bodies.flatMap(({ data }) => data.map(({ id }) => id)).filter((id) => id !== undefined);

describe.each(lists.filter(({ registry }) => 'paged' in registry && registry.paged === 'page'))('$id', ({ path, responses }) => {
  const schema = successOf(responses)?.answer.content?.['application/json']?.schema;

  test('200 with a second page, which is the last, by nextCursor and by the same Link', async () => {
    const first = await ask('GET', path);
    const next = nextIn(first) ?? '';
    expect(new URL(next, await startMock()).searchParams.get('cursor')).toBe(first.body.nextCursor);
    expect(next.split('?')[0]).toBe(path.split('?')[0]);
    const last = await ask('GET', next);
    expect(last).toMatchObject({ status: 200, body: { nextCursor: null } });
    expect(last.body.data.length).toBeGreaterThan(0);
    expect(last.headers.get('link')).toBeNull();
    expect(faultsOf(schema, last.body)).toBe('');
    const ids = idsIn([first.body, last.body]);
    expect(new Set(ids).size).toBe(ids.length);
  });
  test('200 with the number of all records where it is asked for, and only there', async () => {
    expect((await ask('GET', path)).body).not.toHaveProperty('totalCount');
    expect((await ask('GET', and(path, 'count=false'))).body).not.toHaveProperty('totalCount');
    const pages = await allPages(ask, and(path, 'count=true'));
    const total = pages.flatMap(({ data }) => data).length;
    expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => total));
  });
  test('200 with no more records than the limit allows, and all of them in the end', async () => {
    const pages = await allPages(ask, and(path, 'limit=1'));
    expect(new Set(pages.map(({ data }) => data.length))).toEqual(new Set([1]));
    expect(pages.flatMap(({ data }) => data)).toEqual((await allPages(ask, path)).flatMap(({ data }) => data));
  });
});

describe.each(lists.filter(({ registry }) => 'paged' in registry && registry.paged === 'given'))('$id', ({ path }) => {
  test('200 with a second page, which is the last, by Link alone', async () => {
    const first = await ask('GET', and(path, 'limit=2'));
    expect(Object.keys(first.body)).toEqual(['success', 'data']);
    const last = await ask('GET', nextIn(first) ?? '');
    expect(last).toMatchObject({ status: 200, body: { success: true } });
    const pages = await allPages(ask, and(path, 'limit=2'));
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(idsIn(pages)).size).toBe(pages.flatMap(({ data }) => data).length);
  });
  test('200 without pages where there is no limit', async () => {
    expect((await ask('GET', path)).headers.get('link')).toBeNull();
  });
  test('200 under /api, whose pages are there, too', async () => {
    expect(nextIn(await ask('GET', `/api${and(path, 'limit=1')}`))).toMatch(/^\/api\/v1\//);
  });
});

test('both kinds of lists are in the contract', () => {
  expect(new Set(lists.map(({ registry }) => 'paged' in registry && registry.paged))).toEqual(new Set(['page', 'given']));
});
test('200 with one page where the example is empty', async () => {
  const answer = await ask('GET', '/v1/audit-logs?count=true', { prefer: 'example=none' });
  expect(answer).toMatchObject({ status: 200, body: { data: [], nextCursor: null, totalCount: 0 } });
  expect(answer.headers.get('link')).toBeNull();
});
test('200 page by page of what is made up, up to an end', async () => {
  const made = (method: string, url: string) => ask(method, url, { prefer: 'dynamic=true, seed=pages' });
  const pages = await allPages(made, '/v1/audit-logs?count=true&limit=250');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap(({ data }) => data).length).toBe(pages[0]?.totalCount);
});
test('400 for a cursor that no page gave', async () => {
  const { nextCursor } = (await ask('GET', '/v1/audit-logs')).body;
  for (const cursor of ['nonsense', `${nextCursor}x`, `${nextCursor}.1`])
    expect(await ask('GET', `/v1/audit-logs?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { details: { cursor: { _errors: ['is not a cursor of this list'] } } },
    });
});
test('200 for the cursor that the contract shows', async () => {
  for (const { path, parameters } of lists) {
    const shown = parameters.find(({ name }) => name === 'cursor')?.example;
    expect(await ask('GET', and(path, `cursor=${shown}`)), path).toMatchObject({ status: 200 });
  }
});
