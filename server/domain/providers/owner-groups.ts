/** What a check says of users and the groups that answer for what they may do, whatever the directory is that they are in. */
import type { Check, CheckContext, FieldOption, Source } from './manifest.ts';

export interface Grouped {
  /** The address of the person, or else the name of the account. */
  readonly key: string;
  readonly groups: readonly string[];
  readonly evidence: object;
}

/** The check, but for its service and for how its users are found. @param groups asks which groups there are to choose from */
export function aboutOwnerGroups(groups: (source: Source) => Promise<readonly FieldOption[]>): Omit<Check, 'run' | 'service'> {
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
        helpText: 'Without any, every group counts.',
        fetchOptions: groups,
      },
    ],
  };
}

/** @param users each of whom is a result */
export function tellOwnerGroups({ variables, pass, fail }: CheckContext, users: readonly Grouped[]) {
  const owners = [variables.owner_groups ?? []].flat().map(String);
  for (const { key, groups, evidence } of users) {
    const about = { resourceType: 'user', resourceId: key.toLowerCase(), evidence };
    const owning = groups.filter((group) => owners.length === 0 || owners.includes(group));
    if (owning.length) pass({ ...about, title: `${key} is in ${owning.join(', ')}`, description: 'Somebody answers for this access.' });
    else
      fail({
        ...about,
        title: `${key} is in no owner group`,
        description: `Groups: ${groups.join(', ') || 'none'}.`,
        remediation: 'Put the user into the group that answers for the access, or deactivate the account.',
      });
  }
}
