import { writeTransaction } from '../platform/database/handle.ts';
import { confirm, memberIn } from '../domain/members/confirmation.ts';
import { entryOf } from './audit.ts';
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';

export const confirmAddress = command({
  name: 'member confirm-email',
  meaning:
    'Confirms the address of a member, as an application does for whoever follows the link that was mailed there; it ends with the token.',
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
      if (!confirmed) throw new Failure('the link is not good, or not any more: the address or the roles were changed, or it is too old');
      return { organizationId: about?.organization_id, ...confirmed };
    });
  },
});
