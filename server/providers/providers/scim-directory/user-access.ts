/** Checks whether every active user has an owner group. */
import type { Check } from '../../manifest.ts';
import { toOptions } from '../../options.ts';
import { createOwnerGroupsCheck, reportOwnerGroups } from '../../owner-groups.ts';
import { createPeopleFilter } from '../../people-filter.ts';
import { listUsers } from './users.ts';
import { normalizeEmailOrText } from '#platform/identity/email-address';

export const userAccess: Check = {
  ...createOwnerGroupsCheck(async (source) => toOptions((await listUsers(source)).flatMap(({ groups }) => groups))),
  service: 'users',
  async run(context) {
    const select = createPeopleFilter(context.variables);
    const users = (await listUsers(context)).filter(
      ({ active, email, department }) => active && select({ email: normalizeEmailOrText(email), department }) === 'selected',
    );
    context.note('info', `${users.length} active users`);
    reportOwnerGroups(
      context,
      users.map(({ userName, email, name, department, groups, roles }) => ({
        key: email,
        groups,
        evidence: { userName, name, department: department ?? null, groups, roles },
      })),
    );
  },
};
