/** The example of a list is its first page. The page that its cursor leads to is the last, or whoever follows would never arrive. */
import type { Request } from 'express';
import { invalid, RefusalError } from '../server/platform/refusals/refusal.ts';
import { linkTo } from '../server/contract/paging.ts';
import type { Answer } from './prism.ts';

/**
 * @param answer a success of a list: as `{data, nextCursor}`, or in the given envelope, which pages only where `limit` is given
 * @param made whether it is made up; then its cursors cannot be told from others
 * @throws RefusalError 400 for a cursor that the contract does not show
 */
export function pageOf(req: Request, { headers: { Link: shown = '', ...headers }, body, status }: Answer, made: boolean): Answer {
  const example = /[?&]cursor=([^&>]+)/.exec(shown)?.[1] ?? null;
  const first = isPage(body) ? body.nextCursor : req.query.limit === undefined ? null : example;
  const { cursor } = req.query;
  if (cursor !== undefined && cursor !== first && cursor !== example && !made)
    throw new RefusalError(invalid({ cursor: 'is not a cursor of this list' }));
  const next = cursor === undefined ? first : null;
  return {
    status,
    headers: { ...headers, ...(next !== null && { Link: linkTo(req, next) }) },
    body: isPage(body) ? { ...body, nextCursor: next } : body,
  };
}

function isPage(body: unknown): body is { readonly nextCursor: string | null } {
  return (
    typeof body === 'object' && body !== null && 'nextCursor' in body && (body.nextCursor === null || typeof body.nextCursor === 'string')
  );
}
