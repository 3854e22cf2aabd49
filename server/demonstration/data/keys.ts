/** Data of the API keys. */
import { ownerScopes } from '#platform/identity/roles';
import type { PersonName } from './people.ts';

/** An API key that cannot be used, because its secret is discarded. `created`, `lastUsed` and `ago` are numbers of days before today. */
export interface KeyData {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly by: PersonName;
  readonly created: number;
  readonly lastUsed: number;
  readonly duration: 'never' | '90days';
  readonly revoked?: { readonly ago: number; readonly by: PersonName };
}

export const demonstrationKey = { name: 'Demonstration', scopes: ownerScopes.filter((scope) => scope !== 'organization:delete'), by: 'noor' } as const;

export const keys = {
  hrSync: { name: 'HR sync', scopes: ['member:create', 'member:read', 'member:update'], by: 'ingrid', created: 232, lastUsed: 33, duration: 'never', revoked: { ago: 31, by: 'noor' } },
  dashboard: { name: 'Board dashboard (read only)', scopes: ownerScopes.filter((scope) => scope.endsWith(':read')), by: 'tobias', created: 151, lastUsed: 1, duration: 'never' },
  warehouse: { name: 'Data warehouse pilot', scopes: ['risk:read', 'control:read', 'task:read'], by: 'tobias', created: 118, lastUsed: 29, duration: '90days' },
} satisfies Record<string, KeyData>;
