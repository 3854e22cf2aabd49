/** Offers to join: made by inviting people, renewed by sending them again (spec/areas/invitations). */
import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase, SystemDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';

/** For how long a link works (spec/areas/invitations, rule 2), in days. */
const lasts = 7;

export const columns = columnsOf(
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
);

type Invitation = components['schemas']['Invitation'];
type Row = Omit<Invitation, 'role' | 'status'> & { readonly status: Exclude<Invitation['status'], 'expired'> };

/** @param row with `columns` */
export function invitationOf(row: Row): Invitation {
  const isOver = row.status === 'pending' && Date.parse(row.expiresAt) <= Date.now();
  return { ...row, role: row.roles[0] ?? '', status: isOver ? 'expired' : row.status };
}

/**
 * Invites somebody; who is invited already is so with these roles from now on (spec/areas/invitations, rule 2).
 * @param email lower-case @param roles as they are stored, held
 */
export async function offer(
  db: OrganizationDatabase,
  { email, roles, inviterId }: { readonly email: string; readonly roles: readonly string[]; readonly inviterId: string },
): Promise<Invitation> {
  // Spelled out, because PostgreSQL takes the index by the text of its condition.
  const row = await db
    .insertInto('invitation')
    .values({ id: newId('inv'), email, roles: [...roles], inviter_id: inviterId, expires_at: inDays(lasts) })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email'])
        .where('status', '=', sql.lit('pending'))
        .doUpdateSet({ roles: [...roles], expires_at: inDays(lasts) }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return invitationOf(row);
}

/** @returns undefined when there is none that is pending or expired */
export async function renew(db: OrganizationDatabase, id: string): Promise<Invitation | undefined> {
  const row = await db
    .updateTable('invitation')
    .set({ expires_at: inDays(lasts) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(columns)
    .executeTakeFirst();
  return row && invitationOf(row);
}

/** Of all organizations, those that expired 30 days ago (spec/areas/invitations, rule 4). */
export async function removeForgotten(db: SystemDatabase): Promise<void> {
  await db.deleteFrom('invitation').where('status', '=', 'pending').where('expires_at', '<', inDays(-30)).execute();
}

function inDays(days: number) {
  return sql<string>`now() + make_interval(days => ${days})`;
}
