/** Whether somebody answers for what each active user may do. */
import type { Check } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { selectedBy } from '../../people-filter.ts';
import { listUsers } from './users.ts';

export const userAccess: Check = {
  id: 'user-access',
  name: 'Active users have an owner group',
  description: 'Each active user is in one of the groups that answer for access, or in any group where none is named.',
  service: 'users',
  task: 'employee-access',
  variables: [
    {
      id: 'owner_groups',
      label: 'Groups that answer for access',
      type: 'multi_select',
      helpText: 'Without any, every group counts.',
      fetchOptions: async (source) => optionsOf((await listUsers(source)).flatMap(({ groups }) => groups)),
    },
  ],
  async run(context) {
    const { variables, note, pass, fail } = context;
    const owners = [variables.owner_groups ?? []].flat().map(String);
    const isSelected = selectedBy(variables);
    const users = (await listUsers(context)).filter(
      ({ active, email, department }) => active && isSelected({ email: email.toLowerCase(), department }) === 'selected',
    );
    note('info', `${users.length} active users`);
    for (const { userName, email, name, department, groups, roles } of users) {
      const resource = { resourceType: 'user', resourceId: email.toLowerCase() };
      const evidence = { userName, name, department: department ?? null, groups, roles };
      const owning = groups.filter((group) => owners.length === 0 || owners.includes(group));
      if (owning.length)
        pass({ ...resource, title: `${email} is in ${owning.join(', ')}`, description: 'Somebody answers for this access.', evidence });
      else
        fail({
          ...resource,
          title: `${email} is in no owner group`,
          description: `Groups: ${groups.join(', ') || 'none'}.`,
          remediation: 'Put the user into the group that answers for the access, or deactivate the account.',
          evidence,
        });
    }
  },
};
