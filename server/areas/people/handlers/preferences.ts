/** What a user is mailed about: one setting for all organizations. */
import { invalidRequest } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { findPreferences, isUnsubscribed, keepPreferences } from '../../../platform/mail/preferences.ts';

const nobody = () => invalidRequest({ _errors: ['no user is behind the credential'] });

export const preferences: Pick<Handlers<'people'>, 'getMyEmailPreferences' | 'replaceMyEmailPreferences'> = {
  async getMyEmailPreferences({ actor, db }) {
    const { user } = actor;
    if (!user) return nobody();
    const found = await findPreferences(db, user.id);
    return { status: 200, body: { email: user.email, preferences: found, unsubscribed: isUnsubscribed(found) } };
  },

  async replaceMyEmailPreferences({ body, actor, db }) {
    const { user } = actor;
    if (!user) return nobody();
    await keepPreferences(db, user.id, body.preferences);
    return { status: 200, body: { email: user.email, preferences: body.preferences, unsubscribed: isUnsubscribed(body.preferences) } };
  },
};
