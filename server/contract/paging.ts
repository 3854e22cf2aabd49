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
  const bound = typeof cursor === 'string' ? boundOf(cursor, cursorScopeOf(req), secrets) : {};
  return {
    query,
    page: {
      limit: typeof limit === 'number' ? limit : undefined,
      after: bound.after,
      before: bound.before,
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
  { rows, next, previous, total }: Page<unknown>,
  secrets: Secrets,
  extraMembers: object = {},
): { body: object; headers: object } {
  const scope = cursorScopeOf(req);
  const nextCursor = next ? cursorOf(next, 'after', scope, secrets) : null;
  const previousCursor = previous && cursorOf(previous, 'before', scope, secrets);
  const isGiven = matchedOf(req).operation.paged === 'given';
  // A list in the given envelope is as it is given unless a page of it is asked for.
  const hasPages = !isGiven || req.query.limit !== undefined;
  const body = {
    ...(isGiven && { success: true }),
    data: rows,
    ...(hasPages && { nextCursor, ...(previousCursor !== undefined && { previousCursor }) }),
    ...(total !== undefined && { totalCount: total }),
    ...extraMembers,
  };
  return { body, headers: pageLinks(req, nextCursor, previousCursor) };
}

/** Returns the `Link` header with the next and the previous page, if there are any (RFC 8288). */
export function pageLinks(req: Request, nextCursor: string | null, previousCursor: string | undefined): { readonly Link?: string } {
  const links = [
    ...(nextCursor === null ? [] : [pageLink(req, nextCursor, 'next')]),
    ...(previousCursor === undefined ? [] : [pageLink(req, previousCursor, 'prev')]),
  ];
  return links.length ? { Link: links.join(', ') } : {};
}

/** Returns a link to another page: the same request with another cursor. */
function pageLink(req: Request, cursor: string, relation: 'next' | 'prev'): string {
  const [path = ''] = req.originalUrl.split('?', 1);
  const query = new URLSearchParams(queryOf(req.originalUrl));
  query.set('cursor', cursor);
  return `<${path}?${query}>; rel="${relation}"`;
}

/** Returns the scope of a cursor: one list of one organization in one order. */
function cursorScopeOf(req: Request): string {
  const { operation, path } = matchedOf(req);
  // Without a credential, the path alone identifies the organization.
  const organization = operation.scope === 'public' ? undefined : req.requestState.actor?.organizationId;
  return JSON.stringify([operation.path, path, organization, req.query.sortBy, req.query.sortOrder]);
}

type Direction = 'after' | 'before';

/**
 * Encodes where a page starts or ends as a cursor. It is encrypted, because the sort key may be a value that the caller may not read, and
 * only its own scope decrypts it. The same position has the same cursor, so that clients can keep pages by their cursors.
 */
function cursorOf({ at, id }: Position, direction: Direction, scope: string, secrets: Secrets): string {
  return secrets.encryptRepeatably(`cursor:${scope}`, Buffer.from(JSON.stringify([at, id, direction]))).toString('base64url');
}

function boundOf(cursor: string, scope: string, secrets: Secrets): { readonly [D in Direction]?: Position } {
  const [at, id, direction] = partsOf(cursor, scope, secrets);
  if ((typeof at !== 'string' && typeof at !== 'number') || typeof id !== 'string')
    throw new RefusalError(invalid({ cursor: fieldErrors.notAllowed('is not a cursor of this list') }, 'query'));
  return direction === 'before' ? { before: { at, id } } : { after: { at, id } };
}

/** Returns the parts of a cursor; none if it was not issued for this scope. */
function partsOf(cursor: string, scope: string, secrets: Secrets): unknown[] {
  try {
    const parts: unknown[] = JSON.parse(secrets.decrypt(`cursor:${scope}`, Buffer.from(cursor, 'base64url')).toString());
    return parts;
  } catch {
    return [];
  }
}
