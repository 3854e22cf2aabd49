// Generated from spec/ by scripts/generate-operations.ts. Do not edit.
import type { operations as Spec } from './api.d.ts';

/** One; all of a list; one of `anyOf`; an action on a record whose kind decides the resource; or `authenticated` or `public`. */
export type Permission = string | readonly string[] | { readonly anyOf: readonly string[] } | { readonly byRecord: string };

export interface Operation {
  readonly area: string;
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly path: string;
  readonly scope: 'public' | 'organization';
  /** Names of the security schemes, any of which will do. */
  readonly credentials: readonly string[];
  readonly permission: Permission;
  /** Whether it may change anything: a change waits its turn, is committed before it is answered, and leaves an audit entry. */
  readonly effect: 'read' | 'change';
  /** What a 500 of it says. */
  readonly failure: string;
  /** Media types of its successes. */
  readonly produces: readonly string[];
  /** Whether its errors are also to be had as problems of RFC 9457. */
  readonly problems: boolean;
  /** A list in pages: with `data` and `nextCursor`, or in the given envelope. */
  readonly paged?: 'page' | 'given';
  /** Whether its 200 carries the ETag of the record. */
  readonly etag?: true;
  /** Path of the single record that it reads or changes, or that it stands below. */
  readonly record?: string;
  /** The operation that reads the record which this one changes. */
  readonly before?: keyof Spec;
  /** What its body is read as, if it takes one: JSON, or bytes of whatever type. */
  readonly body?: 'json' | 'bytes';
  /** Bytes that its body may have, if not the usual. */
  readonly bodyLimit?: number;
  /** Names of the fields of its body that hold files in base64. */
  readonly files?: readonly string[];
  /** A read that is audited all the same. */
  readonly logged?: true;
  /** Dates since when it is deprecated, and from when on it will be gone. */
  readonly leaving?: { readonly since: string; readonly until: string };
}

export const operations = {
  getOrganization: { area: 'organization', method: 'get', path: '/v1/organization', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/organization' },
  deleteOrganization: { area: 'organization', method: 'delete', path: '/v1/organization', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:delete', effect: 'change', failure: 'Internal server error', produces: [], problems: true, record: '/v1/organization', before: 'getOrganization' },
  updateOrganization: { area: 'organization', method: 'patch', path: '/v1/organization', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/organization', before: 'getOrganization', body: 'json' },
  getOrganizationOnboarding: { area: 'organization', method: 'get', path: '/v1/organization/onboarding', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/organization/onboarding' },
  transferOrganizationOwnership: { area: 'organization', method: 'post', path: '/v1/organization/transfer-ownership', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization', body: 'json' },
  listRoleNotificationSettings: { area: 'organization', method: 'get', path: '/v1/organization/role-notifications', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization' },
  updateRoleNotificationSettings: { area: 'organization', method: 'put', path: '/v1/organization/role-notifications', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization', body: 'json' },
  listApiKeys: { area: 'organization', method: 'get', path: '/v1/organization/api-keys', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'apiKey:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, paged: 'page', record: '/v1/organization' },
  createApiKey: { area: 'organization', method: 'post', path: '/v1/organization/api-keys', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'apiKey:create', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization', body: 'json' },
  listAvailableApiKeyScopes: { area: 'organization', method: 'get', path: '/v1/organization/api-keys/available-scopes', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'apiKey:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization' },
  revokeApiKey: { area: 'organization', method: 'delete', path: '/v1/organization/api-keys/{id}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'apiKey:delete', effect: 'change', failure: 'Internal server error', produces: [], problems: true, record: '/v1/organization' },
  getOrganizationPrimaryColor: { area: 'organization', method: 'get', path: '/v1/organization/primary-color', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie', 'accessToken'], permission: 'organization:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization' },
  uploadOrganizationLogo: { area: 'organization', method: 'post', path: '/v1/organization/logo', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/organization', body: 'json', bodyLimit: 3145728, files: ['fileData'] },
  deleteOrganizationLogo: { area: 'organization', method: 'delete', path: '/v1/organization/logo', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:update', effect: 'change', failure: 'Internal server error', produces: [], problems: true, record: '/v1/organization' },
  autoApproveOrganizationAccess: { area: 'organization', method: 'post', path: '/v1/organization-access/auto-approve', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'organization:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true },
  listRoles: { area: 'roles', method: 'get', path: '/v1/roles', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true },
  createRole: { area: 'roles', method: 'post', path: '/v1/roles', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:create', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, body: 'json' },
  resolveRolePermissions: { area: 'roles', method: 'get', path: '/v1/roles/permissions', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'app:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true },
  getBuiltInRoleObligations: { area: 'roles', method: 'get', path: '/v1/roles/built-in/{name}/obligations', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/roles/built-in/{name}/obligations' },
  updateBuiltInRoleObligations: { area: 'roles', method: 'patch', path: '/v1/roles/built-in/{name}/obligations', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/roles/built-in/{name}/obligations', before: 'getBuiltInRoleObligations', body: 'json' },
  getRole: { area: 'roles', method: 'get', path: '/v1/roles/{roleId}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/roles/{roleId}' },
  deleteRole: { area: 'roles', method: 'delete', path: '/v1/roles/{roleId}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:delete', effect: 'change', failure: 'Internal server error', produces: [], problems: true, record: '/v1/roles/{roleId}', before: 'getRole' },
  updateRole: { area: 'roles', method: 'patch', path: '/v1/roles/{roleId}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'ac:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/roles/{roleId}', before: 'getRole', body: 'json' },
  listEmployees: { area: 'employees', method: 'get', path: '/v1/employees', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'member:read', effect: 'read', failure: 'Failed to fetch employees', produces: ['application/json'], problems: false, paged: 'given' },
  createEmployee: { area: 'employees', method: 'post', path: '/v1/employees', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'member:create', effect: 'change', failure: 'Failed to create employee', produces: ['application/json'], problems: false, body: 'json' },
  getEmployee: { area: 'employees', method: 'get', path: '/v1/employees/{id}', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'member:read', effect: 'read', failure: 'Failed to fetch employee', produces: ['application/json'], problems: false, etag: true, record: '/v1/employees/{id}' },
  deleteEmployee: { area: 'employees', method: 'delete', path: '/v1/employees/{id}', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'member:delete', effect: 'change', failure: 'Failed to delete employee', produces: ['application/json'], problems: false, record: '/v1/employees/{id}', before: 'getEmployee' },
  updateEmployee: { area: 'employees', method: 'patch', path: '/v1/employees/{id}', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'member:update', effect: 'change', failure: 'Failed to update employee', produces: ['application/json'], problems: false, etag: true, record: '/v1/employees/{id}', before: 'getEmployee', body: 'json' },
  listRisks: { area: 'risks', method: 'get', path: '/v1/risks', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:read', effect: 'read', failure: 'Failed to fetch risks', produces: ['application/json'], problems: false, paged: 'given' },
  createRisk: { area: 'risks', method: 'post', path: '/v1/risks', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:create', effect: 'change', failure: 'Failed to create risk', produces: ['application/json'], problems: false, body: 'json' },
  getRiskStats: { area: 'risks', method: 'get', path: '/v1/risks/stats', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: false },
  listRiskStatsByAssignee: { area: 'risks', method: 'get', path: '/v1/risks/stats/by-assignee', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: false },
  listRiskStatsByDepartment: { area: 'risks', method: 'get', path: '/v1/risks/stats/by-department', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: false },
  getRisk: { area: 'risks', method: 'get', path: '/v1/risks/{id}', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:read', effect: 'read', failure: 'Failed to fetch risk', produces: ['application/json'], problems: false, etag: true, record: '/v1/risks/{id}' },
  deleteRisk: { area: 'risks', method: 'delete', path: '/v1/risks/{id}', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:delete', effect: 'change', failure: 'Failed to delete risk', produces: ['application/json'], problems: false, record: '/v1/risks/{id}', before: 'getRisk' },
  updateRisk: { area: 'risks', method: 'patch', path: '/v1/risks/{id}', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:update', effect: 'change', failure: 'Failed to update risk', produces: ['application/json'], problems: false, etag: true, record: '/v1/risks/{id}', before: 'getRisk', body: 'json' },
  setRiskTasks: { area: 'risks', method: 'put', path: '/v1/risks/{id}/tasks', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: false, record: '/v1/risks/{id}', body: 'json' },
  listRiskAcceptances: { area: 'risks', method: 'get', path: '/v1/risks/{id}/acceptances', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: false, paged: 'page', record: '/v1/risks/{id}' },
  createRiskAcceptance: { area: 'risks', method: 'post', path: '/v1/risks/{id}/acceptances', scope: 'organization', credentials: ['apiKey', 'apiKeyAsBearer', 'session', 'sessionCookie'], permission: 'risk:update', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: false, record: '/v1/risks/{id}', body: 'json' },
  createUpload: { area: 'uploads', method: 'post', path: '/v1/uploads/presign', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'authenticated', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, body: 'json' },
  getUpload: { area: 'uploads', method: 'get', path: '/v1/uploads/{id}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'authenticated', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/uploads/{id}' },
  deleteUpload: { area: 'uploads', method: 'delete', path: '/v1/uploads/{id}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'authenticated', effect: 'change', failure: 'Internal server error', produces: [], problems: true, record: '/v1/uploads/{id}', before: 'getUpload' },
  putUploadContent: { area: 'uploads', method: 'put', path: '/v1/uploads/{id}/content', scope: 'public', credentials: [], permission: 'public', effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/uploads/{id}', body: 'bytes', bodyLimit: 104857600 },
  listAuditLogs: { area: 'audit-logs', method: 'get', path: '/v1/audit-logs', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'app:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, paged: 'page' },
  exportAuditLogs: { area: 'audit-logs', method: 'get', path: '/v1/audit-logs/export', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'app:read', effect: 'read', failure: 'Internal server error', produces: ['application/x-ndjson'], problems: true },
  verifyAuditLog: { area: 'audit-logs', method: 'get', path: '/v1/audit-logs/verification', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'app:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true },
  getAuditLog: { area: 'audit-logs', method: 'get', path: '/v1/audit-logs/{id}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: 'app:read', effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/audit-logs/{id}' },
  getRun: { area: 'runs', method: 'get', path: '/v1/runs/{id}', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: { byRecord: 'read' }, effect: 'read', failure: 'Internal server error', produces: ['application/json'], problems: true, etag: true, record: '/v1/runs/{id}' },
  cancelRun: { area: 'runs', method: 'post', path: '/v1/runs/{id}/cancel', scope: 'organization', credentials: ['apiKey', 'session', 'sessionCookie'], permission: { byRecord: 'update' }, effect: 'change', failure: 'Internal server error', produces: ['application/json'], problems: true, record: '/v1/runs/{id}' },
} as const satisfies Record<keyof Spec, Operation>;
