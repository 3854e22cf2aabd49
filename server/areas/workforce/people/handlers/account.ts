/** Ends the sessions of the caller's own account (people, rule 21). */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';

export const account: Pick<Handlers<'people'>, 'signOutEverywhere'> = {
  async signOutEverywhere({ account: { userId, agentSession }, accounts }) {
    // The token of a device agent must not end the sessions of the agent's user.
    if (agentSession) return refusal('session_invalid');
    const notBefore = await accounts.endSessions(userId);
    return notBefore === undefined ? refusal('session_invalid') : { status: 200, body: { notBefore } };
  },
};
