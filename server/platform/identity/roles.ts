/** The built-in roles, with their permissions and duties. Custom roles are stored; these are not (spec/areas/organization-and-access/roles). */

export const builtInRoles = ['owner', 'admin', 'auditor', 'employee', 'contractor'] as const;
export type BuiltInRole = (typeof builtInRoles)[number];

/** Permissions by resource: `{ risk: ['read', 'update'] }`. */
export type PermissionSet = Readonly<Record<string, readonly string[]>>;
export interface Obligations {
  readonly compliance?: boolean;
}

const allActions = ['create', 'read', 'update', 'delete'] as const;

/** Every resource with its actions (spec/conventions, 3). */
export const resources = {
  organization: ['read', 'update', 'delete'],
  member: allActions,
  ac: allActions,
  control: allActions,
  evidence: allActions,
  policy: allActions,
  risk: allActions,
  vendor: allActions,
  task: allActions,
  framework: allActions,
  audit: ['create', 'read', 'update'],
  finding: allActions,
  questionnaire: allActions,
  integration: allActions,
  apiKey: ['create', 'read', 'delete'],
  app: ['read'],
  trust: ['read', 'update'],
  pentest: ['create', 'read', 'update'],
  training: ['read', 'update'],
  portal: ['read', 'update'],
} as const satisfies PermissionSet;

/** Only auditors raise and delete findings, so that those responsible for a finding cannot delete it. */
const owner: PermissionSet = { ...resources, finding: ['read', 'update'] };
const admin: PermissionSet = { ...owner, organization: ['read', 'update'] };
const readAction = ['read'] as const;
const auditor: PermissionSet = {
  organization: readAction,
  member: ['create', 'read'],
  control: readAction,
  evidence: readAction,
  policy: readAction,
  risk: readAction,
  vendor: readAction,
  task: readAction,
  framework: readAction,
  audit: readAction,
  finding: allActions,
  questionnaire: readAction,
  integration: readAction,
  app: readAction,
  trust: readAction,
  pentest: readAction,
  training: readAction,
};
/** The permissions on controls, risks and tasks apply only to what is assigned to the member (spec/conventions, 3). */
const workforce: PermissionSet = {
  control: readAction,
  policy: readAction,
  risk: readAction,
  task: ['read', 'update'],
  portal: ['read', 'update'],
};

interface Role {
  readonly description: string;
  readonly permissions: PermissionSet;
  readonly obligations: Obligations;
}

export const roles: Readonly<Record<BuiltInRole, Role>> = {
  owner: {
    description: 'Answers for the organization and may do everything, up to deleting it, except raise and delete findings.',
    permissions: owner,
    obligations: { compliance: true },
  },
  admin: {
    description: 'Runs the compliance program. May do all that an owner may, except delete the organization.',
    permissions: admin,
    obligations: {},
  },
  auditor: {
    description: 'Reads the program and raises findings. May add people, but not as owner, admin or auditor.',
    permissions: auditor,
    obligations: {},
  },
  employee: {
    description: 'Works here. Reads and signs policies, takes the training, fills in own forms and works on what is assigned.',
    permissions: workforce,
    obligations: { compliance: true },
  },
  contractor: {
    description: 'Works for the organization from outside. May do what an employee may.',
    permissions: workforce,
    obligations: { compliance: true },
  },
};

export function isBuiltIn(role: string): role is BuiltInRole {
  return Object.hasOwn(roles, role);
}

/** Sorts roles for storage: owner, admin, auditor, custom roles by id, employee, contractor (spec/areas/workforce/people). */
export function sortByRank(roles: ReadonlySet<string>): string[] {
  const rank = (role: string) => ['owner', 'admin', 'auditor', isBuiltIn(role) ? '' : role, 'employee', 'contractor'].indexOf(role);
  return [...roles].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Turns `{ risk: ['read'] }` into `['risk:read']`. */
export function pairsOf(permissions: PermissionSet): string[] {
  return Object.entries(permissions).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`));
}

const existingPairs = new Set(pairsOf(resources));
/** Returns whether the permission exists. */
export function isPermission(pair: string): boolean {
  return existingPairs.has(pair);
}

/** Scopes that an API key may have: every permission. */
export const grantableScopes: readonly string[] = [...existingPairs];

/** Scopes that an owner's key may have, limited to the owner's own permissions. */
export const ownerScopes: readonly string[] = grantableScopes.filter((pair) => pairsOf(owner).includes(pair));
