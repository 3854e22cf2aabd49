/** Permissions and obligations of roles: the rules of spec/areas/organization-and-access/roles that need no database. */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';
import { refusal } from '#platform/refusals/refusal';
import type { Actor } from '#platform/identity/actor';
import { approvingPermissions, isPerson } from '#platform/identity/approving';
import { sessionRequired } from '#platform/identity/assigning';
import { parsePermissions } from '#platform/identity/permissions';
import { isBuiltIn, isPermission, type Obligations, pairsOf, type PermissionSet, resources } from '#platform/identity/roles';

type Schemas = components['schemas'];
type Permissions = Schemas['RolePermissions'];

export const maxRoles = 20;
const matrix: PermissionSet = resources;

/**
 * @param pairs such as `risk:read`; unknown ones are ignored
 * @returns the permissions by resource, in the order of the matrix, without empty lists
 */
export function permissionsFrom(pairs: Iterable<string>): Permissions {
  const held = new Set(pairs);
  const set = Object.fromEntries(
    Object.entries(matrix)
      .map(([resource, actions]) => [resource, actions.filter((action) => held.has(`${resource}:${action}`))] as const)
      .filter(([, actions]) => actions.length > 0),
  );
  return isOfTheMatrix(set) ? set : {};
}

function isOfTheMatrix(set: PermissionSet): set is Permissions {
  return pairsOf(set).every(isPermission);
}

/** The permissions of a stored value. Malformed or unknown parts are ignored (roles, rule 10). */
export function permissionsIn(stored: unknown): Permissions {
  return permissionsFrom(pairsOf(parsePermissions(stored)));
}

/** Compliance duties are performed in the portal, so they require its permissions (roles, rule 3). */
export function withPortal(permissions: PermissionSet, { compliance }: Obligations): Permissions {
  return permissionsFrom([...pairsOf(permissions), ...(compliance ? ['portal:read', 'portal:update'] : [])]);
}

/**
 * Nobody may grant more than they have, and only an owner may grant `organization:delete`, not with an API key (roles, rules 1, 2).
 * @param before permissions that the role already grants, which are not checked again
 * @returns why it is refused
 */
export function whyCannotGrant({ permissions, roles: ownRoles }: Actor, granted: Permissions, before: Permissions = {}) {
  const hadBefore = new Set(pairsOf(before));
  const added = pairsOf(granted).filter((pair) => !hadBefore.has(pair));
  const missing = added.filter((pair) => !permissions.has(pair));
  if (missing.length) return refusal('permission_escalation', { missingPermissions: missing });
  return added.includes('organization:delete') && !ownRoles.includes('owner')
    ? refusal('owner_permission', { permission: 'organization:delete' })
    : undefined;
}

/** @returns why the permissions of a role that members may have cannot be changed so (people, rule 24) */
export function approvingRefusal(actor: Actor, after: Permissions, before: Permissions) {
  const [had, has] = [new Set(pairsOf(before)), new Set(pairsOf(after))];
  const isApprovingChanged = [...approvingPermissions].some((pair) => had.has(pair) !== has.has(pair));
  return isApprovingChanged && !isPerson(actor) ? sessionRequired : undefined;
}

/** What is wrong with the name of a role, beyond what the contract says. */
export function validateName(name: string): string | undefined {
  return isBuiltIn(name.toLowerCase()) ? 'must not be the name of a built-in role' : undefined;
}

interface Loggable {
  readonly name?: string;
  readonly permissions?: Permissions;
  readonly obligations: Obligations;
}

/** Fields for the audit log, which shows lists but no objects: permissions as pairs, and the obligations that are set (roles, rule 12). */
export function auditFields({ name, permissions, obligations }: Loggable): Fields {
  return {
    ...(name !== undefined && { name }),
    ...(permissions && { permissions: pairsOf(permissions) }),
    obligations: obligations.compliance ? ['compliance'] : [],
  };
}
