import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  grantErrorOf,
  validateName,
  permissionsFrom,
  parseStoredPermissions,
  auditFields,
  withPortal,
} from '#areas/organization-and-access/roles/rules';
import { parseObligations, obligationsOf, mergeObligations } from '#platform/identity/obligations';
import type { Actor } from '#platform/identity/actor';
import { isRestricted, permissionsOf } from '#platform/identity/permissions';
import { builtInRoles, pairsOf, type PermissionSet, resources, roles } from '#platform/identity/roles';

/** The matrix as spec/areas/organization-and-access/roles has it: C create, R read, U update, D delete; the last column is what exists. */
const table = `
| organization | R U D | R U | R | – | – | R U D |
| member | C R U D | C R U D | C R | – | – | C R U D |
| invitation | C R D | C R D | C R | – | – | C R D |
| team | C R U D | C R U D | – | – | – | C R U D |
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
| pentest | C R U D | C R U D | R | – | – | C R U D |
| training | R U | R U | R | – | – | R U |
| portal | R U | R U | – | R U | R U | R U |`;
const letters: Readonly<Record<string, string>> = { create: 'C', read: 'R', update: 'U', delete: 'D' };
const cell = (set: PermissionSet, resource: string) => (set[resource] ?? []).map((action) => letters[action]).join(' ') || '–';
const matrixOf = (set: PermissionSet, wanted: number) => {
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
  return rows.map(([resource = '', ...cells]) => ({ resource, stated: cells[wanted], code: cell(set, resource) }));
};

describe('the matrix', () => {
  test.each(builtInRoles.map((role, index) => ({ role, index })))('$role has in each cell what the rules have', ({ role, index }) => {
    for (const { resource, stated: expected, code } of matrixOf(roles[role].permissions, index))
      expect(`${resource}: ${code}`).toBe(`${resource}: ${expected}`);
  });
  test('has the actions that exist, and the contract has the same in the same order', () => {
    for (const { resource, stated: expected, code } of matrixOf(resources, 5))
      expect(`${resource}: ${code}`).toBe(`${resource}: ${expected}`);
    const { properties } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')).components.schemas.RolePermissions;
    const offered = Object.entries<{ items: { enum: string[] }; maxItems: number }>(properties).map(([resource, { items, maxItems }]) => [
      resource,
      items.enum,
      maxItems,
    ]);
    expect(offered).toEqual(Object.entries(resources).map(([resource, actions]) => [resource, actions, actions.length]));
  });
  test('an admin is an owner who cannot delete the organization', () => {
    expect(pairsOf(roles.owner.permissions).filter((pair) => !pairsOf(roles.admin.permissions).includes(pair))).toEqual([
      'organization:delete',
    ]);
  });
});

describe('permissions', () => {
  test('stand in the order of the matrix, once each, without unknown ones and empty lists', () => {
    expect(JSON.stringify(permissionsFrom(['task:read', 'risk:update', 'risk:read', 'risk:read', 'moon:read', 'app:delete', 'risk']))).toBe(
      '{"risk":["read","update"],"task":["read"]}',
    );
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
  ])('that are stored malformed count as {}: %j (rule 10)', (stored) => {
    expect(parseStoredPermissions(stored)).toEqual({});
  });
  test('of several roles are united, unknown roles skipped (rules 2, 11)', () => {
    expect(
      permissionsFrom(
        permissionsOf(['employee', 'rol_unknown', 'Owner', 'toString'], [{ vendor: ['read'] }, { vendor: ['update'], policy: ['read'] }]),
      ),
    ).toEqual({ ...roles.employee.permissions, vendor: ['read', 'update'] });
  });
  test('are restricted to what is assigned for employees and contractors alone, not for custom roles', () => {
    expect(
      [['employee'], ['contractor', 'employee'], [], ['rol_x'], ['employee', 'rol_x'], ['employee', 'auditor']].map(isRestricted),
    ).toEqual([true, true, true, false, false, false]);
  });
});

describe('obligations', () => {
  test.each([undefined, null, 'compliance', { compliance: 'yes' }, { compliance: 1 }, []])(
    'that are stored malformed are none: %j',
    (stored) => {
      expect(parseObligations(stored)).toEqual({});
      expect(obligationsOf('owner', new Map([['owner', stored]]))).toEqual({ compliance: true });
    },
  );
  test('are by default those of the rules', () => {
    expect(builtInRoles.map((role) => obligationsOf(role, new Map()))).toEqual([
      { compliance: true },
      {},
      {},
      { compliance: true },
      { compliance: true },
    ]);
  });
  test('are what the organization says if it says so, in either direction (rule 5)', () => {
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
  test('of several roles hold if those of one do (rule 5)', () => {
    expect([
      mergeObligations([]),
      mergeObligations([{}, {}]),
      mergeObligations([{}, { compliance: false }]),
      mergeObligations([{ compliance: false }, { compliance: true }]),
    ]).toEqual([{}, {}, { compliance: false }, { compliance: true }]);
  });
  test('to compliance imply the portal; ending them takes nothing away (rule 3)', () => {
    expect(withPortal({ risk: ['read'] }, { compliance: true })).toEqual({ risk: ['read'], portal: ['read', 'update'] });
    expect(withPortal({ portal: ['update'] }, { compliance: true })).toEqual({ portal: ['read', 'update'] });
    expect(withPortal({ portal: ['read', 'update'] }, { compliance: false })).toEqual({ portal: ['read', 'update'] });
    expect(withPortal({}, {})).toEqual({});
  });
});

describe('escalation', () => {
  const holding = (own: readonly string[], ...pairs: readonly string[]): Actor => ({
    organizationId: 'org',
    credential: 'session',
    id: 'x',
    permissions: new Set(pairs),
    user: undefined,
    memberId: undefined,
    roles: own,
    via: undefined,
    restrictedTo: undefined,
  });
  test('is each pair that the caller lacks, all named at once (rule 1)', () => {
    expect(grantErrorOf(holding(['rol_x'], 'risk:read'), { risk: ['read'] })).toBeUndefined();
    expect(grantErrorOf(holding(['rol_x'], 'risk:read'), { risk: ['read', 'update'], app: ['read'] })?.body.error).toBe(
      'You cannot grant permissions that you do not have: risk:update, app:read',
    );
  });
  test('is only what is newly added (rule 1)', () => {
    expect(grantErrorOf(holding([]), { risk: ['read'] }, { risk: ['read', 'update'] })).toBeUndefined();
    expect(grantErrorOf(holding([]), { risk: ['read', 'delete'] }, { risk: ['read'] })?.body.error).toMatch(/: risk:delete$/);
  });
  test('is organization:delete from anybody but an owner, though they hold it (rule 1)', () => {
    expect(grantErrorOf(holding(['owner'], 'organization:delete'), { organization: ['delete'] })).toBeUndefined();
    expect(grantErrorOf(holding(['admin', 'rol_x'], 'organization:delete'), { organization: ['delete'] })?.body.error).toBe(
      'Only an owner can grant organization:delete',
    );
    expect(grantErrorOf(holding(['rol_x']), { organization: ['delete'] }, { organization: ['delete'] })).toBeUndefined();
  });
});

test('a name is refused when it is that of a built-in role in any case', () => {
  expect(['owner', 'Contractor', 'AUDITOR'].map(validateName).every(Boolean)).toBe(true);
  expect(['Owners', 'constructor', 'Lead auditor'].map(validateName)).toEqual([undefined, undefined, undefined]);
});

test('what the log tells of a role: lists and no objects (rule 12)', () => {
  const role = { name: 'Lead', permissions: permissionsFrom(['risk:read']), obligations: {} };
  expect(auditFields(role)).toEqual({ name: 'Lead', permissions: ['risk:read'], obligations: [] });
  expect(auditFields({ obligations: { compliance: true } })).toEqual({ obligations: ['compliance'] });
  expect(auditFields({ obligations: { compliance: false } })).toEqual({ obligations: [] });
});
