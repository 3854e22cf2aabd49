/** Creates the invitations. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { invitations } from './data/invitations.ts';
import type { Members } from './member.ts';
import type { DemoContext } from './demo-context.ts';

export function createInvitations(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['invitation']>[] {
  return invitations.map(({ email, roles, by: inviterName, invited }) => {
    const invitedAt = calendar.ago(invited, email);
    log.write(
      invitedAt,
      members.of(inviterName),
      'inviteMembers',
      {},
      { description: 'Invited people', changes: { people: { previous: null, current: [`${email}: invited`] } } },
    );
    return {
      id: newId('inv'),
      organization_id,
      email,
      roles: [...roles],
      inviter_id: members.of(inviterName).user.id,
      created_at: invitedAt,
      updated_at: invitedAt,
      expires_at: addSeconds(invitedAt, 7 * 86_400),
    };
  });
}
