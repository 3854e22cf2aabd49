/** The mail preferences of a user, one setting for all organizations. */
import { invalidRequest } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findPreferences, isUnsubscribed, savePreferences } from '#platform/mail/preferences';

const noUserError = () => invalidRequest({ _errors: ['no user is behind the credential'] });

export const preferences: Pick<Handlers<'people'>, 'getMyEmailPreferences' | 'replaceMyEmailPreferences'> = {
  async getMyEmailPreferences({ actor, db }) {
    const { user } = actor;
    if (!user) return noUserError();
    const found = await findPreferences(db, user.id);
    return { status: 200, body: { email: user.email, preferences: found, unsubscribed: isUnsubscribed(found) } };
  },

  async replaceMyEmailPreferences({ body, actor, db }) {
    const { user } = actor;
    if (!user) return noUserError();
    await savePreferences(db, user.id, body.preferences);
    return { status: 200, body: { email: user.email, preferences: body.preferences, unsubscribed: isUnsubscribed(body.preferences) } };
  },
};
