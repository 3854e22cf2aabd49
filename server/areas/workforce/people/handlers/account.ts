/** Reads the caller's own account, and ends its sessions (people, rule 21). */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';

export const account: Pick<Handlers<'people'>, 'getMyAccount' | 'signOutEverywhere'> = {
  async getMyAccount({ account: { userId, agentSession }, accounts, memberships }) {
    if (agentSession) return refusal('session_invalid');
    const [foundAccount, foundMemberships] = await Promise.all([accounts.find(userId), memberships()]);
    if (!foundAccount) return refusal('session_invalid');
    const listedMemberships = foundMemberships.map(({ organizationId, organizationName, memberId, notBefore }) => ({
      organizationId,
      organizationName,
      memberId,
      notBefore,
    }));
    return { status: 200, body: { ...foundAccount, memberships: listedMemberships } };
  },

  async signOutEverywhere({ account: { userId, agentSession }, accounts }) {
    // The token of a device agent must not end the sessions of the agent's user.
    if (agentSession) return refusal('session_invalid');
    const notBefore = await accounts.endSessions(userId);
    return notBefore === undefined ? refusal('session_invalid') : { status: 200, body: { notBefore } };
  },
};
