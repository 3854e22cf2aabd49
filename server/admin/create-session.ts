import { decodeJwt } from 'jose';
import type { Config } from '../platform/config.ts';
import { sessionsFrom } from '../platform/identity/sessions.ts';
import { openConfigured } from '../start/open.ts';
import { command, Failure, UsageError } from './command.ts';
import { openBeside, withInstallation } from './installation.ts';

/** Whoever tries the service needs one while it runs. */
const besideServer = async (config: Config) => (await openBeside(config, openConfigured)).database;

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
        .where((eb) => (email === undefined ? eb('id', '=', user ?? '') : eb('email', '=', email.trim().toLowerCase())))
        .executeTakeFirst();
      if (!account) throw new Failure(`there is no user ${user ?? email}`);
      const token = await sessionsFrom(config.session, (await ports()).secrets)
        .issue(account.id, Number(hours) * 3600)
        .catch((error: unknown) => {
          throw new Failure(error instanceof Error ? error.message : String(error), { cause: error });
        });
      return { token, userId: account.id, expiresAt: new Date((decodeJwt(token).exp ?? 0) * 1000).toISOString() };
    }, besideServer);
  },
});
