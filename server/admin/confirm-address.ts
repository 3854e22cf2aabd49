/** Command that confirms the e-mail address of a member. */
import { confirmByLink } from '#domain/people/members/confirm-by-link';
import { noActor } from '#platform/audit/create-entry';
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';

export const confirmAddress = command({
  name: 'member confirm-email',
  meaning:
    'Confirms the e-mail address of a member, as opening the link in the confirmation e-mail does. The token is the last part of that link.',
  needed: { token: 'mem_….…' },
  plan({ token }) {
    return withInstallation(async ({ database, ports }) => {
      const { secrets } = await ports();
      const auditSource = { actorOf: () => noActor, data: { source: 'operator' } };
      const confirmed = await confirmByLink(database, secrets, token, auditSource);
      if (!confirmed) throw new Failure('the link is invalid or has expired, or the address or the roles have changed since it was sent');
      const { organizationId, memberId, userId, email } = confirmed;
      return { organizationId, memberId, userId, email };
    });
  },
});
