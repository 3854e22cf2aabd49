/** Whether each active account is still in use. */
import type { Check } from '../../manifest.ts';
import { activeAccounts } from './accounts.ts';

const day = 86_400_000;

export const idleAccounts: Check = {
  id: 'idle-accounts',
  name: 'Accounts are in use',
  description: 'Somebody has signed in to each active account lately.',
  service: 'usage',
  task: 'access-review-log',
  variables: [{ id: 'idle_days', label: 'Days without a sign-in', type: 'number', default: 90 }],
  async run(context) {
    const { variables, note, pass, fail } = context;
    const most = Number(variables.idle_days);
    const accounts = (await activeAccounts(context)).filter(({ lastSignIn }) => lastSignIn !== undefined);
    note('info', `${accounts.length} active accounts with a sign-in`);
    for (const { email, name, lastSignIn = '' } of accounts) {
      const about = { resourceType: 'user', resourceId: email, evidence: { email, name: name ?? null, lastSignIn } };
      const days = Math.floor((Date.now() - Date.parse(lastSignIn)) / day);
      if (days <= most) pass({ ...about, title: `${email} is in use`, description: `The last sign-in was on ${lastSignIn.slice(0, 10)}.` });
      else
        fail({
          ...about,
          title: `${email} was not used for ${days} days`,
          description: `The last sign-in was on ${lastSignIn.slice(0, 10)}, and at most ${most} days are allowed.`,
          remediation: 'Find out whether the account is still needed, and deactivate it otherwise.',
        });
    }
  },
};
