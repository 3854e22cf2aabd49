/** What is looked at in the accounts of a directory. */
import { Incomplete } from '../../failures.ts';
import { aboutIdleAccounts, tellIdleAccounts } from '../../idle-accounts.ts';
import { type Check, textIn, type Variables } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { aboutOwnerGroups, tellOwnerGroups } from '../../owner-groups.ts';
import { tellSecondFactors } from '../../second-factor.ts';
import { membershipsIn } from './groups.ts';
import { activeUsers, keyOf, usersOf } from './users.ts';

const none = ['', 'false', 'no', 'none', 'off', '0'];

/** What values of the attribute say that there is a second factor. */
function secondFactorBy(variables: Variables): (values: readonly string[]) => boolean {
  const named = textIn(variables, 'two_factor_values')
    .split(/[\n,;]/)
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== '');
  return (values) =>
    values.some((value) => {
      const said = value.trim().toLowerCase();
      return named.length ? named.includes(said) : !none.includes(said);
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
      required: true,
      placeholder: 'ipaUserAuthType',
    },
    {
      id: 'two_factor_values',
      label: 'Values that mean a second factor',
      type: 'text',
      placeholder: 'otp, passkey',
      helpText: 'Separated by commas or line breaks. Without any, every value but false, no, none, off and 0.',
    },
  ],
  async run(context) {
    const attribute = textIn(context.variables, 'two_factor_attribute').trim();
    if (!/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(attribute))
      throw new Incomplete('The variable two_factor_attribute is not the name of an attribute');
    const hasSecondFactor = secondFactorBy(context.variables);
    const users = await activeUsers(context, attribute);
    context.note('info', `${users.length} active accounts`);
    // The values are not evidence: whoever names the attribute decides what would be shown.
    const accounts = users.map((user) => ({
      key: keyOf(user),
      name: keyOf(user),
      hasSecondFactor: hasSecondFactor(user.entry.values.get(attribute.toLowerCase()) ?? []),
      evidence: { account: user.account, name: user.name ?? null, attribute },
    }));
    tellSecondFactors(context, accounts, 'Have the person set up a second factor, and require it for everybody.');
  },
};

export const userAccess: Check = {
  ...aboutOwnerGroups(async (source) => {
    const [users, groupsOf] = [await usersOf(source), await membershipsIn(source)];
    return optionsOf(users.flatMap(groupsOf));
  }),
  service: 'access',
  async run(context) {
    const [users, groupsOf] = [await activeUsers(context), await membershipsIn(context)];
    context.note('info', `${users.length} active users`);
    const grouped = users.map((user) => {
      const groups = groupsOf(user);
      return {
        key: keyOf(user),
        groups,
        evidence: { account: user.account, name: user.name ?? null, department: user.department ?? null, groups },
      };
    });
    tellOwnerGroups(context, grouped);
  },
};

export const idleAccounts: Check = {
  ...aboutIdleAccounts,
  async run(context) {
    const users = await activeUsers(context);
    const known = users.flatMap((user) =>
      user.lastSignIn === undefined ? [] : [{ key: keyOf(user), name: user.name, lastSignIn: user.lastSignIn }],
    );
    context.note('info', `${users.length} active accounts, of which the directory knows the last sign-in of ${known.length}`);
    tellIdleAccounts(context, known);
  },
};
