/** Replaces `me` in filters by member with the member of the caller. */
import type { Request } from 'express';
import { matchedOf } from './request-state.ts';

/**
 * Replaces `me` in the query parameters whose schema is `MemberFilter`. A key acts for the member who created it.
 * @throws TypeError for a caller without a member, because such callers have no operation with such a filter
 */
export function resolveOwnMember(req: Request): void {
  const { operation } = matchedOf(req);
  for (const name of operation.memberFilters ?? []) {
    const value = req.query[name];
    if (value !== 'me' && !(Array.isArray(value) && value.includes('me'))) continue;
    const memberId = req.requestState.actor?.memberId;
    if (memberId === undefined) throw new TypeError(`${operation.path} filters by member, and its caller has none`);
    req.query[name] = Array.isArray(value) ? value.map((id) => (id === 'me' ? memberId : id)) : memberId;
  }
}
