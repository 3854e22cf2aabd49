/** Describes the permission of an operation in a sentence. */
import type { Json, Operation } from './contract.ts';

/** @throws when `x-permission` has an unknown form (spec/conventions, 3) */
export function permissionOf({ 'x-permission': permission, operationId }: Operation): string {
  if (permission === 'public') return 'Needs no API key and no session.';
  if (permission === 'authenticated') return 'Needs no permission: any API key or session will do.';
  if (typeof permission === 'string') return `Needs the permission ${code(permission)}.`;
  if (Array.isArray(permission)) return `Needs the permissions ${joinPermissions(permission, 'and')}.`;
  const { anyOf, byRecord } = typeof permission === 'object' && permission !== null ? permission : {};
  if (Array.isArray(anyOf)) return `Needs one of the permissions ${joinPermissions(anyOf, 'or')}.`;
  if (typeof byRecord === 'string')
    return `Needs the permission to ${byRecord} the kind of record that it is about, such as ${code(`risk:${byRecord}`)} for a risk.`;
  throw new Error(`${operationId}: there are no words for x-permission ${JSON.stringify(permission)}`);
}

function joinPermissions(permissions: readonly Json[], word: 'and' | 'or'): string {
  return new Intl.ListFormat('en', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(permissions.map(code));
}

function code(text: Json): string {
  return `\`${String(text)}\``;
}
