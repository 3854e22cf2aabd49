import { secureAccess } from '../database/access.ts';
import { migrate } from '../database/migrate.ts';
import { openUnmigrated } from '../start.ts';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const applyMigrations = command({
  name: 'migrate',
  meaning: 'Brings the schema up to date, also where MIGRATE=0 keeps the server from doing so, and says what was applied. Roles, rights and policies are made what they should be.',
  plan: () => withInstallation(async ({ database }) => {
    const applied = await migrate(database.system);
    for (const notice of await secureAccess(database.system)) console.error(`warning: ${notice}`);
    return { applied };
  }, openUnmigrated),
});
