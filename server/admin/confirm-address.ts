import { writeTransaction } from '../platform/database/handle.ts';
import { confirm, memberIn } from '../domain/members/confirmation.ts';
import { entryOf } from './audit.ts';
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';

export const confirmAddress = command({
  name: 'member confirm-email',
  meaning:
    'Confirms the e-mail address of a member, as an application does when the member follows the link in the e-mail. The link ends with the token.',
  needed: { token: 'mem_….…' },
  plan({ token }) {
    return withInstallation(async ({ database, ports }) => {
      const { secrets } = await ports();
      const members = database.system.selectFrom('member').select(['organization_id', 'user_id']);
      const about = await members.where('id', '=', memberIn(token) ?? '').executeTakeFirst();
      const confirmed =
        about &&
        (await writeTransaction(database.tenant, about.organization_id, async (db) => {
          const result = await confirm(db, secrets, token);
          if (!result) return { result, outcome: 'rollback' };
          const changes = {
            emailVerified: { previous: false, current: true },
            ...(result.userId !== about.user_id && { userId: { previous: about.user_id, current: result.userId } }),
          };
          const entityId = result.memberId;
          const deed = { resource: 'member', action: 'Confirmed e-mail address', entityType: 'people', entityId, changes } as const;
          return { result, outcome: [entryOf(db.organizationId, deed)] };
        }));
      if (!confirmed) throw new Failure('the link is invalid or has expired, or the address or the roles have changed since it was sent');
      return { organizationId: about?.organization_id, ...confirmed };
    });
  },
});
