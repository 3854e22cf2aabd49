import type { components } from '../../../../generated/api.d.ts';
import { grantableScopes } from '../../../platform/identity/roles.ts';

const scopes = new Set(grantableScopes);

/** A scope that is no more gives nothing, and is not shown. */
export function isScope(pair: string): pair is components['schemas']['ApiKeyScope'] {
  return scopes.has(pair);
}
