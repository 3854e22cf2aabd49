/** What a check says of users and the groups that answer for what they may do, whatever the directory is that they are in. */
import type { CheckContext, FieldOption, Source, Variable } from './manifest.ts';

export interface Grouped {
  /** The address of the person, or else the name of the account. */
  readonly key: string;
  readonly groups: readonly string[];
  readonly evidence: object;
}

/** @param groups asks which groups there are to choose from */
export function ownerGroups(groups: (source: Source) => Promise<readonly FieldOption[]>): Variable {
  return {
    id: 'owner_groups',
    label: 'Groups that answer for access',
    type: 'multi_select',
    helpText: 'Without any, every group counts.',
    fetchOptions: groups,
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
