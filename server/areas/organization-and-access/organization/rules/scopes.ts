import type { components } from '#generated/api';
import { grantableScopes } from '#platform/identity/roles';

const scopes = new Set(grantableScopes);

/** A scope that no longer exists grants nothing and is not returned. */
export function isScope(pair: string): pair is components['schemas']['ApiKeyScope'] {
  return scopes.has(pair);
}
