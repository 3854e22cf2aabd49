/** `limit`, `cursor`, `count` and the order of a list, from the request to the answer (spec/conventions, 7). */
import type { Request } from 'express';
import type { Page, PageRequest, Position } from '../platform/database/page.ts';
import type { Secrets } from '../platform/ports/secrets.ts';
import { invalid, RefusalError } from '../platform/refusals/refusal.ts';
import { queryOf } from './parameters.ts';
import { matchedOf } from './request-state.ts';

/** The query, apart in what says which page and what says which records. */
export function pageRequest(req: Request, secrets: Secrets): { page: PageRequest; query: object } {
  const { limit, cursor, count, sortBy, sortOrder, ...query }: Record<string, unknown> = req.query;
  const order = typeof sortBy === 'string' ? sortBy : '';
  return {
    query,
    page: {
      limit: typeof limit === 'number' ? limit : undefined,
      after: typeof cursor === 'string' ? positionOf(cursor, listOf(req), secrets) : undefined,
      count: count === true,
      sortBy: order,
      sortOrder: sortOrder === 'asc' ? 'asc' : 'desc',
    },
  };
}

/**
 * @param beside what the answer has besides the page
 * @returns the answer to a page: its body, and the header that leads to the next one
 */
export function pageAnswer(
  req: Request,
  { rows, next, total }: Page<unknown>,
  secrets: Secrets,
  beside: object = {},
): { body: object; headers: object } {
  const cursor = next ? cursorOf(next, listOf(req), secrets) : null;
  const body =
    matchedOf(req).operation.paged === 'given'
      ? { success: true, data: rows }
      : { data: rows, nextCursor: cursor, ...(total !== undefined && { totalCount: total }), ...beside };
  if (cursor === null) return { body, headers: {} };
  return { body, headers: { Link: linkTo(req, cursor) } };
}

/** The header that leads to the next page: the same request with another cursor (RFC 8288). */
export function linkTo(req: Request, cursor: string): string {
  const [path = ''] = req.originalUrl.split('?', 1);
  const following = new URLSearchParams(queryOf(req.originalUrl));
  following.set('cursor', cursor);
  return `<${path}?${following}>; rel="next"`;
}

/** The scope of a cursor: one list of one organization in one order. */
function listOf(req: Request): string {
  const { operation, path } = matchedOf(req);
  // Without a credential the path alone says which organization it is.
  const organization = operation.scope === 'public' ? undefined : req.requestState.actor?.organizationId;
  return JSON.stringify([operation.path, path, organization, req.query.sortBy, req.query.sortOrder]);
}

/** Signed, so that what comes back is a position that this list gave. */
function cursorOf({ at, id }: Position, list: string, secrets: Secrets): string {
  const position = Buffer.from(JSON.stringify([at, id])).toString('base64url');
  return `${position}.${secrets.sign('cursor', `${list} ${position}`)}`;
}

function positionOf(cursor: string, list: string, secrets: Secrets): Position {
  const [position = '', signature = ''] = cursor.split('.', 2);
  if (!secrets.verify('cursor', `${list} ${position}`, signature))
    throw new RefusalError(invalid({ cursor: 'is not a cursor of this list' }));
  const [at, id]: unknown[] = JSON.parse(Buffer.from(position, 'base64url').toString());
  if ((typeof at !== 'string' && typeof at !== 'number') || typeof id !== 'string') throw new Error('a signed cursor without a position');
  return { at, id };
}
