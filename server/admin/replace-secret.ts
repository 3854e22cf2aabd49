/** Command that registers the current SECRET after the former one was lost. */
import { replaceMark } from '#platform/database/secret-mark';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const replaceSecret = command({
  name: 'secret replace',
  meaning:
    'Accepts the current SECRET after the former one was lost. Data that the former one encrypted stays unreadable, and its links and cursors become invalid.',
  plan: () =>
    withInstallation(async ({ config, database }) => {
      await replaceMark(database.system, config);
      return { replaced: true };
    }),
});
