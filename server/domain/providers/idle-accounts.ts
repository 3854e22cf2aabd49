/** What a check says of accounts that nobody has used for a time, whatever the system is that they are of. */
import type { Check, CheckContext } from './manifest.ts';

export interface UsedAccount {
  /** The address of its person, or else the name of the account. */
  readonly key: string;
  readonly name: string | undefined;
  /** ISO 8601. */
  readonly lastSignIn: string;
}

const day = 86_400_000;

/** The check, but for how its accounts are found. */
export const aboutIdleAccounts: Omit<Check, 'run'> = {
  id: 'idle-accounts',
  name: 'Accounts are in use',
  description: 'Somebody has signed in to each active account lately.',
  service: 'usage',
  task: 'access-review-log',
  variables: [{ id: 'idle_days', label: 'Days without a sign-in', type: 'number', default: 90 }],
};

/** @param accounts whose last sign-in is known, each of which is a result */
export function tellIdleAccounts({ variables, pass, fail }: CheckContext, accounts: readonly UsedAccount[]) {
  const most = Number(variables.idle_days);
  for (const { key, name, lastSignIn } of accounts) {
    const about = { resourceType: 'user', resourceId: key, evidence: { email: key, name: name ?? null, lastSignIn } };
    const days = Math.floor((Date.now() - Date.parse(lastSignIn)) / day);
    if (days <= most) pass({ ...about, title: `${key} is in use`, description: `The last sign-in was on ${lastSignIn.slice(0, 10)}.` });
    else
      fail({
        ...about,
        title: `${key} was not used for ${days} days`,
        description: `The last sign-in was on ${lastSignIn.slice(0, 10)}, and at most ${most} days are allowed.`,
        remediation: 'Find out whether the account is still needed, and deactivate it otherwise.',
      });
  }
}
