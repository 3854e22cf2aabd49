/** Data of the custom roles. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];

export interface RoleData {
  readonly name: string;
  readonly permissions: Schemas['RolePermissions'];
  readonly obligations: Schemas['RoleObligations'];
  /** When the role was created, in days before today. `ago` is also in days before today. */
  readonly created: number;
  /** A change of the role, with the permissions before the change. */
  readonly change?: { readonly ago: number; readonly was: { readonly permissions: Schemas['RolePermissions'] } };
}

export const roles = {
  riskOwner: {
    name: 'Risk owner',
    permissions: { risk: ['read', 'update'], task: ['read', 'update'], control: ['read'], vendor: ['read'], app: ['read'], portal: ['read', 'update'] },
    obligations: { compliance: true },
    created: 235,
    change: { ago: 148, was: { permissions: { risk: ['read', 'update'], task: ['read'], app: ['read'], portal: ['read', 'update'] } } },
  },
  boardObserver: {
    name: 'Board observer',
    permissions: { risk: ['read'], framework: ['read'], policy: ['read'], app: ['read'] },
    obligations: {},
    created: 153,
  },
} satisfies Record<string, RoleData>;

export type RoleName = keyof typeof roles;
