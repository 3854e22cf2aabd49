/** Whether somebody answers for what each active user may do. */
import type { Check } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { ownerGroups, tellOwnerGroups } from '../../owner-groups.ts';
import { selectedBy } from '../../people-filter.ts';
import { listUsers } from './users.ts';

export const userAccess: Check = {
  id: 'user-access',
  name: 'Active users have an owner group',
  description: 'Each active user is in one of the groups that answer for access, or in any group where none is named.',
  service: 'users',
  task: 'employee-access',
  variables: [ownerGroups(async (source) => optionsOf((await listUsers(source)).flatMap(({ groups }) => groups)))],
  async run(context) {
    const isSelected = selectedBy(context.variables);
    const users = (await listUsers(context)).filter(
      ({ active, email, department }) => active && isSelected({ email: email.toLowerCase(), department }) === 'selected',
    );
    context.note('info', `${users.length} active users`);
    tellOwnerGroups(
      context,
      users.map(({ userName, email, name, department, groups, roles }) => ({
        key: email,
        groups,
        evidence: { userName, name, department: department ?? null, groups, roles },
      })),
    );
  },
};
