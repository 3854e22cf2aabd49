/** The built-in and custom roles of one organization. All code that assigns roles or needs their permissions uses it. */
import type { Selectable } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '../database/handle.ts';
import { listOverrides, parseObligations, obligationsOf, mergeObligations } from './obligations.ts';
import { permissionsOf, parsePermissions } from './permissions.ts';
import { builtInRoles, isBuiltIn, sortByRank } from './roles.ts';

export interface OrganizationRoles {
  /** Returns the stored form of a role: a built-in name or a custom role's id. @param byName whether to accept a custom role's name, in any case */
  find(role: string, byName?: boolean): string | undefined;
  /** Returns whether one of these roles has compliance duties (roles, rule 5). */
  haveComplianceDuties(roles: readonly string[]): boolean;
  /** Returns the union of what these roles grant; unknown roles grant nothing. */
  permissions(roles: readonly string[]): ReadonlySet<string>;
  /** Returns all roles with this permission (roles, rule 11). */
  granting(permission: string): string[];
}

type CustomRole = Pick<Selectable<TenantTables['custom_role']>, 'id' | 'name' | 'permissions' | 'obligations'>;

const selectCustomRoles = (db: OrganizationDatabase) =>
  db.selectFrom('custom_role').select(['id', 'name', 'permissions', 'obligations']).orderBy('id');

export function readRoles(db: OrganizationDatabase): Promise<OrganizationRoles> {
  return rolesOf(db, selectCustomRoles(db).execute());
}

/** Loads the roles for granting them: locks custom roles against deletion until the transaction ends. */
export function lockRoles(db: OrganizationDatabase): Promise<OrganizationRoles> {
  return rolesOf(db, selectCustomRoles(db).forKeyShare().execute());
}

async function rolesOf(db: OrganizationDatabase, query: Promise<readonly CustomRole[]>): Promise<OrganizationRoles> {
  const [customRoles, overrides] = await Promise.all([query, listOverrides(db)]);
  const obligations = (role: string) =>
    isBuiltIn(role) ? obligationsOf(role, overrides) : parseObligations(customRoles.find(({ id }) => id === role)?.obligations);
  const permissions = (roleNames: readonly string[]) =>
    permissionsOf(
      roleNames,
      customRoles.filter(({ id }) => roleNames.includes(id)).map((customRole) => parsePermissions(customRole.permissions)),
    );
  return {
    find: (role, byName = false) =>
      isBuiltIn(role) ? role : customRoles.find(({ id, name }) => id === role || (byName && name.toLowerCase() === role.toLowerCase()))?.id,
    haveComplianceDuties: (roles) => mergeObligations(roles.map(obligations)).compliance === true,
    permissions,
    granting: (permission) => [...builtInRoles, ...customRoles.map(({ id }) => id)].filter((role) => permissions([role]).has(permission)),
  };
}

/** Returns the stored form of the roles, highest-ranking first, and the indexes of unknown names. */
export function resolveRoles(
  roles: OrganizationRoles,
  names: readonly string[],
  byName = false,
): { readonly roles: string[]; readonly unknown: readonly number[] } {
  const resolvedRoles = names.map((role) => roles.find(role, byName));
  return {
    roles: sortByRank(new Set(resolvedRoles.flatMap((role) => role ?? []))),
    unknown: resolvedRoles.flatMap((role, index) => (role === undefined ? [index] : [])),
  };
}
