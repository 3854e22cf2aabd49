/** Pages of a list that is read as a whole. */
import { expect, test } from 'vitest';
import type { PageRequest } from '../../server/platform/database/page.ts';
import { pageOfAll } from '../../server/platform/database/page-of-all.ts';

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
test('nothing is left out or shown again when records before the next page go or come', () => {
  const { next } = page(all, 2, undefined);
  expect(page([{ id: 'new' }, ...all], 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
  expect(page(all.slice(1), 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
});
test('the page after a record that is gone begins at its place', () => {
  const { next } = page(all, 2, undefined);
  expect(page([{ id: 'a' }, { id: 'c' }, { id: 'd' }], 2, next).rows).toEqual([{ id: 'c' }, { id: 'd' }]);
});
test('without a limit all of them', () => {
  expect(page(all, undefined, undefined)).toMatchObject({ rows: all, next: undefined });
});
