/** Lists, revokes and resends invitations. */
import { actorName } from '#platform/mail/name-with-via';
import { changesOnCreate } from '#platform/audit/changes';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { findRoleAssignmentError } from '#platform/identity/assigning';
import { lockRoles } from '#platform/identity/organization-roles';
import { mailInvitation } from '#domain/people/invitations/mail';
import { renewInvitation, toInvitation } from '#domain/people/invitations/invitations';
import { filterGivable } from '#domain/people/invitations/inviters';
import { deleteInvitation, listInvitations } from './queries.ts';

const invitationNotFound = () => refusal('invitation_not_found');

export const invitations: Handlers<'invitations'> = {
  async listInvitations({ query, page, db }) {
    return { status: 200, page: await listInvitations(db, query, page) };
  },

  async revokeInvitation({ path, db, audit, requireVersion }) {
    const deletedInvitation = await deleteInvitation(db, path.id);
    if (!deletedInvitation) return invitationNotFound();
    requireVersion(deletedInvitation);
    audit.performed(`Revoked invitation of ${deletedInvitation.email}`);
    return { status: 204 };
  },

  async resendInvitation({ path, actor, db, audit, ports }) {
    if (!actor.user) throw new Error('the actor of a change has no user');
    const invitation = await renewInvitation(db, path.id, actor.user.id);
    if (!invitation) return invitationNotFound();
    // The new mail offers the roles again, so the actor must be allowed to assign these roles.
    const roleRefusal = findRoleAssignmentError(actor, await lockRoles(db), [], invitation.roles);
    if (roleRefusal) return roleRefusal;
    await mailInvitation(db, ports, invitation, actorName(actor));
    audit.performed(`Sent invitation of ${invitation.email} again`, { changes: changesOnCreate({ expiresAt: invitation.expiresAt }) });
    return { status: 200, body: toInvitation(invitation, (await filterGivable(db, [invitation])).has(invitation)) };
  },
};
