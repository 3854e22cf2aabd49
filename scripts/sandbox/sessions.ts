/** Signs in one person for each built-in role. */
import type { SystemDatabase } from '#platform/database/handle';
import { type BuiltInRole, builtInRoles } from '#platform/identity/roles';
import type { Sessions } from '#platform/identity/sessions';

export interface SandboxSession {
  readonly role: BuiltInRole;
  readonly email: string;
  readonly memberId: string;
  /** For `Authorization: Bearer`, together with `X-Organization-Id`. */
  readonly token: string;
}

/** Longer than the clock can be moved (control.ts). */
const lifetime = 30 * 366 * 24 * 3600;

/** @returns the id of the only organization */
export async function findOrganizationId(db: SystemDatabase): Promise<string> {
  const { id } = await db.selectFrom('organization').select('id').executeTakeFirstOrThrow();
  return id;
}

/** @returns a session for each built-in role, of the member who has been there longest with only this role */
export async function issueSessions(db: SystemDatabase, sessions: Sessions): Promise<SandboxSession[]> {
  const members = await db
    .selectFrom('member')
    .select(['id', 'user_id', 'email', 'roles'])
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Promise.all(
    builtInRoles.map(async (role) => {
      const member = members.find(({ roles }) => roles.length === 1 && roles[0] === role);
      if (!member) throw new Error(`the demonstration has no member with only the role ${role}`);
      const { id, user_id, email } = member;
      return { role, email, memberId: id, token: await sessions.issue(user_id, lifetime) };
    }),
  );
}
