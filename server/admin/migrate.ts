import { secureAccess } from '../platform/database/access.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openUnmigrated } from '../start.ts';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const applyMigrations = command({
  name: 'migrate',
  meaning: 'Updates the schema, roles, rights and policies, even with MIGRATE=0, and lists the applied migrations.',
  plan: () =>
    withInstallation(async ({ database }) => {
      const applied = await migrate(database.system);
      for (const notice of await secureAccess(database.system)) console.error(`warning: ${notice}`);
      return { applied };
    }, openUnmigrated),
});
