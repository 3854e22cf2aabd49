import { replaceMark } from '../platform/database/secret-mark.ts';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const replaceSecret = command({
  name: 'secret replace',
  meaning: 'Goes on with the present SECRET where the former one is lost: what that encrypted stays unreadable, links and cursors end.',
  plan: () =>
    withInstallation(async ({ config, database }) => {
      await replaceMark(database.system, config);
      return { replaced: true };
    }),
});
