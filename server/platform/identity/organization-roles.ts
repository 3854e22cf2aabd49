/** The roles of one organization, built-in and custom. All code that assigns roles or needs their permissions reads them here. */
import type { Selectable } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import { listOverrides, obligationsIn, obligationsOf, unionOf } from './obligations.ts';
import { permissionsOf, storedPermissions } from './permissions.ts';
import { builtInRoles, isBuiltIn, leadingFirst } from './roles.ts';

export interface OrganizationRoles {
  /** As it is stored: a built-in name or the id of a custom role. @param byName whether a custom role may be given by its name, in any case */
  find(given: string, byName?: boolean): string | undefined;
  /** Whether one of these roles has compliance duties (spec/areas/roles, rule 5). */
  oblige(roles: readonly string[]): boolean;
  /** The union of what these roles grant; unknown ones grant nothing. */
  permissions(roles: readonly string[]): ReadonlySet<string>;
  /** All roles with this permission (spec/areas/roles, rule 11). */
  granting(permission: string): string[];
}

type CustomRole = Pick<Selectable<TenantTables['custom_role']>, 'id' | 'name' | 'permissions' | 'obligations'>;

const customRoles = (db: OrganizationDatabase) =>
  db.selectFrom('custom_role').select(['id', 'name', 'permissions', 'obligations']).orderBy('id');

export function rolesIn(db: OrganizationDatabase): Promise<OrganizationRoles> {
  return rolesOf(db, customRoles(db).execute());
}

/** The same, for who gives somebody a role: custom roles are not deleted until the transaction ends. */
export function lockRolesIn(db: OrganizationDatabase): Promise<OrganizationRoles> {
  return rolesOf(db, customRoles(db).forKeyShare().execute());
}

async function rolesOf(db: OrganizationDatabase, asked: Promise<readonly CustomRole[]>): Promise<OrganizationRoles> {
  const [custom, overrides] = await Promise.all([asked, listOverrides(db)]);
  const obligations = (role: string) =>
    isBuiltIn(role) ? obligationsOf(role, overrides) : obligationsIn(custom.find(({ id }) => id === role)?.obligations);
  const permissions = (held: readonly string[]) =>
    permissionsOf(
      held,
      custom.filter(({ id }) => held.includes(id)).map((found) => storedPermissions(found.permissions)),
    );
  return {
    find: (given, byName = false) =>
      isBuiltIn(given)
        ? given
        : custom.find(({ id, name }) => id === given || (byName && name.toLowerCase() === given.trim().toLowerCase()))?.id,
    oblige: (roles) => unionOf(roles.map(obligations)).compliance === true,
    permissions,
    granting: (permission) => [...builtInRoles, ...custom.map(({ id }) => id)].filter((role) => permissions([role]).has(permission)),
  };
}

/** Each of these as it is stored, the leading one first; or the places of those that there are not. */
export function rolesFrom(
  roles: OrganizationRoles,
  given: readonly string[],
  byName = false,
): { readonly roles: string[]; readonly unknown: readonly number[] } {
  const found = given.map((role) => roles.find(role, byName));
  return {
    roles: leadingFirst(new Set(found.flatMap((role) => role ?? []))),
    unknown: found.flatMap((role, index) => (role === undefined ? [index] : [])),
  };
}
