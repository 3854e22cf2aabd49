import { migrate } from '../database/migrate.ts';
import { openUnmigrated } from '../start.ts';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const applyMigrations = command({
  name: 'migrate',
  meaning: 'Brings the schema up to date, also where MIGRATE=0 keeps the server from doing so, and says what was applied.',
  plan: () => withInstallation(async ({ database }) => ({ applied: await migrate(database.system) }), openUnmigrated),
});
