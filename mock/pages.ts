/**
 * The example of a list is its first page, or what a smaller `limit` leaves of it. The same records under other ids are behind it, so that
 * there is a next page, and an end.
 */
import type { Request } from 'express';
import { linkTo } from '../server/contract/paging.ts';
import { matchedOf } from '../server/contract/request-state.ts';
import { isObject } from '../server/platform/json-object.ts';
import { invalid, RefusalError } from '../server/platform/refusals/refusal.ts';
import type { Answer } from './prism.ts';

/**
 * @param answer a success of a list: as `{data, nextCursor}`, or in the given envelope, which pages only where `limit` is given
 * @throws RefusalError 400 for a cursor that leads nowhere
 */
export function pageOf(req: Request, { headers: { Link: shown = '', ...headers }, body, status }: Answer): Answer {
  if (!isObject(body) || !Array.isArray(body.data)) throw new Error(`${req.path}: the example is no page`);
  const { data, nextCursor: _shown, totalCount: _counted, ...envelope } = body;
  const { limit = data.length, cursor, count }: Record<string, unknown> = req.query;
  const given = matchedOf(req).operation.paged === 'given';
  const mark = /[?&]cursor=([^&>]+)/.exec(shown)?.[1] ?? '';
  const all: readonly unknown[] = [...data, ...data.map(another)];
  const start = typeof cursor === 'string' ? startOf(cursor, mark, data.length) : 0;
  const end = start + Math.min(Number(limit), data.length);
  const next = end < all.length && !(given && req.query.limit === undefined) ? `${mark}.${end}` : null;
  return {
    status,
    headers: { ...headers, ...(next !== null && { Link: linkTo(req, next) }) },
    body: {
      ...envelope,
      data: all.slice(start, end),
      ...(!given && { nextCursor: next }),
      ...(count === true && { totalCount: all.length }),
    },
  };
}

/** @param mark the cursor that the contract shows, which leads to the record after the example @returns the place of a record in the list */
function startOf(cursor: string, mark: string, length: number): number {
  if (cursor === mark) return length;
  const start = Number(/^\.([1-9]\d{0,5})$/.exec(cursor.startsWith(mark) ? cursor.slice(mark.length) : '')?.[1]);
  if (Number.isNaN(start)) throw new RefusalError(invalid({ cursor: 'is not a cursor of this list' }));
  return start;
}

/** The same record under another id. */
function another(record: unknown): unknown {
  if (!isObject(record) || typeof record.id !== 'string') return record;
  return { ...record, id: record.id.replace(/[0-9a-f]{16}$/, (digits) => [...digits].reverse().join('')) };
}
