/**
 * The example of a list is its first page, shortened to a smaller `limit`. The same records with other ids follow, so that there is a next
 * page and an end.
 */
import type { Request } from 'express';
import { nextPageLink } from '#contract/paging';
import { matchedOf } from '#contract/request-state';
import { isObject } from '#platform/json-object';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import type { Answer } from './prism.ts';

/**
 * @param answer a success of a list: as `{data, nextCursor}`, or in the prescribed envelope, which has pages only if `limit` is set @throws
 * RefusalError 400 for an invalid cursor
 */
export function pageOf(req: Request, { headers: { Link: shown = '', ...headers }, body, status }: Answer): Answer {
  if (!isObject(body) || !Array.isArray(body.data)) throw new Error(`${req.path}: the example is no page`);
  const { data, nextCursor: _shown, totalCount: _counted, ...envelope } = body;
  const { limit = data.length, cursor, count }: Record<string, unknown> = req.query;
  const given = matchedOf(req).operation.paged === 'given';
  const mark = /[?&]cursor=([^&>]+)/.exec(shown)?.[1] ?? '';
  const all: readonly unknown[] = [...data, ...data.map(withOtherId)];
  const start = typeof cursor === 'string' ? startOf(cursor, mark, data.length) : 0;
  const end = start + Math.min(Number(limit), data.length);
  const next = end < all.length && !(given && req.query.limit === undefined) ? `${mark}.${end}` : null;
  return {
    status,
    headers: { ...headers, ...(next !== null && { Link: nextPageLink(req, next) }) },
    body: {
      ...envelope,
      data: all.slice(start, end),
      ...(!given && { nextCursor: next }),
      ...(count === true && { totalCount: all.length }),
    },
  };
}

/**
 * @param mark the cursor in the contract's example, which points to the record after the example @returns the index of a record in the list
 */
function startOf(cursor: string, mark: string, length: number): number {
  if (cursor === mark) return length;
  const start = Number(/^\.([1-9]\d{0,5})$/.exec(cursor.startsWith(mark) ? cursor.slice(mark.length) : '')?.[1]);
  if (Number.isNaN(start)) throw new RefusalError(invalid({ cursor: 'is not a cursor of this list' }));
  return start;
}

/** The same record with another id. */
function withOtherId(record: unknown): unknown {
  if (!isObject(record) || typeof record.id !== 'string') return record;
  return { ...record, id: record.id.replace(/[0-9a-f]{16}$/, (digits) => [...digits].reverse().join('')) };
}
