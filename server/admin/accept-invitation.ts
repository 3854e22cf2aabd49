/** Command that accepts an invitation on behalf of a person. */
import { writeTransaction } from '#platform/database/handle';
import { acceptInvitationById } from '#domain/people/invitations/accept';
import { changesOnCreate } from '#platform/audit/changes';
import { createOperatorEntry } from './audit.ts';
import { command, Failure } from './command.ts';
import { withInstallation } from './installation.ts';

export const acceptInvitation = command({
  name: 'invitation accept',
  meaning:
    'Accepts an invitation for the invited person, as an application does when they follow its link and sign in. Creates the account if necessary.',
  needed: { invitation: 'inv_…' },
  plan({ invitation: id }) {
    return withInstallation(async ({ database }) => {
      const invitation = await database.system.selectFrom('invitation').select('organization_id').where('id', '=', id).executeTakeFirst();
      const acceptance =
        invitation &&
        (await writeTransaction(database.tenant, invitation.organization_id, async (db) => {
          const result = await acceptInvitationById(db, id);
          if (!result) return { result, outcome: 'rollback' };
          const { memberId, email, roles } = result;
          return {
            result,
            outcome: [
              createOperatorEntry(db.organizationId, {
                resource: 'member',
                action: 'Accepted invitation',
                entityType: 'people',
                entityId: memberId,
                changes: changesOnCreate({ email, roles }),
              }),
            ],
          };
        }));
      if (!acceptance)
        throw new Failure(
          `there is no invitation ${id} that can be accepted: it must be pending, and its sender an active member who may give these roles`,
        );
      return { organizationId: invitation?.organization_id, ...acceptance };
    });
  },
});
