/** From each page of a list, `previousCursor` returns to the page before (spec/conventions, 7). */
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { withValidAddress } from '../support/signed.ts';
import { trackChanges } from '../tenancy/changes.ts';
import { exampleOf, newFullOrganization, type Organization } from '../tenancy/organizations.ts';

const app = startApp();
let organization: Organization;
let ids: Awaited<ReturnType<Organization['ids']>>;
beforeAll(async () => {
  const changes = await trackChanges(app.database);
  organization = await newFullOrganization(app, changes);
  ids = await organization.ids();
  await changes.end();
});

/** Enough pages to see the first, a middle and a last one. */
const maxPages = 5;
const linkIn = (headers: Headers, relation: string) => new RegExp(`<([^<>]*)>; rel="${relation}"`).exec(headers.get('link') ?? '')?.[1];
/** Only the ranking of the search goes forward only. */
const lists = contract.filter(({ id, registry }) => 'paged' in registry && id !== 'searchRecords');
const listsWithPages = new Set<string>();

test.each(lists)('200 for $id forward and back again', async (operation) => {
  const example = exampleOf(operation, (kind) => ids.get(kind)?.[0] ?? newId(kind));
  const path = withValidAddress(operation, example.path, app.ports.secrets, organization.id);
  const read = async (url: string) => {
    const answer = await organization.call('GET', url);
    expect(answer.status, answer.text).toBe(200);
    const next = linkIn(answer.headers, 'next');
    const previous = linkIn(answer.headers, 'prev');
    if ('nextCursor' in answer.body) {
      expect(cursorIn(next)).toBe(answer.body.nextCursor);
      expect(cursorIn(previous)).toBe(answer.body.previousCursor ?? null);
    }
    return { data: answer.body.data, next, previous };
  };
  const pages = [await read(`${path}${path.includes('?') ? '&' : '?'}limit=1`)];
  expect(pages[0]?.previous).toBeUndefined();
  for (let next = pages[0]?.next; next !== undefined && pages.length < maxPages; next = pages.at(-1)?.next) pages.push(await read(next));
  if (pages.length > 1) listsWithPages.add(operation.id);
  const returned = [];
  for (let previous = pages.at(-1)?.previous; previous !== undefined; previous = returned.at(-1)?.previous)
    returned.push(await read(previous));
  expect(returned.map(({ data }) => data)).toEqual(
    pages
      .slice(0, -1)
      .toReversed()
      .map(({ data }) => data),
  );
  // The way forward continues from a page that was reached backward.
  for (const [index, { next }] of returned.entries()) expect((await read(next ?? '')).data).toEqual(pages.at(-1 - index)?.data);
});
const cursorIn = (link: string | undefined) => (link === undefined ? null : new URL(link, 'http://localhost').searchParams.get('cursor'));

test('most lists of a full organization have more than one page', () => {
  expect(listsWithPages.size).toBeGreaterThan(lists.length / 2);
});
test('200 with the first page when all records before a page were deleted', async () => {
  const { call } = await app.caller();
  const created: string[] = [];
  for (const name of ['Alder', 'Birch', 'Cedar'])
    created.push((await call('POST', '/v1/vendors', { body: { name, description: 'A vendor.', category: 'cloud' } })).body.id);
  const url = '/v1/vendors?sortBy=name&sortOrder=asc&limit=1';
  const first = await call('GET', url);
  const second = await call('GET', `${url}&cursor=${first.body.nextCursor}`);
  const back = `${url}&cursor=${second.body.previousCursor}`;
  expect((await call('GET', back)).body.data).toMatchObject([{ name: 'Alder' }]);
  await call('DELETE', `/v1/vendors/${created[0]}`);
  const answer = await call('GET', back);
  expect(answer.body).toMatchObject({ data: [{ name: 'Birch' }], nextCursor: expect.any(String) });
  expect(answer.body).not.toHaveProperty('previousCursor');
});
