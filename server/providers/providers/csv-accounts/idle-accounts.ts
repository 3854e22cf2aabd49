/** Checks whether each active account is still used. */
import { idleAccountsCheck, reportIdleAccounts } from '../../idle-accounts.ts';
import type { Check } from '../../manifest.ts';
import { listActiveAccounts } from './accounts.ts';

export const idleAccounts: Check = {
  ...idleAccountsCheck,
  async run(context) {
    const usedAccounts = (await listActiveAccounts(context)).flatMap(({ email, name, lastSignIn }) =>
      lastSignIn === undefined ? [] : [{ key: email, name, lastSignIn }],
    );
    context.note('info', `${usedAccounts.length} active accounts with a sign-in`);
    reportIdleAccounts(context, usedAccounts);
  },
};
