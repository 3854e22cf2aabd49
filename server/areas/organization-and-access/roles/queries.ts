/** Queries of custom roles and of the obligations of built-in roles. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { violates } from '#platform/database/violations';
import { parseObligations } from '#platform/identity/obligations';
import { parseStoredPermissions } from './rules.ts';

type Schemas = components['schemas'];
type CustomRole = Schemas['CustomRole'];
/** The validated stored fields of a role (roles, rule 10). */
export type StoredRole = Pick<CustomRole, 'id' | 'name' | 'permissions' | 'obligations'>;
type RoleContent = Omit<StoredRole, 'id'>;

const columns = columnsOf('custom_role', 'id', 'organizationId', 'name', 'permissions', 'obligations', 'createdAt', 'updatedAt', 'version');

/** Lists the custom roles, newest first. */
export async function listRoles(db: OrganizationDatabase): Promise<CustomRole[]> {
  const rows = await db
    .selectFrom('custom_role')
    .select(columns)
    .select(selectMemberCount)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toCustomRole);
}

export async function findRole(db: OrganizationDatabase, id: string): Promise<CustomRole | undefined> {
  const row = await db.selectFrom('custom_role').select(columns).select(selectMemberCount).where('id', '=', id).executeTakeFirst();
  return row && toCustomRole(row);
}

/** Selects the number of members with the role, including deactivated members. Members refer to roles by id (roles, rule 7). */
function selectMemberCount(eb: ExpressionBuilder<TenantTables, 'custom_role'>) {
  return eb
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`custom_role.id = any(member.roles)`, '=', true)
    .as('memberCount');
}

/** Counts the invitations with a role that can be accepted or sent again, including expired invitations (roles, rule 7). */
export async function countInvitations(db: OrganizationDatabase, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where(sql<boolean>`${id} = any(roles)`, '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

type Row = Pick<CustomRole, 'id' | 'organizationId' | 'name' | 'createdAt' | 'updatedAt' | 'version'> & {
  readonly permissions: unknown;
  readonly obligations: unknown;
  readonly memberCount: number | null;
};
function toCustomRole({ permissions, obligations, memberCount: storedCount, ...role }: Row): CustomRole {
  return {
    ...role,
    permissions: parseStoredPermissions(permissions),
    obligations: parseObligations(obligations),
    isBuiltIn: false,
    memberCount: storedCount ?? 0,
  };
}

/** Finds the roles with one of these ids or names. The case of names is ignored. */
export async function findRolesByIdOrName(db: OrganizationDatabase, idsOrNames: readonly string[]): Promise<StoredRole[]> {
  const rows = await db
    .selectFrom('custom_role')
    .select(['id', 'name', 'permissions', 'obligations'])
    .where((eb) =>
      eb.or([
        eb('id', 'in', idsOrNames),
        eb(
          sql<string>`lower(name)`,
          'in',
          idsOrNames.map((name) => name.toLowerCase()),
        ),
      ]),
    )
    .execute();
  return rows.map(toStoredRole);
}

const selectRole = (db: OrganizationDatabase, id: string) =>
  db.selectFrom('custom_role').select(['id', 'name', 'permissions', 'obligations']).where('id', '=', id);

/** Locks a role until the transaction ends (roles, rule 6). */
export async function lockRole(db: OrganizationDatabase, id: string): Promise<StoredRole | undefined> {
  const row = await selectRole(db, id).forNoKeyUpdate().executeTakeFirst();
  return row && toStoredRole(row);
}

/** Locks a role before its deletion, so that nobody gets the role until the transaction ends. */
export async function lockRoleToDelete(db: OrganizationDatabase, id: string): Promise<StoredRole | undefined> {
  const row = await selectRole(db, id).forUpdate().executeTakeFirst();
  return row && toStoredRole(row);
}

function toStoredRole({
  permissions,
  obligations,
  ...role
}: {
  id: string;
  name: string;
  permissions: unknown;
  obligations: unknown;
}): StoredRole {
  return { ...role, permissions: parseStoredPermissions(permissions), obligations: parseObligations(obligations) };
}

/**
 * Locks the organization's row until the transaction ends, so that other transactions cannot add roles (roles, rule 4).
 * @returns the number of roles
 */
export async function lockRoleCount(db: OrganizationDatabase): Promise<number> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('custom_role')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns undefined if another role has the name; the transaction must then be rolled back */
export function insertRole(db: OrganizationDatabase, role: RoleContent): Promise<CustomRole | undefined> {
  return unlessNameTaken(async () => {
    const row = await db
      .insertInto('custom_role')
      .values({ id: newId('rol'), ...role })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toCustomRole({ ...row, memberCount: 0 });
  });
}

/** @returns undefined if another role has the name; the transaction must then be rolled back */
export function updateRole(
  db: OrganizationDatabase,
  id: string,
  change: { readonly [Field in keyof RoleContent]: RoleContent[Field] | undefined },
): Promise<CustomRole | undefined> {
  return unlessNameTaken(async () => {
    await db.updateTable('custom_role').set(change).where('id', '=', id).execute();
    return findRole(db, id);
  });
}

async function unlessNameTaken<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'custom_role_name')) return undefined;
    throw error;
  }
}

export async function deleteRole(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('custom_role').where('id', '=', id).execute();
}

export async function setOverride(
  db: OrganizationDatabase,
  role: 'owner' | 'admin',
  obligations: Schemas['RoleObligations'],
): Promise<void> {
  await db
    .insertInto('role_obligation')
    .values({ id: newId('rob'), role, obligations })
    .onConflict((conflict) => conflict.columns(['organization_id', 'role']).doUpdateSet({ obligations }))
    .execute();
}
