import { type ExpressionBuilder, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { violates } from '#platform/database/violations';
import { parseObligations } from '#platform/identity/obligations';
import { permissionsIn } from './rules.ts';

type Schemas = components['schemas'];
type CustomRole = Schemas['CustomRole'];
/** The stored fields of a role, validated (roles, rule 10). */
export type StoredRole = Pick<CustomRole, 'id' | 'name' | 'permissions' | 'obligations'>;
type Content = Omit<StoredRole, 'id'>;

const columns = columnsOf('custom_role', 'id', 'organizationId', 'name', 'permissions', 'obligations', 'createdAt', 'updatedAt');

/** The custom roles, newest first. */
export async function listRoles(db: OrganizationDatabase): Promise<CustomRole[]> {
  const rows = await db
    .selectFrom('custom_role')
    .select(columns)
    .select(memberCount)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(roleOf);
}

export async function findRole(db: OrganizationDatabase, id: string): Promise<CustomRole | undefined> {
  const row = await db.selectFrom('custom_role').select(columns).select(memberCount).where('id', '=', id).executeTakeFirst();
  return row && roleOf(row);
}

/** Members have roles by id, so similar names are never confused (roles, rule 7). Deactivated members count. */
function memberCount(eb: ExpressionBuilder<TenantTables, 'custom_role'>) {
  return eb
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`custom_role.id = any(member.roles)`, '=', true)
    .as('memberCount');
}

/** Invitations that can still be accepted or sent again, including expired ones (roles, rule 7). */
export async function countInvitations(db: OrganizationDatabase, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where(sql<boolean>`${id} = any(roles)`, '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

type Row = Pick<CustomRole, 'id' | 'organizationId' | 'name' | 'createdAt' | 'updatedAt'> & {
  readonly permissions: unknown;
  readonly obligations: unknown;
  readonly memberCount: number | null;
};
function roleOf({ permissions, obligations, memberCount: storedCount, ...role }: Row): CustomRole {
  return {
    ...role,
    permissions: permissionsIn(permissions),
    obligations: parseObligations(obligations),
    isBuiltIn: false,
    memberCount: storedCount ?? 0,
  };
}

/** Roles with one of these ids or names, ignoring case. */
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
  return rows.map(checked);
}

const oneRole = (db: OrganizationDatabase, id: string) =>
  db.selectFrom('custom_role').select(['id', 'name', 'permissions', 'obligations']).where('id', '=', id);

/** @returns the role, locked until the transaction ends (roles, rule 6) */
export async function lockRole(db: OrganizationDatabase, id: string): Promise<StoredRole | undefined> {
  const row = await oneRole(db, id).forNoKeyUpdate().executeTakeFirst();
  return row && checked(row);
}

/** @returns the role to be deleted, locked so that nobody gets it in the meantime */
export async function lockRoleToDelete(db: OrganizationDatabase, id: string): Promise<StoredRole | undefined> {
  const row = await oneRole(db, id).forUpdate().executeTakeFirst();
  return row && checked(row);
}

function checked({
  permissions,
  obligations,
  ...role
}: {
  id: string;
  name: string;
  permissions: unknown;
  obligations: unknown;
}): StoredRole {
  return { ...role, permissions: permissionsIn(permissions), obligations: parseObligations(obligations) };
}

/**
 * @returns the number of roles. Prevents other transactions from adding roles, by locking the organization's row until the transaction ends
 * (roles, rule 4).
 */
export async function lockRoleCount(db: OrganizationDatabase): Promise<number> {
  await db.selectFrom('organization').select('id').forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('custom_role')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns undefined if another role has the name; the transaction can then only be rolled back */
export function insertRole(db: OrganizationDatabase, role: Content): Promise<CustomRole | undefined> {
  return unlessNameTaken(async () => {
    const row = await db
      .insertInto('custom_role')
      .values({ id: newId('rol'), ...role })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return roleOf({ ...row, memberCount: 0 });
  });
}

/** @returns like `insertRole` */
export function updateRole(
  db: OrganizationDatabase,
  id: string,
  change: { readonly [Field in keyof Content]: Content[Field] | undefined },
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
