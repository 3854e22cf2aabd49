/** Checks whether the members of the organization sign in with a second factor. */
import type { Check } from '../../manifest.ts';
import { reportSecondFactors } from '../../second-factor.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { pathSegment } from '../../path-segment.ts';
import { type GitServerSource, type UnknownFields, getObject, isGitLab, listItems, ownerOf, optionalText } from './client.ts';

interface Member {
  /** The public e-mail address, or the account name if there is none. */
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
    const members = isGitLab(context) ? await listGroupMembers(context) : await listOrganizationMembers(context);
    context.note('info', `${members.length} members`);
    const accounts = members.map(({ key, login, twoFactor }) => ({
      key,
      name: login,
      hasSecondFactor: twoFactor,
      evidence: { login, twoFactor },
    }));
    reportSecondFactors(context, accounts, 'Require a second factor of all members of the organization.');
  },
};

async function listOrganizationMembers(source: GitServerSource): Promise<Member[]> {
  const members = (await listItems(source, `/orgs/${ownerOf(source)}/members`)) ?? [];
  const withoutTwoFactor = collectNames((await listItems(source, `/orgs/${ownerOf(source)}/members?filter=2fa_disabled`)) ?? [], 'login');
  return mapConcurrently(members, async ({ login }) => {
    const name = optionalText(login) ?? '';
    const { email } = await getObject(source, `/users/${pathSegment(name)}`);
    return { key: (optionalText(email) ?? name).toLowerCase(), login: name, twoFactor: !withoutTwoFactor.has(name) };
  });
}

async function listGroupMembers(source: GitServerSource): Promise<Member[]> {
  const { require_two_factor_authentication: isRequired } = await getObject(source, `/groups/${ownerOf(source)}`);
  const members = (await listItems(source, `/groups/${ownerOf(source)}/members/all`)) ?? [];
  // If the user is not an administrator, the server ignores the filter and lists everybody.
  const isAdministrator = (await getObject(source, '/user')).is_admin === true;
  const withoutTwoFactor = isAdministrator
    ? collectNames((await listItems(source, '/users?two_factor=disabled')) ?? [], 'username')
    : undefined;
  return members
    .filter(({ state }) => state === undefined || state === 'active')
    .map(({ username, email, public_email: publicEmail }) => {
      const name = optionalText(username) ?? '';
      const twoFactor = withoutTwoFactor ? !withoutTwoFactor.has(name) : isRequired === true;
      return { key: (optionalText(email) ?? optionalText(publicEmail) ?? name).toLowerCase(), login: name, twoFactor };
    });
}

function collectNames(accounts: readonly UnknownFields[], field: string): Set<string> {
  return new Set(accounts.flatMap((account) => optionalText(account[field]) ?? []));
}
