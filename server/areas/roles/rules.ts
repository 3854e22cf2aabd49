/** What roles grant and demand: the decisions of spec/areas/roles that need no database. */
import type { components } from '../../../generated/api.d.ts';
import type { Fields } from '../../platform/audit/changes.ts';
import { refusal } from '../../platform/refusals/refusal.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { storedPermissions } from '../../platform/identity/permissions.ts';
import { isBuiltIn, isPermission, type Obligations, pairsOf, type PermissionSet, resources } from '../../platform/identity/roles.ts';

type Schemas = components['schemas'];
type Permissions = Schemas['RolePermissions'];

export const mostRoles = 20;
const matrix: PermissionSet = resources;

/** @param pairs as `risk:read`; unknown ones are left out. @returns them by resource, in the order of the matrix and without empty lists */
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

/** Of what is stored: what is malformed or unknown counts as nothing (spec/areas/roles, rule 10). */
export function permissionsIn(stored: unknown): Permissions {
  return permissionsFrom(pairsOf(storedPermissions(stored)));
}

/** Compliance duties are done in the portal, so they need its permissions (spec/areas/roles, rule 3). */
export function withPortal(permissions: PermissionSet, { compliance }: Obligations): Permissions {
  return permissionsFrom([...pairsOf(permissions), ...(compliance ? ['portal:read', 'portal:update'] : [])]);
}

/**
 * Nobody grants more than they have, and `organization:delete` only an owner, who has it by the role and not through a key (spec/areas/roles, rules 1, 2).
 * @param before what the role grants already, and so is not granted now
 * @returns why it is refused
 */
export function escalation({ permissions, roles: own }: Actor, granted: Permissions, before: Permissions = {}) {
  const had = new Set(pairsOf(before));
  const added = pairsOf(granted).filter((pair) => !had.has(pair));
  const lacking = added.filter((pair) => !permissions.has(pair));
  if (lacking.length) return refusal('permission_escalation', { missingPermissions: lacking });
  return added.includes('organization:delete') && !own.includes('owner')
    ? refusal('owner_permission', { permission: 'organization:delete' })
    : undefined;
}

/** What is wrong with the trimmed name of a role, beyond what the contract says. */
export function nameFault(name: string): string | undefined {
  if (name.length < 2) return 'must have at least 2 characters';
  return isBuiltIn(name.toLowerCase()) ? 'must not be the name of a built-in role' : undefined;
}

interface Loggable {
  readonly name?: string;
  readonly permissions?: Permissions;
  readonly obligations: Obligations;
}

/** For the log, which shows lists and no objects: permissions as pairs, obligations as those that hold (spec/areas/roles, rule 12). */
export function auditFields({ name, permissions, obligations }: Loggable): Fields {
  return {
    ...(name !== undefined && { name }),
    ...(permissions && { permissions: pairsOf(permissions) }),
    obligations: obligations.compliance ? ['compliance'] : [],
  };
}
