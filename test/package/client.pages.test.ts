/** Tests single pages of lists in the client, which have one form for all lists. */
import { expect, test } from 'vitest';
import { createClient, type ListPage } from '#generated/client';
import { startApp } from '../support/app.ts';
import { ada, add as addEmployee } from '../support/employees.ts';
import { add as addRisk } from '../support/risks.ts';
import { addVendor } from '../support/vendors.ts';

const app = startApp();

async function createOwner() {
  const { call, organization } = await app.caller();
  const requestedUrls: URL[] = [];
  const client = createClient({
    baseUrl: app.base,
    apiKey: organization.key,
    fetch(request) {
      requestedUrls.push(new URL(request.url));
      return fetch(request);
    },
  });
  return { call, client, requestedUrls };
}
/** Reads all pages, as a table with a button for the next page does. */
async function readPages<Row>(ask: (cursor: string | undefined) => Promise<ListPage<Row>>): Promise<ListPage<Row>[]> {
  const pages = [await ask(undefined)];
  for (let next = pages[0]?.nextCursor; next;) {
    const page = await ask(next);
    pages.push(page);
    next = page.nextCursor;
  }
  return pages;
}
const cursors = { nextCursor: null, previousCursor: null };

test('200 for the pages of a list with nextCursor, with the total on request', async () => {
  const { call, client } = await createOwner();
  for (const name of ['Alder', 'Birch', 'Cedar']) await addVendor(call, { name });
  const pages = await readPages((cursor) =>
    client.page('/v1/vendors', {
      params: { query: { limit: 2, count: true, sortBy: 'name', sortOrder: 'asc', ...(cursor !== undefined && { cursor }) } },
    }),
  );
  expect(pages.map(({ data, ...rest }) => ({ ...rest, names: data.map(({ name }) => name) }))).toEqual([
    { ...cursors, names: ['Alder', 'Birch'], nextCursor: expect.any(String), totalCount: 3 },
    { nextCursor: null, previousCursor: expect.any(String), names: ['Cedar'], totalCount: 3 },
  ]);
  expect(await client.page('/v1/vendors')).toMatchObject({ ...cursors, totalCount: undefined });
});
test('200 for the pages of risks and employees, which are given without pages', async () => {
  const { call, client, requestedUrls } = await createOwner();
  for (const title of ['Ash', 'Beech', 'Elm']) await addRisk(call, { title });
  const pages = await readPages((cursor) =>
    client.page('/v1/risks', {
      params: { query: { limit: 2, sortBy: 'title', sortOrder: 'asc', ...(cursor !== undefined && { cursor }) } },
    }),
  );
  expect(pages.map(({ data }) => data.map(({ title }) => title))).toEqual([['Ash', 'Beech'], ['Elm']]);
  expect(pages).toEqual([
    expect.objectContaining({ ...cursors, nextCursor: expect.any(String) }),
    expect.objectContaining({ nextCursor: null, previousCursor: expect.any(String) }),
  ]);
  expect(requestedUrls.map(({ searchParams }) => searchParams.get('limit'))).toEqual(['2', '2']);

  await addEmployee(call, ada);
  const employees = await client.page('/v1/employees');
  expect(employees).toMatchObject({ ...cursors, data: expect.arrayContaining([expect.objectContaining({ email: ada.email })]) });
  expect(requestedUrls.at(-1)?.searchParams.get('limit')).toBe('100');
});
test('a page has the cursor of the page before, from the body or from the Link header', async () => {
  for (const [body, link] of [
    [{ data: [], nextCursor: 'n', previousCursor: 'p' }, undefined],
    [{ success: true, data: [] }, '</v1/risks?cursor=n&limit=1>; rel="next", </v1/risks?cursor=p&limit=1>; rel="prev"'],
  ] as const) {
    const headers: Record<string, string> = link === undefined ? {} : { Link: link };
    const answer = Object.defineProperty(Response.json(body, { headers }), 'url', { value: `${app.base}/v1/risks` });
    const client = createClient({ baseUrl: app.base, fetch: async () => answer });
    expect(await client.page('/v1/risks')).toMatchObject({ nextCursor: 'n', previousCursor: 'p' });
  }
});
test('a page throws an error for 401 and 400', async () => {
  await expect(createClient({ baseUrl: app.base }).page('/v1/vendors')).rejects.toMatchObject({ status: 401 });
  const { client } = await createOwner();
  await expect(client.page('/v1/vendors', { params: { query: { cursor: 'made up' } } })).rejects.toMatchObject({
    status: 400,
    details: { cursor: expect.anything() },
    requestId: expect.stringMatching(/^req_/),
  });
});
