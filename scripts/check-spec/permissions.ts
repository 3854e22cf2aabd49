/** The permission and provenance of each operation (spec/conventions, 3; spec/README). */
import { pairsOf, resources } from '#platform/identity/roles';
import { type Contract, entries, type Fault, type Json, list, own, text } from './document.ts';

const permissions = pairsOf(resources);
const isPermission = (value: Json) => permissions.some((permission) => permission === value);

export function checkPermissions({ operations }: Contract, fault: Fault): void {
  for (const { id, operation } of operations) {
    if (!isPermitted(own(operation, 'x-permission'))) fault('permission', id, 'x-permission must name an existing permission');
    if (
      (own(operation, 'x-permission') === 'public') !==
      (list(own(operation, 'security')).length === 0 && own(operation, 'security') !== undefined)
    )
      fault('public', id, 'x-permission is `public` exactly if the operation has `security: []`');
    const provenance = entries(own(operation, 'x-provenance'));
    const isValid = provenance.every(([key, value]) =>
      (key === 'given' ? /^\d(\.\d+)?$/ : key === 'decision' ? /^[A-Z][^\n]+\.$/ : /$^/).test(text(value)),
    );
    if (!provenance.length || !isValid)
      fault('provenance', id, 'x-provenance is { given: \'<section>\' }, { decision: "One sentence." }, or both');
  }

  // A permission that no operation requires has no use.
  const required = new Set(operations.flatMap(({ operation }) => permissionsIn(own(operation, 'x-permission'))));
  for (const permission of permissions)
    if (!required.has(permission)) fault('permission-required', permission, 'is a permission, but no operation requires it');

  // The marker of operations that require the session of a person, and that API keys cannot use.
  for (const { id, operation } of operations) {
    const marker = own(operation, 'x-requires-session');
    if (marker === undefined) continue;
    if (marker !== true || own(operation, 'x-permission') === 'public')
      fault('session', id, 'x-requires-session must be `true`, and is not allowed on public operations');
  }

  // The marker of operations on a person's account and of those that a caller can use without naming an organization.
  for (const { id, operation } of operations) {
    const marker = own(operation, 'x-organization');
    if (marker === undefined) continue;
    const isForAnyone = own(operation, 'x-permission') === 'authenticated';
    const requiresSession = own(operation, 'x-requires-session') === true;
    const isValid = marker === 'none' || marker === 'named' ? requiresSession : marker === 'optional' && !requiresSession;
    if (!isValid || !isForAnyone)
      fault(
        'account',
        id,
        'x-organization must be `none` or `named` with x-requires-session, or `optional` without it, and requires x-permission `authenticated`',
      );
  }
}

/** Returns the texts of an x-permission: one, all that are required, or those of which one is sufficient. */
function permissionsIn(value: Json | undefined): readonly Json[] {
  return typeof value === 'string' ? [value] : [...list(value), ...list(own(value, 'anyOf'))];
}

function isPermitted(value: Json | undefined): boolean {
  if (typeof value === 'string') return value === 'authenticated' || value === 'public' || isPermission(value);
  if (Array.isArray(value)) return value.length > 1 && value.every(isPermission);
  const [entry, ...otherEntries] = entries(value);
  if (!entry || otherEntries.length) return false;
  return entry[0] === 'byRecord'
    ? ['create', 'read', 'update', 'delete'].includes(text(entry[1]))
    : entry[0] === 'anyOf' && list(entry[1]).length > 1 && list(entry[1]).every(isPermission);
}
