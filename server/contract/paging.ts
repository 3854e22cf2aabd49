/** Implements `limit`, `cursor`, `count` and the order of a list (spec/conventions, 7). */
import type { Request } from 'express';
import type { Page, PageRequest, Position } from '#platform/database/page';
import type { Secrets } from '#platform/ports/secrets';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import { queryOf } from './parameters.ts';
import { matchedOf } from './request-state.ts';

/** Splits the query into paging and filters. */
export function pageRequest(req: Request, secrets: Secrets): { page: PageRequest; query: object } {
  const { limit, cursor, count, sortBy, sortOrder, ...query }: Record<string, unknown> = req.query;
  const order = typeof sortBy === 'string' ? sortBy : '';
  return {
    query,
    page: {
      limit: typeof limit === 'number' ? limit : undefined,
      after: typeof cursor === 'string' ? positionOf(cursor, cursorScopeOf(req), secrets) : undefined,
      count: count === true,
      sortBy: order,
      sortOrder: sortOrder === 'asc' ? 'asc' : 'desc',
    },
  };
}

/**
 * @param extraMembers members of the answer in addition to those of every page
 * @returns the body of the page, and the header that links to the next page
 */
export function pageResponse(
  req: Request,
  { rows, next, total }: Page<unknown>,
  secrets: Secrets,
  extraMembers: object = {},
): { body: object; headers: object } {
  const cursor = next ? cursorOf(next, cursorScopeOf(req), secrets) : null;
  const isGiven = matchedOf(req).operation.paged === 'given';
  const body = {
    ...(isGiven && { success: true }),
    data: rows,
    // A list in the given envelope is as it is given unless a page of it is asked for.
    ...((!isGiven || req.query.limit !== undefined) && { nextCursor: cursor }),
    ...(total !== undefined && { totalCount: total }),
    ...extraMembers,
  };
  if (cursor === null) return { body, headers: {} };
  return { body, headers: { Link: nextPageLink(req, cursor) } };
}

/** Returns the `Link` header for the next page: the same request with another cursor (RFC 8288). */
export function nextPageLink(req: Request, cursor: string): string {
  const [path = ''] = req.originalUrl.split('?', 1);
  const nextQuery = new URLSearchParams(queryOf(req.originalUrl));
  nextQuery.set('cursor', cursor);
  return `<${path}?${nextQuery}>; rel="next"`;
}

/** Returns the scope of a cursor: one list of one organization in one order. */
function cursorScopeOf(req: Request): string {
  const { operation, path } = matchedOf(req);
  // Without a credential, the path alone identifies the organization.
  const organization = operation.scope === 'public' ? undefined : req.requestState.actor?.organizationId;
  return JSON.stringify([operation.path, path, organization, req.query.sortBy, req.query.sortOrder]);
}

/** Encodes a position as a cursor, which is signed so that only positions issued for this list are accepted. */
function cursorOf({ at: sortKey, id }: Position, scope: string, secrets: Secrets): string {
  const position = Buffer.from(JSON.stringify([sortKey, id])).toString('base64url');
  return `${position}.${secrets.sign('cursor', `${scope} ${position}`)}`;
}

function positionOf(cursor: string, scope: string, secrets: Secrets): Position {
  const [position = '', signature = ''] = cursor.split('.', 2);
  if (!secrets.verify('cursor', `${scope} ${position}`, signature))
    throw new RefusalError(invalid({ cursor: fieldErrors.notAllowed('is not a cursor of this list') }, 'query'));
  const [sortKey, id]: unknown[] = JSON.parse(Buffer.from(position, 'base64url').toString());
  if ((typeof sortKey !== 'string' && typeof sortKey !== 'number') || typeof id !== 'string')
    throw new Error('the signed cursor has no position');
  return { at: sortKey, id };
}
