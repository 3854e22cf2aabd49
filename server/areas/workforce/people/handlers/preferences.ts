/** Reads and replaces the mail preferences of the acting user, which apply in all organizations. */
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalidRequest } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findPreferences, isUnsubscribed, savePreferences } from '#platform/mail/preferences';

const noUserError = () => invalidRequest(fieldErrors.notAllowed('no user is behind the credential'));

export const preferences: Pick<Handlers<'people'>, 'getMyEmailPreferences' | 'replaceMyEmailPreferences'> = {
  async getMyEmailPreferences({ actor, db }) {
    const { user } = actor;
    if (!user) return noUserError();
    const storedPreferences = await findPreferences(db, user.id);
    return { status: 200, body: { email: user.email, preferences: storedPreferences, unsubscribed: isUnsubscribed(storedPreferences) } };
  },

  async replaceMyEmailPreferences({ body, actor, db }) {
    const { user } = actor;
    if (!user) return noUserError();
    await savePreferences(db, user.id, body.preferences);
    return { status: 200, body: { email: user.email, preferences: body.preferences, unsubscribed: isUnsubscribed(body.preferences) } };
  },
};
