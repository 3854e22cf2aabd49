/** Checks for idle accounts. Several providers share this check. */
import type { Check, CheckContext } from './manifest.ts';

export interface AccountUsage {
  /** The person's e-mail address, or the account name if there is none. */
  readonly key: string;
  readonly name: string | undefined;
  /** ISO 8601. */
  readonly lastSignIn: string;
}

const day = 86_400_000;

/** The check without `run`, because each provider lists accounts in its own way. */
export const idleAccountsCheck: Omit<Check, 'run'> = {
  id: 'idle-accounts',
  name: 'Accounts are in use',
  description: 'Somebody has signed in to each active account lately.',
  service: 'usage',
  task: 'access-review-log',
  variables: [{ id: 'idle_days', label: 'Days without a sign-in', type: 'number', role: 'other', default: 90 }],
};

/** Reports one result for each account. @param accounts accounts whose last sign-in is known */
export function reportIdleAccounts({ variables, pass, fail }: CheckContext, accounts: readonly AccountUsage[]) {
  const maxDays = Number(variables.idle_days);
  for (const { key, name, lastSignIn } of accounts) {
    const common = { resourceType: 'user', resourceId: key, evidence: { email: key, name: name ?? null, lastSignIn } };
    const days = Math.floor((Date.now() - Date.parse(lastSignIn)) / day);
    if (days <= maxDays) pass({ ...common, title: `${key} is in use`, description: `The last sign-in was on ${lastSignIn.slice(0, 10)}.` });
    else
      fail({
        ...common,
        title: `${key} was not used for ${days} days`,
        description: `The last sign-in was on ${lastSignIn.slice(0, 10)}, and at most ${maxDays} days are allowed.`,
        remediation: 'Find out whether the account is still needed, and deactivate it otherwise.',
      });
  }
}
