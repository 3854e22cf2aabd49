/** Command that updates the schema, roles, permissions and policies of the database. */
import { secureAccess } from '#platform/database/access';
import { migrate, listPendingMigrations } from '#platform/database/migrate';
import { openUnmigrated } from '#start/open';
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';

export const applyMigrations = command({
  name: 'migrate',
  meaning:
    'Updates the schema, roles, rights and policies, even with MIGRATE=0, and lists the applied migrations. --check changes nothing, lists the migrations that are to come, and exits with 3 when there are any.',
  flags: ['check'],
  plan: ({ check }) =>
    withInstallation(async ({ database }) => {
      if (check !== undefined) {
        const pending = await listPendingMigrations(database.system).catch(throwAsFailure);
        if (pending.length) process.exitCode = 3;
        return { pending };
      }
      const applied = await migrate(database.system);
      for (const notice of await secureAccess(database.system)) console.error(`warning: ${notice}`);
      return { applied };
    }, openUnmigrated),
});

function throwAsFailure(error: unknown): never {
  throw new Failure(error instanceof Error ? error.message : String(error));
}
