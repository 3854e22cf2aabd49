/** Pages of a list that is loaded completely. */
import { expect, test } from 'vitest';
import type { PageRequest } from '#platform/database/page';
import { pageOfAll } from '#platform/database/page-of-all';

const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const page = (rows: readonly { readonly id: string }[], limit: number | undefined, after: PageRequest['after'], count = false) =>
  pageOfAll(rows, { limit, after, count });

test('pages follow each other to the end', () => {
  const seen: string[] = [];
  let found = page(all, 2, undefined, true);
  expect(found.total).toBe(5);
  while (found.next) {
    seen.push(...found.rows.map(({ id }) => id));
    found = page(all, 2, found.next);
  }
  expect([...seen, ...found.rows.map(({ id }) => id)]).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(found.total).toBeUndefined();
});
test('no record is skipped or repeated when earlier records are added or deleted', () => {
  const { next } = page(all, 2, undefined);
  expect(page([{ id: 'new' }, ...all], 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
  expect(page(all.slice(1), 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
});
test('the page after a deleted record begins at its place', () => {
  const { next } = page(all, 2, undefined);
  expect(page([{ id: 'a' }, { id: 'c' }, { id: 'd' }], 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
});
test('returns everything without a limit', () => {
  expect(page(all, undefined, undefined)).toMatchObject({ rows: all, next: undefined });
});
