import { replaceMark } from '../database/secret-mark.ts';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

export const replaceSecret = command({
  name: 'secret replace',
  meaning: 'Goes on with the SECRET of now where the one before is lost, for good: credentials of integrations and kept answers cannot be read again, links, cursors and sessions end.',
  plan: () => withInstallation(async ({ config, database }) => {
    await replaceMark(database.system, config);
    return { replaced: true };
  }),
});
