/** Whether the members of the organization sign in with a second factor. */
import type { Check } from '../../manifest.ts';
import { tellSecondFactors } from '../../second-factor.ts';
import { each } from '../../each.ts';
import { type Calling, type Fields, get, isGitLab, list, ownerOf, textOf } from './client.ts';

interface Member {
  /** The public e-mail address, or else the name of the account. */
  readonly key: string;
  readonly login: string;
  readonly twoFactor: boolean;
}

export const memberTwoFactor: Check = {
  id: 'member-two-factor',
  name: 'Members sign in with a second factor',
  description: 'Each member of the organization has a second factor, or has to have one.',
  service: 'members',
  task: 'two-factor-auth',
  severity: 'high',
  async run(context) {
    const members = isGitLab(context) ? await membersOfGroup(context) : await membersOfOrganization(context);
    context.note('info', `${members.length} members`);
    const accounts = members.map(({ key, login, twoFactor }) => ({
      key,
      name: login,
      hasSecondFactor: twoFactor,
      evidence: { login, twoFactor },
    }));
    tellSecondFactors(context, accounts, 'Require a second factor of all members of the organization.');
  },
};

async function membersOfOrganization(source: Calling): Promise<Member[]> {
  const members = (await list(source, `/orgs/${ownerOf(source)}/members`)) ?? [];
  const without = namesIn((await list(source, `/orgs/${ownerOf(source)}/members?filter=2fa_disabled`)) ?? [], 'login');
  return each(members, async ({ login }) => {
    const name = textOf(login) ?? '';
    const { email } = await get(source, `/users/${encodeURIComponent(name)}`);
    return { key: (textOf(email) ?? name).toLowerCase(), login: name, twoFactor: !without.has(name) };
  });
}

async function membersOfGroup(source: Calling): Promise<Member[]> {
  const { require_two_factor_authentication: isRequired } = await get(source, `/groups/${ownerOf(source)}`);
  const members = (await list(source, `/groups/${ownerOf(source)}/members/all`)) ?? [];
  // Only administrators of the server may ask who has none: of others the filter is ignored, and everybody would be listed.
  const isAdministrator = (await get(source, '/user')).is_admin === true;
  const without = isAdministrator ? namesIn((await list(source, '/users?two_factor=disabled')) ?? [], 'username') : undefined;
  return members
    .filter(({ state }) => state === undefined || state === 'active')
    .map(({ username, email, public_email: shown }) => {
      const name = textOf(username) ?? '';
      const twoFactor = without ? !without.has(name) : isRequired === true;
      return { key: (textOf(email) ?? textOf(shown) ?? name).toLowerCase(), login: name, twoFactor };
    });
}

function namesIn(accounts: readonly Fields[], field: string): Set<string> {
  return new Set(accounts.flatMap((account) => textOf(account[field]) ?? []));
}
