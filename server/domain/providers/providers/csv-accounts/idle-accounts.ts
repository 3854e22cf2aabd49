/** Whether each active account is still in use. */
import { idleDays, tellIdleAccounts } from '../../idle-accounts.ts';
import type { Check } from '../../manifest.ts';
import { activeAccounts } from './accounts.ts';

export const idleAccounts: Check = {
  id: 'idle-accounts',
  name: 'Accounts are in use',
  description: 'Somebody has signed in to each active account lately.',
  service: 'usage',
  task: 'access-review-log',
  variables: [idleDays],
  async run(context) {
    const known = (await activeAccounts(context)).flatMap(({ email, name, lastSignIn }) =>
      lastSignIn === undefined ? [] : [{ key: email, name, lastSignIn }],
    );
    context.note('info', `${known.length} active accounts with a sign-in`);
    tellIdleAccounts(context, known);
  },
};
