/** Checks the accounts in a directory. */
import { MissingValue } from '../../failures.ts';
import { idleAccountsCheck, reportIdleAccounts } from '../../idle-accounts.ts';
import { type Check, textValue, type Variables } from '../../manifest.ts';
import { toOptions } from '../../options.ts';
import { createOwnerGroupsCheck, reportOwnerGroups } from '../../owner-groups.ts';
import { reportSecondFactors } from '../../second-factor.ts';
import { findMemberships } from './groups.ts';
import { listActiveUsers, userKeyOf, listUsers } from './users.ts';

const emptyValues = ['', 'false', 'no', 'none', 'off', '0'];

/** @returns a function that tells whether values of the attribute mean that a second factor is set up */
function createSecondFactorTest(variables: Variables): (values: readonly string[]) => boolean {
  const configuredValues = textValue(variables, 'two_factor_values')
    .split(/[\n,;]/)
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== '');
  return (values) =>
    values.some((value) => {
      const normalized = value.trim().toLowerCase();
      return configuredValues.length ? configuredValues.includes(normalized) : !emptyValues.includes(normalized);
    });
}

export const twoFactor: Check = {
  id: 'two-factor',
  name: 'Accounts ask for a second factor',
  description: 'An attribute of each active account says that it signs in with a second factor.',
  service: 'sign-in',
  task: 'two-factor-auth',
  severity: 'high',
  variables: [
    {
      id: 'two_factor_attribute',
      label: 'Attribute that tells of the second factor',
      type: 'text',
      role: 'other',
      required: true,
      placeholder: 'ipaUserAuthType',
    },
    {
      id: 'two_factor_values',
      label: 'Values that mean a second factor',
      type: 'text',
      role: 'other',
      placeholder: 'otp, passkey',
      helpText: 'Separated by commas or line breaks. Without any, every value but false, no, none, off and 0.',
    },
  ],
  async run(context) {
    const attribute = textValue(context.variables, 'two_factor_attribute').trim();
    if (!/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(attribute))
      throw new MissingValue('The variable two_factor_attribute is not the name of an attribute');
    const hasSecondFactor = createSecondFactorTest(context.variables);
    const users = await listActiveUsers(context, attribute);
    context.note('info', `${users.length} active accounts`);
    // The evidence does not include the values, because users may choose any attribute, which may contain anything.
    const accounts = users.map((user) => ({
      key: userKeyOf(user),
      name: userKeyOf(user),
      hasSecondFactor: hasSecondFactor(user.entry.values.get(attribute.toLowerCase()) ?? []),
      evidence: { account: user.account, name: user.name ?? null, attribute },
    }));
    reportSecondFactors(context, accounts, 'Have the person set up a second factor, and require it for everybody.');
  },
};

export const userAccess: Check = {
  ...createOwnerGroupsCheck(async (source) => {
    const [users, groupsOf] = [await listUsers(source), await findMemberships(source)];
    return toOptions(users.flatMap(groupsOf));
  }),
  service: 'access',
  async run(context) {
    const [users, groupsOf] = [await listActiveUsers(context), await findMemberships(context)];
    context.note('info', `${users.length} active users`);
    const usersWithGroups = users.map((user) => {
      const groups = groupsOf(user);
      return {
        key: userKeyOf(user),
        groups,
        evidence: { account: user.account, name: user.name ?? null, department: user.department ?? null, groups },
      };
    });
    reportOwnerGroups(context, usersWithGroups);
  },
};

export const idleAccounts: Check = {
  ...idleAccountsCheck,
  async run(context) {
    const users = await listActiveUsers(context);
    const usedAccounts = users.flatMap((user) =>
      user.lastSignIn === undefined ? [] : [{ key: userKeyOf(user), name: user.name, lastSignIn: user.lastSignIn }],
    );
    context.note('info', `${users.length} active accounts, of which the directory knows the last sign-in of ${usedAccounts.length}`);
    reportIdleAccounts(context, usedAccounts);
  },
};
