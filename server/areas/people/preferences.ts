/** What a user is mailed about: one setting for all organizations. */
import { refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import type { ActingUser, Actor } from '../../identity/actor.ts';
import { findPreferences, isUnsubscribed, keepPreferences } from '../../mail/preferences.ts';

const nobody = () => refusal(400, 'Validation failed', { _errors: ['no user is behind the credential'] });

export const preferences: Pick<Handlers<'people'>, 'getMyEmailPreferences' | 'replaceMyEmailPreferences'> = {
  async getMyEmailPreferences({ actor, db }) {
    const user = await userBehind(db, actor);
    if (!user) return nobody();
    const found = await findPreferences(db, user.id);
    return { status: 200, body: { email: user.email, preferences: found, unsubscribed: isUnsubscribed(found) } };
  },

  async replaceMyEmailPreferences({ body, actor, db }) {
    const user = await userBehind(db, actor);
    if (!user) return nobody();
    await keepPreferences(db, user.id, body.preferences);
    return { status: 200, body: { email: user.email, preferences: body.preferences, unsubscribed: isUnsubscribed(body.preferences) } };
  },
};

/** The user of the session; of a key its maker and nobody else, whomever its changes are attributed to. */
async function userBehind(db: OrganizationDatabase, actor: Actor): Promise<ActingUser | undefined> {
  if (actor.credential !== 'key') return actor.user;
  const key = await db.selectFrom('api_key').select('created_by_member_id').where('id', '=', actor.id).executeTakeFirst();
  return key !== undefined && key.created_by_member_id === actor.memberId ? actor.user : undefined;
}
