/** Whether each active account is still in use. */
import { aboutIdleAccounts, tellIdleAccounts } from '../../idle-accounts.ts';
import type { Check } from '../../manifest.ts';
import { activeAccounts } from './accounts.ts';

export const idleAccounts: Check = {
  ...aboutIdleAccounts,
  async run(context) {
    const known = (await activeAccounts(context)).flatMap(({ email, name, lastSignIn }) =>
      lastSignIn === undefined ? [] : [{ key: email, name, lastSignIn }],
    );
    context.note('info', `${known.length} active accounts with a sign-in`);
    tellIdleAccounts(context, known);
  },
};
