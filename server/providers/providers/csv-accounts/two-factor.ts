/** Checks whether each active account requires a second factor. */
import type { Check } from '../../manifest.ts';
import { reportSecondFactors } from '../../second-factor.ts';
import { listActiveAccounts } from './accounts.ts';

export const twoFactor: Check = {
  id: 'two-factor',
  name: 'Accounts ask for a second factor',
  description: 'Each active account signs in with a second factor.',
  service: 'sign-in',
  task: 'two-factor-auth',
  severity: 'high',
  async run(context) {
    const accounts = await listActiveAccounts(context);
    const knownAccounts = accounts.flatMap(({ email, name, twoFactor: hasSecondFactor }) =>
      hasSecondFactor === undefined
        ? []
        : [{ key: email, name: email, hasSecondFactor, evidence: { email, name: name ?? null, twoFactor: hasSecondFactor } }],
    );
    context.note(
      'info',
      `${accounts.length} active accounts, of which the list says nothing about ${accounts.length - knownAccounts.length}`,
    );
    reportSecondFactors(context, knownAccounts, 'Have the person set up a second factor, and require it for everybody.');
  },
};
