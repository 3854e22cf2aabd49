import { type OperationId, type Permission, requires, requiresSession } from '../../generated/permissions.ts';

/** The part of the answer of `getMe` that decides what a caller may do. */
export interface Holder {
  /** The permissions that count now, such as `risk:read`. None without an organization. */
  readonly permissions?: readonly string[] | undefined;
  readonly credential?: { readonly kind?: string | undefined } | undefined;
}

/**
 * Returns whether a session or an API key may call an operation, so that a page can leave out what would be refused with 403. The service
 * decides in the end: a record may be hidden from the caller, or be in a state that does not allow it. Where the permission depends on the
 * record (`byRecord`), the answer is true if the caller has the permission for at least one kind of record.
 */
export function can({ permissions = [], credential }: Holder, operation: OperationId): boolean {
  const permission = requires[operation];
  if (permission === 'public') return true;
  // A key without permissions is refused everywhere.
  if (credential?.kind === 'api_key' && (requiresSession.includes(operation) || permissions.length === 0)) return false;
  return permits(permission, permissions);
}

function permits(permission: Permission, permissions: readonly string[]): boolean {
  if (typeof permission === 'string') return permission === 'authenticated' || permissions.includes(permission);
  if ('anyOf' in permission) return permission.anyOf.some((one) => permissions.includes(one));
  // Each kind of record takes a permission of its own, and the contract does not list the kinds.
  if ('byRecord' in permission) return permissions.some((one) => one.endsWith(`:${permission.byRecord}`));
  return permission.every((one) => permissions.includes(one));
}
