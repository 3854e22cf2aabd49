/**
 * Pages through the examples of lists. The first page is the example, or its beginning if `limit` is smaller. The same records with other
 * ids follow, so that each list has a next page and an end.
 */
import { fieldErrors } from '#platform/refusals/field-errors';
import type { Request } from 'express';
import { pageLinks } from '#contract/paging';
import { matchedOf } from '#contract/request-state';
import { isObject } from '#platform/json-object';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import type { Answer } from './prism.ts';

/**
 * @param answer the example of a list: `{data, nextCursor}`, or the envelope of `paged: given`, which has pages only if `limit` is set
 * @returns the requested page @throws RefusalError 400 for an invalid cursor
 */
export function pageOf(req: Request, { headers: { Link: exampleLink = '', ...headers }, body, status }: Answer): Answer {
  if (!isObject(body) || !Array.isArray(body.data)) throw new Error(`${req.path}: the example is no page`);
  const { data, nextCursor: _nextCursor, totalCount: _totalCount, ...envelope } = body;
  const { limit = data.length, cursor, count }: Record<string, unknown> = req.query;
  const hasPages = matchedOf(req).operation.paged !== 'given' || req.query.limit !== undefined;
  const exampleCursor = /[?&]cursor=([^&>]+)/.exec(exampleLink)?.[1] ?? '';
  const allRecords: readonly unknown[] = [...data, ...data.map(withOtherId)];
  const start = typeof cursor === 'string' ? startOf(cursor, exampleCursor, data.length) : 0;
  const end = start + Math.min(Number(limit), data.length);
  const nextCursor = end < allRecords.length && hasPages ? `${exampleCursor}.${end}` : null;
  // Search results only go forward.
  const previousCursor =
    start > 0 && matchedOf(req).id !== 'searchRecords' ? `${exampleCursor}.${Math.max(0, start - Number(limit))}` : undefined;
  return {
    status,
    headers: { ...headers, ...pageLinks(req, nextCursor, previousCursor) },
    body: {
      ...envelope,
      data: allRecords.slice(start, end),
      ...(hasPages && { nextCursor, ...(previousCursor !== undefined && { previousCursor }) }),
      ...(count === true && { totalCount: allRecords.length }),
    },
  };
}

/**
 * @param exampleCursor the cursor in the contract's example, which points to the first record after the example
 * @returns the index in the list of the record to which the cursor points @throws RefusalError 400 for an invalid cursor
 */
function startOf(cursor: string, exampleCursor: string, length: number): number {
  if (cursor === exampleCursor) return length;
  const start = Number(/^\.(\d{1,6})$/.exec(cursor.startsWith(exampleCursor) ? cursor.slice(exampleCursor.length) : '')?.[1]);
  if (Number.isNaN(start)) throw new RefusalError(invalid({ cursor: fieldErrors.notAllowed('is not a cursor of this list') }, 'query'));
  return start;
}

/** @returns the record with another id */
function withOtherId(record: unknown): unknown {
  if (!isObject(record) || typeof record.id !== 'string') return record;
  return { ...record, id: record.id.replace(/[0-9a-f]{16}$/, (digits) => [...digits].reverse().join('')) };
}
