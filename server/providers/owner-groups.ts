/** Checks that users are in owner groups. Several directories share this check. */
import type { Check, CheckContext, FieldOption, Source } from './manifest.ts';

export interface GroupMember {
  /** The person's e-mail address, or the account name if there is none. */
  readonly key: string;
  readonly groups: readonly string[];
  readonly evidence: object;
}

/** The check without its service and `run`, which depend on the directory. @param fetchGroups fetches the groups that can be chosen */
export function createOwnerGroupsCheck(fetchGroups: (source: Source) => Promise<readonly FieldOption[]>): Omit<Check, 'run' | 'service'> {
  return {
    id: 'user-access',
    name: 'Active users have an owner group',
    description: 'Each active user is in one of the groups that answer for access, or in any group where none is named.',
    task: 'employee-access',
    variables: [
      {
        id: 'owner_groups',
        label: 'Groups that answer for access',
        type: 'multi_select',
        role: 'other',
        helpText: 'Without any, every group counts.',
        fetchOptions: fetchGroups,
      },
    ],
  };
}

/** Reports one result for each user. */
export function reportOwnerGroups({ variables, pass, fail }: CheckContext, users: readonly GroupMember[]) {
  const allOwnerGroups = [variables.owner_groups ?? []].flat().map(String);
  for (const { key, groups, evidence } of users) {
    const common = { resourceType: 'user', resourceId: key.toLowerCase(), evidence };
    const ownerGroups = groups.filter((group) => allOwnerGroups.length === 0 || allOwnerGroups.includes(group));
    if (ownerGroups.length)
      pass({ ...common, title: `${key} is in ${ownerGroups.join(', ')}`, description: 'Somebody answers for this access.' });
    else
      fail({
        ...common,
        title: `${key} is in no owner group`,
        description: `Groups: ${groups.join(', ') || 'none'}.`,
        remediation: 'Put the user into the group that answers for the access, or deactivate the account.',
      });
  }
}
