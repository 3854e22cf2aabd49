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
    const known = accounts.flatMap(({ email, name, twoFactor: has }) =>
      has === undefined ? [] : [{ key: email, name: email, hasSecondFactor: has, evidence: { email, name: name ?? null, twoFactor: has } }],
    );
    context.note('info', `${accounts.length} active accounts, of which the list says nothing about ${accounts.length - known.length}`);
    reportSecondFactors(context, known, 'Have the person set up a second factor, and require it for everybody.');
  },
};
