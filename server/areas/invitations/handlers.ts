import { added } from '../../platform/audit/changes.ts';
import { refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import { assigningFault } from '../../platform/identity/assigning.ts';
import { lockRolesIn } from '../../platform/identity/organization-roles.ts';
import { mailInvitation } from '../../domain/invitations/mail.ts';
import { renew } from '../../domain/invitations/offer.ts';
import { deleteInvitation, listInvitations } from './queries.ts';

const notFound = () => refusal('invitation_not_found');

export const invitations: Handlers<'invitations'> = {
  async listInvitations({ query, page, db }) {
    return { status: 200, page: await listInvitations(db, query, page) };
  },

  async revokeInvitation({ path, db, audit }) {
    const email = await deleteInvitation(db, path.id);
    if (email === undefined) return notFound();
    audit.did(`Revoked invitation of ${email}`);
    return { status: 204 };
  },

  async resendInvitation({ path, actor, db, audit, ports }) {
    const invitation = await renew(db, path.id);
    if (!invitation) return notFound();
    // Offered once more, the roles are given once more.
    const fault = assigningFault(actor, await lockRolesIn(db), [], invitation.roles);
    if (fault) return fault;
    await mailInvitation(db, ports, invitation, actor.user?.name ?? '');
    audit.did(`Sent invitation of ${invitation.email} again`, { changes: added({ expiresAt: invitation.expiresAt }) });
    return { status: 200, body: invitation };
  },
};
