/** Whether each active account asks for a second factor. */
import type { Check } from '../../manifest.ts';
import { activeAccounts } from './accounts.ts';

export const twoFactor: Check = {
  id: 'two-factor',
  name: 'Accounts ask for a second factor',
  description: 'Each active account signs in with a second factor.',
  service: 'sign-in',
  task: 'two-factor-auth',
  severity: 'high',
  async run(context) {
    const { note, pass, fail } = context;
    const accounts = await activeAccounts(context);
    const known = accounts.filter(({ twoFactor: has }) => has !== undefined);
    note('info', `${accounts.length} active accounts, of which the list says nothing about ${accounts.length - known.length}`);
    for (const { email, name, twoFactor: has } of known) {
      const about = { resourceType: 'user', resourceId: email, evidence: { email, name: name ?? null, twoFactor: has } };
      if (has) pass({ ...about, title: `${email} has a second factor`, description: 'The account asks for a second factor.' });
      else
        fail({
          ...about,
          title: `${email} has no second factor`,
          description: 'The account is protected by a password alone.',
          remediation: 'Have the person set up a second factor, and require it for everybody.',
        });
    }
  },
};
