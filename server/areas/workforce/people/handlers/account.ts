/** The caller's own account (people, rule 21). */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';

export const account: Pick<Handlers<'people'>, 'getMyAccount' | 'signOutEverywhere'> = {
  async getMyAccount({ account: { userId, agentSession }, accounts, memberships }) {
    if (agentSession) return refusal('session_invalid');
    const [found, joined] = await Promise.all([accounts.find(userId), memberships()]);
    if (!found) return refusal('session_invalid');
    const listed = joined.map(({ organizationId, organizationName, memberId, notBefore }) => ({
      organizationId,
      organizationName,
      memberId,
      notBefore,
    }));
    return { status: 200, body: { ...found, memberships: listed } };
  },

  async signOutEverywhere({ account: { userId, agentSession }, accounts }) {
    // A device agent's token must not end the sessions of its user.
    if (agentSession) return refusal('session_invalid');
    const notBefore = await accounts.endSessions(userId);
    return notBefore === undefined ? refusal('session_invalid') : { status: 200, body: { notBefore } };
  },
};
