import { decodeJwt } from 'jose';
import type { Config } from '#platform/config';
import { sessionsFrom } from '#platform/identity/sessions';
import { openConfigured } from '#start/open';
import { command, Failure, UsageError } from './command.ts';
import { openAlongsideServer, withInstallation } from './installation.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

/** Opens the database even while a server is running, because people who try out the service need a session then. */
const openWhileServing = async (config: Config) => (await openAlongsideServer(config, openConfigured)).database;

export const createSession = command({
  name: 'session create',
  meaning:
    'Creates a session token for a user, which is sent as a bearer token together with X-Organization-Id. It is valid for 8 hours by default.',
  allowed: { user: 'usr_…', email: 'EMAIL', hours: '8' },
  plan({ user, email, hours = '8' }) {
    if ((user === undefined) === (email === undefined)) throw new UsageError('exactly one of --user and --email is required');
    if (!/^[1-9]\d{0,3}$/.test(hours)) throw new UsageError(`--hours is not a whole number from 1 to 9999: ${hours}`);

    return withInstallation(async ({ config, database, ports }) => {
      const account = await database.system
        .selectFrom('user_account')
        .select('id')
        .where((eb) => (email === undefined ? eb('id', '=', user ?? '') : eb('email', '=', normalizeEmailOrText(email))))
        .executeTakeFirst();
      if (!account) throw new Failure(`there is no user ${user ?? email}`);
      const token = await sessionsFrom(config.session, (await ports()).secrets)
        .issue(account.id, Number(hours) * 3600)
        .catch((error: unknown) => {
          throw new Failure(error instanceof Error ? error.message : String(error), { cause: error });
        });
      return { token, userId: account.id, expiresAt: new Date((decodeJwt(token).exp ?? 0) * 1000).toISOString() };
    }, openWhileServing);
  },
});
