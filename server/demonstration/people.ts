/** Creates the members and their user accounts. */
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { newId } from '#platform/database/ids';
import { isBuiltIn } from '#platform/identity/roles';
import { people, type PersonData } from './data/people.ts';
import type { Roles } from './roles.ts';
import type { BaseContext } from './demo-context.ts';
import { createNamed, required } from './named.ts';
import type { Member, Members } from './member.ts';

/**
 * Inserts the accounts. Accounts remain when an organization is deleted, so the accounts of a deleted demonstration are reused. If an
 * account belongs to another organization, the person gets an account without an address, with which nobody can sign in.
 * @returns the ids of the accounts by e-mail address
 */
export async function insertAccounts(db: Transaction<SystemTables>, { calendar }: BaseContext): Promise<ReadonlyMap<string, string>> {
  const accounts = Object.values<PersonData>(people).map(({ name, email, joined }) => {
    const createdAt = calendar.ago(joined, email);
    return { id: newId('usr'), name, email, email_verified: true, created_at: createdAt, updated_at: createdAt };
  });
  await db
    .insertInto('user_account')
    .values(accounts)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const reusableAccounts = await db
    .selectFrom('user_account as u')
    .select(['u.id', 'u.email'])
    .where(
      'u.email',
      'in',
      accounts.map(({ email }) => email),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom('member as m').select('m.id').whereRef('m.user_id', '=', 'u.id'))))
    .execute();
  const reusableIds = new Map(reusableAccounts.flatMap(({ id, email }) => (email === null ? [] : [[email, id] as const])));
  const withoutAddress = accounts.filter(({ email }) => !reusableIds.has(email)).map((account) => ({ ...account, id: newId('usr') }));
  if (withoutAddress.length)
    await db
      .insertInto('user_account')
      .values(withoutAddress.map((account) => ({ ...account, email: null, email_verified: false })))
      .execute();
  return new Map([...reusableIds, ...withoutAddress.map(({ id, email }) => [email, id] as const)]);
}

export function createMembers(
  { organizationId, calendar }: BaseContext,
  accounts: ReadonlyMap<string, string>,
  customRoles: Roles,
): Members {
  return createNamed(people, (data: PersonData): Member => {
    const { name, email, department, title, joined, lastLogin, deactivated, exempt, devices } = data;
    const [id, userId] = [newId('mem'), required(accounts.get(email), email)];
    const roles = data.roles.map((role) => (isBuiltIn(role) ? role : customRoles.of(role).id));
    const createdAt = calendar.ago(joined, email);
    return {
      id,
      data,
      roles,
      user: { id: userId, name, email, emailVerified: true, image: null },
      row: {
        id,
        organization_id: organizationId,
        user_id: userId,
        roles,
        name,
        email,
        email_verified: true,
        last_login: calendar.ago(lastLogin, `login of ${email}`),
        user_created_at: createdAt,
        user_updated_at: createdAt,
        department,
        job_title: title,
        is_active: deactivated === undefined,
        device_mgmt_label_id: devices?.label ?? null,
        background_check_exempt: exempt !== undefined,
        background_check_exempt_reason: exempt?.reason ?? null,
        background_check_exempt_justification: exempt?.justification ?? null,
        onboard_date: calendar.midnightInDays(-joined),
        offboard_date: deactivated === undefined ? null : calendar.midnightInDays(-deactivated),
        created_at: createdAt,
        updated_at: deactivated === undefined ? createdAt : calendar.ago(deactivated, `end of ${email}`),
      },
    };
  });
}
