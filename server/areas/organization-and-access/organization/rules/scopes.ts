/** Validates the scopes of API keys. */
import type { components } from '#generated/api';
import { grantableScopes } from '#platform/identity/roles';

const validScopes = new Set(grantableScopes);

/** Returns whether a stored scope still exists. A scope that no longer exists grants nothing, and responses omit it. */
export function isScope(scope: string): scope is components['schemas']['ApiKeyScope'] {
  return validScopes.has(scope);
}
