/** Tests the pages of a list that is loaded completely. */
import { expect, test } from 'vitest';
import type { PageRequest } from '#platform/database/page';
import { pageOfAll } from '#platform/database/page-of-all';

const records = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const readPage = (rows: readonly { readonly id: string }[], limit: number | undefined, after: PageRequest['after'], count = false) =>
  pageOfAll(rows, { limit, after, count });

test('pages follow each other to the end', () => {
  const seenIds: string[] = [];
  let currentPage = readPage(records, 2, undefined, true);
  expect(currentPage.total).toBe(5);
  while (currentPage.next) {
    seenIds.push(...currentPage.rows.map(({ id }) => id));
    currentPage = readPage(records, 2, currentPage.next);
  }
  expect([...seenIds, ...currentPage.rows.map(({ id }) => id)]).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(currentPage.total).toBeUndefined();
});
test('no record is skipped or repeated when earlier records are added or deleted', () => {
  const { next } = readPage(records, 2, undefined);
  expect(readPage([{ id: 'new' }, ...records], 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
  expect(readPage(records.slice(1), 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
});
test('the page after a deleted record begins where the record was', () => {
  const { next } = readPage(records, 2, undefined);
  expect(readPage([{ id: 'a' }, { id: 'c' }, { id: 'd' }], 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
});
test('returns all records without a limit', () => {
  expect(readPage(records, undefined, undefined)).toMatchObject({ rows: records, next: undefined });
});
test('previous pages lead back to the beginning, even past deleted records', () => {
  const bounds = { limit: 2, after: undefined, count: false };
  const last = readPage(records, 2, { at: 3, id: 'd' });
  expect(last.rows).toEqual([{ id: 'e' }]);
  const middle = pageOfAll(records, { ...bounds, before: last.previous });
  expect(middle).toMatchObject({ rows: [{ id: 'c' }, { id: 'd' }], next: { at: 3, id: 'd' } });
  const first = pageOfAll(records, { ...bounds, before: middle.previous });
  expect(first).toMatchObject({ rows: [{ id: 'a' }, { id: 'b' }], previous: undefined, next: { at: 1, id: 'b' } });
  expect(pageOfAll(records.slice(2), { ...bounds, before: middle.previous })).toMatchObject({ rows: [{ id: 'c' }, { id: 'd' }] });
  expect(
    pageOfAll(
      records.filter(({ id }) => id !== 'c'),
      { ...bounds, before: middle.previous },
    ).rows,
  ).toEqual([{ id: 'a' }, { id: 'b' }]);
});
