/** Whether somebody answers for what each active user may do. */
import type { Check } from '../../manifest.ts';
import { optionsOf } from '../../options.ts';
import { aboutOwnerGroups, tellOwnerGroups } from '../../owner-groups.ts';
import { selectedBy } from '../../people-filter.ts';
import { listUsers } from './users.ts';

export const userAccess: Check = {
  ...aboutOwnerGroups(async (source) => optionsOf((await listUsers(source)).flatMap(({ groups }) => groups))),
  service: 'users',
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
