/** The members, and the accounts behind them. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '../../generated/database.d.ts';
import { newId } from '../database/ids.ts';
import type { ActingUser } from '../identity/actor.ts';
import { isBuiltIn } from '../identity/roles.ts';
import { people, type PersonData, type PersonName } from './data/people.ts';
import type { Roles } from './roles.ts';
import { type Named, named, required, type Stage } from './scene.ts';

export interface Member {
  readonly id: string;
  readonly data: PersonData;
  readonly roles: readonly string[];
  readonly user: ActingUser;
  readonly row: Insertable<SystemTables['member']>;
}
export type Members = Named<PersonName, Member>;

/**
 * Accounts outlive an organization, so those of a demonstration that was deleted are taken up again.
 * @returns their ids by e-mail address
 */
export async function insertAccounts(db: Transaction<SystemTables>, { calendar }: Stage): Promise<ReadonlyMap<string, string>> {
  const accounts = Object.values<PersonData>(people).map(({ name, email, joined, lastLogin }) => {
    const [at, login] = [calendar.ago(joined, email), calendar.ago(lastLogin, `login of ${email}`)];
    return { id: newId('usr'), name, email, email_verified: true, last_login: login, created_at: at, updated_at: at };
  });
  const rows = await db.insertInto('user_account').values(accounts)
    .onConflict((conflict) => conflict.column('email').doUpdateSet((eb) => ({ last_login: eb.ref('excluded.last_login') })))
    .returning(['id', 'email']).execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

export function membersOf({ organizationId, calendar }: Stage, accounts: ReadonlyMap<string, string>, customRoles: Roles): Members {
  return named(people, (data: PersonData): Member => {
    const { name, email, department, title, joined, deactivated, exempt, devices } = data;
    const [id, userId] = [newId('mem'), required(accounts.get(email), email)];
    const roles = data.roles.map((role) => (isBuiltIn(role) ? role : customRoles.of(role).id));
    const at = calendar.ago(joined, email);
    return {
      id, data, roles,
      user: { id: userId, name, email, emailVerified: true, image: null },
      row: {
        id, organization_id: organizationId, user_id: userId, roles, department, job_title: title, is_active: deactivated === undefined, device_mgmt_label_id: devices?.label ?? null,
        background_check_exempt: exempt !== undefined, background_check_exempt_reason: exempt?.reason ?? null, background_check_exempt_justification: exempt?.justification ?? null,
        onboard_date: calendar.due(-joined), offboard_date: deactivated === undefined ? null : calendar.due(-deactivated),
        created_at: at, updated_at: deactivated === undefined ? at : calendar.ago(deactivated, `end of ${email}`),
      },
    };
  });
}
