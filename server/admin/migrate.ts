import { secureAccess } from '../platform/database/access.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openUnmigrated } from '../start.ts';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const applyMigrations = command({
  name: 'migrate',
  meaning:
    'Brings schema, roles, rights and policies up to date, also where MIGRATE=0 keeps the server from it, and says what was applied.',
  plan: () =>
    withInstallation(async ({ database }) => {
      const applied = await migrate(database.system);
      for (const notice of await secureAccess(database.system)) console.error(`warning: ${notice}`);
      return { applied };
    }, openUnmigrated),
});
