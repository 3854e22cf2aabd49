/** Unit tests of permissions, obligations and escalation of roles. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  grantErrorOf,
  validateName,
  groupPermissions,
  parseStoredPermissions,
  auditFields,
  withPortal,
} from '#areas/organization-and-access/roles/rules';
import { parseObligations, obligationsOf, mergeObligations } from '#platform/identity/obligations';
import type { Actor } from '#platform/identity/actor';
import { isRestricted, permissionsOf } from '#platform/identity/permissions';
import { builtInRoles, pairsOf, type PermissionSet, resources, roles } from '#platform/identity/roles';

/** The matrix of spec/areas/organization-and-access/roles: C create, R read, U update, D delete. The last column lists all actions. */
const table = `
| organization | R U D | R U | R | – | – | R U D |
| member | C R U D | C R U D | C R | – | – | C R U D |
| ac | C R U D | C R U D | – | – | – | C R U D |
| control | C R U D | C R U D | R | R | R | C R U D |
| evidence | C R U D | C R U D | R | – | – | C R U D |
| policy | C R U D | C R U D | R | R | R | C R U D |
| risk | C R U D | C R U D | R | R | R | C R U D |
| vendor | C R U D | C R U D | R | – | – | C R U D |
| task | C R U D | C R U D | R | R U | R U | C R U D |
| framework | C R U D | C R U D | R | – | – | C R U D |
| audit | C R U | C R U | R | – | – | C R U |
| finding | R U | R U | C R U D | – | – | C R U D |
| questionnaire | C R U D | C R U D | R | – | – | C R U D |
| integration | C R U D | C R U D | R | – | – | C R U D |
| apiKey | C R D | C R D | – | – | – | C R D |
| app | R | R | R | – | – | R |
| trust | R U | R U | R | – | – | R U |
| pentest | C R U | C R U | R | – | – | C R U |
| training | R U | R U | R | – | – | R U |
| portal | R U | R U | – | R U | R U | R U |`;
const letters: Readonly<Record<string, string>> = { create: 'C', read: 'R', update: 'U', delete: 'D' };
const cell = (set: PermissionSet, resource: string) => (set[resource] ?? []).map((action) => letters[action]).join(' ') || '–';
const matrixOf = (set: PermissionSet, column: number) => {
  const rows = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((part) => part.trim())
        .slice(1, -1),
    );
  expect(Object.keys(set).filter((resource) => !rows.some(([name]) => name === resource))).toEqual([]);
  return rows.map(([resource = '', ...cells]) => ({ resource, stated: cells[column], code: cell(set, resource) }));
};

describe('the matrix', () => {
  test.each(builtInRoles.map((role, index) => ({ role, index })))('the permissions of $role equal the matrix', ({ role, index }) => {
    for (const { resource, stated: expected, code } of matrixOf(roles[role].permissions, index))
      expect(`${resource}: ${code}`).toBe(`${resource}: ${expected}`);
  });
  test('has all existing actions, and the contract lists the same actions in the same order', () => {
    for (const { resource, stated: expected, code } of matrixOf(resources, 5))
      expect(`${resource}: ${code}`).toBe(`${resource}: ${expected}`);
    const { properties } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')).components.schemas.RolePermissions;
    const contractActions = Object.entries<{ items: { enum: string[] }; maxItems: number }>(properties).map(
      ([resource, { items, maxItems }]) => [resource, items.enum, maxItems],
    );
    expect(contractActions).toEqual(Object.entries(resources).map(([resource, actions]) => [resource, actions, actions.length]));
  });
  test('an admin has all permissions of an owner except organization:delete', () => {
    expect(pairsOf(roles.owner.permissions).filter((pair) => !pairsOf(roles.admin.permissions).includes(pair))).toEqual([
      'organization:delete',
    ]);
  });
});

describe('permissions', () => {
  test('are in the order of the matrix, without duplicates, unknown permissions and empty lists', () => {
    expect(
      JSON.stringify(groupPermissions(['task:read', 'risk:update', 'risk:read', 'risk:read', 'moon:read', 'app:delete', 'risk'])),
    ).toBe('{"risk":["read","update"],"task":["read"]}');
  });
  test.each([
    undefined,
    null,
    'risk:read',
    7,
    true,
    ['risk'],
    { risk: 'read' },
    { risk: { read: true } },
    { risk: [1, null, ['read']] },
    { moon: ['read'], app: ['fly'] },
    JSON.parse('{"__proto__":["read"],"constructor":["read"]}'),
  ])('count as {} when the stored value is malformed: %j (rule 10)', (stored) => {
    expect(parseStoredPermissions(stored)).toEqual({});
  });
  test('of several roles are combined, and unknown roles are skipped (rules 2, 11)', () => {
    expect(
      groupPermissions(
        permissionsOf(['employee', 'rol_unknown', 'Owner', 'toString'], [{ vendor: ['read'] }, { vendor: ['update'], policy: ['read'] }]),
      ),
    ).toEqual({ ...roles.employee.permissions, vendor: ['read', 'update'] });
  });
  test('are restricted to assigned records only for employees and contractors, not for custom roles', () => {
    expect(
      [['employee'], ['contractor', 'employee'], [], ['rol_x'], ['employee', 'rol_x'], ['employee', 'auditor']].map(isRestricted),
    ).toEqual([true, true, true, false, false, false]);
  });
});

describe('obligations', () => {
  test.each([undefined, null, 'compliance', { compliance: 'yes' }, { compliance: 1 }, []])(
    'are empty when the stored value is malformed: %j',
    (stored) => {
      expect(parseObligations(stored)).toEqual({});
      expect(obligationsOf('owner', new Map([['owner', stored]]))).toEqual({ compliance: true });
    },
  );
  test('are by default the obligations of the rules', () => {
    expect(builtInRoles.map((role) => obligationsOf(role, new Map()))).toEqual([
      { compliance: true },
      {},
      {},
      { compliance: true },
      { compliance: true },
    ]);
  });
  test('can be changed by the organization in either direction (rule 5)', () => {
    expect(obligationsOf('owner', new Map([['owner', { compliance: false }]]))).toEqual({ compliance: false });
    expect(
      obligationsOf(
        'admin',
        new Map([
          ['owner', { compliance: false }],
          ['admin', { compliance: true }],
        ]),
      ),
    ).toEqual({ compliance: true });
  });
  test('of several roles apply if one role has them (rule 5)', () => {
    expect([
      mergeObligations([]),
      mergeObligations([{}, {}]),
      mergeObligations([{}, { compliance: false }]),
      mergeObligations([{ compliance: false }, { compliance: true }]),
    ]).toEqual([{}, {}, { compliance: false }, { compliance: true }]);
  });
  test('to compliance imply the portal permissions; ending them removes no permissions (rule 3)', () => {
    expect(withPortal({ risk: ['read'] }, { compliance: true })).toEqual({ risk: ['read'], portal: ['read', 'update'] });
    expect(withPortal({ portal: ['update'] }, { compliance: true })).toEqual({ portal: ['read', 'update'] });
    expect(withPortal({ portal: ['read', 'update'] }, { compliance: false })).toEqual({ portal: ['read', 'update'] });
    expect(withPortal({}, {})).toEqual({});
  });
});

describe('escalation', () => {
  const actorWith = (ownRoles: readonly string[], ...pairs: readonly string[]): Actor => ({
    organizationId: 'org',
    credential: 'session',
    id: 'x',
    permissions: new Set(pairs),
    user: undefined,
    memberId: undefined,
    roles: ownRoles,
    via: undefined,
    restrictedTo: undefined,
  });
  test('is reported with all permissions that the caller lacks (rule 1)', () => {
    expect(grantErrorOf(actorWith(['rol_x'], 'risk:read'), { risk: ['read'] })).toBeUndefined();
    expect(grantErrorOf(actorWith(['rol_x'], 'risk:read'), { risk: ['read', 'update'], app: ['read'] })?.body.error).toBe(
      'You cannot grant permissions that you do not have: risk:update, app:read',
    );
  });
  test('covers only newly added permissions (rule 1)', () => {
    expect(grantErrorOf(actorWith([]), { risk: ['read'] }, { risk: ['read', 'update'] })).toBeUndefined();
    expect(grantErrorOf(actorWith([]), { risk: ['read', 'delete'] }, { risk: ['read'] })?.body.error).toMatch(/: risk:delete$/);
  });
  test('includes granting organization:delete by a caller who has it but is not an owner (rule 1)', () => {
    expect(grantErrorOf(actorWith(['owner'], 'organization:delete'), { organization: ['delete'] })).toBeUndefined();
    expect(grantErrorOf(actorWith(['admin', 'rol_x'], 'organization:delete'), { organization: ['delete'] })?.body.error).toBe(
      'Only an owner can grant organization:delete',
    );
    expect(grantErrorOf(actorWith(['rol_x']), { organization: ['delete'] }, { organization: ['delete'] })).toBeUndefined();
  });
});

test('the name of a built-in role is rejected in any letter case', () => {
  expect(['owner', 'Contractor', 'AUDITOR'].map(validateName).every(Boolean)).toBe(true);
  expect(['Owners', 'constructor', 'Lead auditor'].map(validateName)).toEqual([undefined, undefined, undefined]);
});

test('the log lists permissions and obligations of a role as lists, not objects (rule 12)', () => {
  const role = { name: 'Lead', permissions: groupPermissions(['risk:read']), obligations: {} };
  expect(auditFields(role)).toEqual({ name: 'Lead', permissions: ['risk:read'], obligations: [] });
  expect(auditFields({ obligations: { compliance: true } })).toEqual({ obligations: ['compliance'] });
  expect(auditFields({ obligations: { compliance: false } })).toEqual({ obligations: [] });
});
