import { confirmByLink } from '../domain/members/confirm-by-link.ts';
import { nobody } from '../platform/audit/acting-entry.ts';
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';

export const confirmAddress = command({
  name: 'member confirm-email',
  meaning: 'Confirms the e-mail address of a member, as the page does that the link in the e-mail leads to. The link ends with the token.',
  needed: { token: 'mem_….…' },
  plan({ token }) {
    return withInstallation(async ({ database, ports }) => {
      const { secrets } = await ports();
      const way = { actorOf: () => nobody, data: { source: 'operator' } };
      const confirmed = await confirmByLink(database, secrets, token, way);
      if (!confirmed) throw new Failure('the link is invalid or has expired, or the address or the roles have changed since it was sent');
      const { organizationId, memberId, userId, email } = confirmed;
      return { organizationId, memberId, userId, email };
    });
  },
});
