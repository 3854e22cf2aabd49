/** Creates and renews invitations (spec/areas/workforce/invitations). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase, SystemDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

/** The lifetime of an invitation link in days (invitations, rule 2). */
const lifetimeDays = 7;

export const invitationColumns = columnsOf(
  'invitation',
  'id',
  'organizationId',
  'email',
  'roles',
  'status',
  'expiresAt',
  'inviterId',
  'createdAt',
  'updatedAt',
  'version',
);

type Invitation = components['schemas']['Invitation'];
export type InvitationRow = Omit<Invitation, 'role' | 'status' | 'canBeAccepted'> & {
  readonly status: Exclude<Invitation['status'], 'expired'>;
};

/** @param row a row with `invitationColumns` @param isGivable whether the inviter could still give the roles */
export function toInvitation(row: InvitationRow, isGivable: boolean): Invitation {
  const isExpired = row.status === 'pending' && Date.parse(row.expiresAt) <= Date.now();
  const canBeAccepted = row.status === 'pending' && !isExpired && isGivable;
  return { ...row, role: row.roles[0] ?? '', status: isExpired ? 'expired' : row.status, canBeAccepted };
}

/**
 * Invites a person. If the person is already invited, the invitation gets these roles and a new expiry (invitations, rule 2).
 * @param email in lowercase @param roles existing roles, which the caller has locked
 */
export function createOrUpdateInvitation(
  db: OrganizationDatabase,
  { email, roles, inviterId }: { readonly email: string; readonly roles: readonly string[]; readonly inviterId: string },
): Promise<InvitationRow> {
  // The condition must be a literal, because PostgreSQL chooses the partial index by the text of the condition.
  return db
    .insertInto('invitation')
    .values({ id: newId('inv'), email, roles: [...roles], inviter_id: inviterId, expires_at: daysFromNow(lifetimeDays) })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email'])
        .where('status', '=', sql.lit('pending'))
        .doUpdateSet({ roles: [...roles], inviter_id: inviterId, expires_at: daysFromNow(lifetimeDays) }),
    )
    .returning(invitationColumns)
    .executeTakeFirstOrThrow();
}

/** @param inviterId the user who renews the invitation @returns undefined if no pending or expired invitation has this id */
export function renewInvitation(db: OrganizationDatabase, id: string, inviterId: string): Promise<InvitationRow | undefined> {
  return db
    .updateTable('invitation')
    .set({ inviter_id: inviterId, expires_at: daysFromNow(lifetimeDays) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(invitationColumns)
    .executeTakeFirst();
}

/** Cancels the invitations of people who have become members in another way. */
export async function cancelInvitations(db: OrganizationDatabase, emails: readonly string[]): Promise<void> {
  if (!emails.length) return;
  await db
    .updateTable('invitation')
    .set({ status: 'cancelled' })
    .where('email', 'in', [...emails])
    .where('status', '=', 'pending')
    .execute();
}

/** Deletes pending invitations of all organizations that expired more than 30 days ago (invitations, rule 4). */
export async function deleteExpiredInvitations(db: SystemDatabase): Promise<void> {
  await db.deleteFrom('invitation').where('status', '=', 'pending').where('expires_at', '<', daysFromNow(-30)).execute();
}

function daysFromNow(days: number) {
  return sql<string>`now() + make_interval(days => ${days})`;
}
