/** Rules for the permissions and obligations of roles (spec/areas/organization-and-access/roles). */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';
import { type FieldError, fieldErrors } from '#platform/refusals/field-errors';
import { refusal } from '#platform/refusals/refusal';
import type { Actor } from '#platform/identity/actor';
import { approvingPermissions, isPerson } from '#platform/identity/approving';
import { sessionRequired } from '#platform/identity/assigning';
import { parsePermissions } from '#platform/identity/permissions';
import { isBuiltIn, isPermission, type Obligations, pairsOf, type PermissionSet, resources } from '#platform/identity/roles';

type Schemas = components['schemas'];
type Permissions = Schemas['RolePermissions'];

export const maxRoles = 20;
const allPermissions: PermissionSet = resources;

/**
 * @param pairs permissions such as `risk:read`; unknown permissions are ignored
 * @returns the actions of each resource, without resources that have no actions, in the order of `resources`
 */
export function groupPermissions(pairs: Iterable<string>): Permissions {
  const pairSet = new Set(pairs);
  const permissions = Object.fromEntries(
    Object.entries(allPermissions)
      .map(([resource, actions]) => [resource, actions.filter((action) => pairSet.has(`${resource}:${action}`))] as const)
      .filter(([, actions]) => actions.length > 0),
  );
  return isPermissionsOfResources(permissions) ? permissions : {};
}

function isPermissionsOfResources(permissions: PermissionSet): permissions is Permissions {
  return pairsOf(permissions).every(isPermission);
}

/** Parses stored permissions. Malformed or unknown parts are ignored (roles, rule 10). */
export function parseStoredPermissions(stored: unknown): Permissions {
  return groupPermissions(pairsOf(parsePermissions(stored)));
}

/** Adds the permissions of the portal to roles with compliance obligations, which members fulfill in the portal (roles, rule 3). */
export function withPortal(permissions: PermissionSet, { compliance }: Obligations): Permissions {
  return groupPermissions([...pairsOf(permissions), ...(compliance ? ['portal:read', 'portal:update'] : [])]);
}

/**
 * Checks whether the actor may grant permissions. Nobody may grant permissions that they do not have, and only an owner without an
 * API key may grant `organization:delete` (roles, rules 1, 2).
 * @param before permissions that the role already grants; these are not checked again
 * @returns an error response if the actor may not grant the permissions, or undefined
 */
export function grantErrorOf({ permissions, roles: ownRoles }: Actor, granted: Permissions, before: Permissions = {}) {
  const pairsBefore = new Set(pairsOf(before));
  const addedPairs = pairsOf(granted).filter((pair) => !pairsBefore.has(pair));
  const missingPairs = addedPairs.filter((pair) => !permissions.has(pair));
  if (missingPairs.length) return refusal('permission_escalation', { missingPermissions: missingPairs });
  return addedPairs.includes('organization:delete') && !ownRoles.includes('owner')
    ? refusal('owner_permission', { permission: 'organization:delete' })
    : undefined;
}

/** @returns an error response if the change affects approving permissions and the actor is not a person (people, rule 24) */
export function approvingErrorOf(actor: Actor, after: Permissions, before: Permissions) {
  const [oldPairs, newPairs] = [new Set(pairsOf(before)), new Set(pairsOf(after))];
  const isApprovingChanged = [...approvingPermissions].some((pair) => oldPairs.has(pair) !== newPairs.has(pair));
  return isApprovingChanged && !isPerson(actor) ? sessionRequired : undefined;
}

/** Returns an error message if a role cannot have the name, or undefined. The contract validates the format of names. */
export function validateName(name: string): FieldError | undefined {
  return isBuiltIn(name.toLowerCase()) ? fieldErrors.duplicate('must not be the name of a built-in role') : undefined;
}

interface AuditedRole {
  readonly name?: string;
  readonly permissions?: Permissions;
  readonly obligations: Obligations;
}

/** Returns the fields of a role for the audit log, which shows lists but not objects (roles, rule 12). */
export function auditFields({ name, permissions, obligations }: AuditedRole): Fields {
  return {
    ...(name !== undefined && { name }),
    ...(permissions && { permissions: pairsOf(permissions) }),
    obligations: obligations.compliance ? ['compliance'] : [],
  };
}
