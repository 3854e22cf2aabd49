/** Custom roles: listing, creating, reading, updating and deleting them. */
import { describe, expect, test } from 'vitest';
import { builtInRoles, roles } from '#platform/identity/roles';
import { type Caller, startApp } from '../../support/app.ts';
import { newMember, within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const lead = { name: 'Risk lead', permissions: { risk: ['create', 'read'], app: ['read'] } };
type Call = Caller['call'];

async function addRole(call: Call, body: object = lead): Promise<{ id: string; updatedAt: string; [field: string]: unknown }> {
  const answer = await call('POST', '/v1/roles', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const lastEntry = (organizationId: string) =>
  app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow();
/** Stores values that the API rejects. */
const storeDirectly = (organizationId: string, id: string, fields: { permissions?: unknown; obligations?: unknown }) =>
  within(app.database, organizationId, (db) =>
    db
      .updateTable('custom_role')
      .set(Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)])))
      .where('id', '=', id)
      .execute(),
  );
const statusAndError = (answer: { status: number; body: { error: string } }) => [answer.status, answer.body.error];
interface ListedRole {
  readonly id: string;
  readonly isBuiltIn: boolean;
  readonly permissions: object;
}
const customIn = ({ data }: { data: readonly ListedRole[] }) => data.filter(({ isBuiltIn }) => !isBuiltIn);
const repeat = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));

describe('listRoles', () => {
  test('200 with built-in roles owner first, with their rights and duties, and custom roles newest first', async () => {
    const { call } = await app.caller();
    for (const name of ['One', 'Two', 'Three']) await addRole(call, { ...lead, name });
    const { status, body } = await call('GET', '/v1/roles');
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, [...builtInRoles, 'Three', 'Two', 'One']]);
    for (const [index, name] of builtInRoles.entries()) expect(body.data[index]).toEqual({ name, isBuiltIn: true, ...roles[name] });
  });
  test('200 counts members by role id, including members with several roles and deactivated ones, never by similar names (rules 7, 8)', async () => {
    const { call, organization } = await app.caller();
    const [{ id: leadId }, { id: complianceLeadId }] = [
      await addRole(call, { ...lead, name: 'Lead' }),
      await addRole(call, { ...lead, name: 'Compliance Lead' }),
    ];
    for (const memberRoles of [[complianceLeadId], ['employee', complianceLeadId], ['Lead'], ['Compliance Lead', 'auditor']])
      await newMember(app.database, organization.id, memberRoles);
    await newMember(app.database, organization.id, [leadId, complianceLeadId], { active: false });
    const { body } = await call('GET', '/v1/roles');
    expect(customIn(body)).toMatchObject([
      { id: complianceLeadId, memberCount: 3 },
      { id: leadId, memberCount: 1 },
    ]);
    expect((await call('GET', `/v1/roles/${leadId}`)).body.memberCount).toBe(1);
  });
  test('400 for an unknown query parameter, 401 without a credential, 403 without ac:read', async () => {
    const { call } = await app.caller(['ac:create', 'app:read']);
    expect((await app.caller().then((other) => other.call('GET', '/v1/roles?page=2'))).status).toBe(400);
    expect([(await app.call('GET', '/v1/roles')).status, (await call('GET', '/v1/roles')).status]).toEqual([401, 403]);
  });
});

describe('createRole', () => {
  test('201 returns the role and its location, with permissions deduplicated in the order of the matrix', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('POST', '/v1/roles', { body: { name: 'Risk lead  ', permissions: { task: [], risk: ['read', 'create'] } } });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^rol_[0-9a-f]{24}$/),
        organizationId: organization.id,
        name: 'Risk lead',
        permissions: { risk: ['create', 'read'] },
        obligations: {},
        isBuiltIn: false,
        memberCount: 0,
      },
    });
    expect(answer.body.permissions).not.toHaveProperty('task');
    expect(answer.headers.get('location')).toBe(`/v1/roles/${answer.body.id}`);
    expect((await call('GET', `/v1/roles/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await addRole(call, { name: 'Nothing yet', permissions: {} })).toMatchObject({ permissions: {} });
  });
  test('201 adds the portal permissions to a role with compliance obligations (rule 3)', async () => {
    const { call } = await app.caller();
    expect(await addRole(call, { ...lead, obligations: { compliance: true } })).toMatchObject({
      permissions: { ...lead.permissions, portal: ['read', 'update'] },
      obligations: { compliance: true },
    });
    expect((await addRole(call, { ...lead, name: 'Other', obligations: { compliance: false } })).permissions).toEqual(lead.permissions);
  });
  test.each(['Owner', 'ADMIN', 'auditor', 'employee ', 'contractor'])('400 for %j, the name of a built-in role', async (name) => {
    const { call } = await app.caller();
    expect(await call('POST', '/v1/roles', { body: { ...lead, name } })).toMatchObject({
      status: 400,
      body: { details: { name: { _errors: ['must not be the name of a built-in role'] } } },
    });
  });
  test.each(['A', 'A  ', '', '1st line', 'R&D', 'Lead_2', 'a'.repeat(51), 'Léad', null])('400 for the name %j', async (name) => {
    const { call } = await app.caller();
    expect(await call('POST', '/v1/roles', { body: { ...lead, name } })).toMatchObject({
      status: 400,
      body: { error: 'Validation failed', details: { name: { _errors: expect.any(Array) } } },
    });
  });
  test.each([
    ['an unknown resource', { permissions: { billing: ['read'] } }, 'permissions.billing'],
    ['an action that the resource has not', { permissions: { apiKey: ['read', 'update'] } }, 'permissions.apiKey.1'],
    ['a duplicate', { permissions: { risk: ['read', 'read'] } }, 'permissions.risk'],
    ['permissions that are no object', { permissions: ['risk:read'] }, 'permissions'],
    ['no permissions', { permissions: undefined }, 'permissions'],
    ['an unknown obligation', { obligations: { training: true } }, 'obligations.training'],
    ['an unknown field', { isBuiltIn: true }, 'isBuiltIn'],
  ])('400 for %s', async (_case, body, field) => {
    const { call } = await app.caller();
    const answer = await call('POST', '/v1/roles', { body: { ...lead, ...body } });
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, [field]]);
  });
  test('409 for an existing name in any letter case, 201 in another organization', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    await addRole(call);
    expect(statusAndError(await call('POST', '/v1/roles', { body: { ...lead, name: 'RISK Lead ' } }))).toEqual([
      409,
      'Role already exists',
    ]);
    await addRole(call, { ...lead, name: 'Risk lead two' });
    await addRole(other.call);
  });
  test('409 for all but one of several concurrent requests with the same name', async () => {
    const { call } = await app.caller();
    const answers = await Promise.all(repeat(6, (n) => call('POST', '/v1/roles', { body: { ...lead, name: n % 2 ? 'Lead' : 'lead' } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
  test('409 for the 21st role, also for concurrent requests; overrides do not count, and a deletion makes room (rule 4)', async () => {
    const { call } = await app.caller();
    await call('PATCH', '/v1/roles/built-in/owner/obligations', { body: { obligations: { compliance: false } } });
    const letters = [...'abcdefghijklmnopqrstuvwx'];
    const answers = await Promise.all(letters.map((letter) => call('POST', '/v1/roles', { body: { ...lead, name: `Role ${letter}` } })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status !== 201).map(statusAndError)).toEqual(
      repeat(4, () => [409, 'The organization already has 20 custom roles']),
    );
    const customRoles = customIn((await call('GET', '/v1/roles')).body);
    expect(customRoles).toHaveLength(20);
    await call('DELETE', `/v1/roles/${customRoles[0]?.id}`);
    await addRole(call, { ...lead, name: 'Role z' });
  });
  test('201 again for the same Idempotency-Key creates one role, 422 for the key with another request', async () => {
    const { call } = await app.caller();
    const headers = { 'Idempotency-Key': 'k1' };
    const [first, repeated] = [
      await call('POST', '/v1/roles', { headers, body: lead }),
      await call('POST', '/v1/roles', { headers, body: lead }),
    ];
    expect([first.status, repeated.status, repeated.body.id]).toEqual([201, 201, first.body.id]);
    expect((await call('POST', '/v1/roles', { headers, body: { ...lead, name: 'Other' } })).status).toBe(422);
  });
  test('413 for a body that is too large and 415 for a body that is not JSON, from each operation with a body', async () => {
    const { call } = await app.caller();
    const { id } = await addRole(call);
    for (const [method, url] of [
      ['POST', '/v1/roles'],
      ['PATCH', `/v1/roles/${id}`],
      ['PATCH', '/v1/roles/built-in/owner/obligations'],
    ] as const) {
      expect((await call(method, url, { body: { name: 'a'.repeat(1_100_000) } })).status).toBe(413);
      expect((await call(method, url, { raw: 'name=x', type: 'text/plain' })).status).toBe(415);
    }
  });
});

describe('getRole', () => {
  test('200 with an ETag, 304 while unchanged, 404 for a built-in name, an unknown id and another organization', async () => {
    const [{ call }, other] = [await app.caller(), await app.caller()];
    const { id } = await addRole(call);
    const { headers } = await call('GET', `/v1/roles/${id}`);
    expect((await call('GET', `/v1/roles/${id}`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })).status).toBe(304);
    for (const [ask, idOrName] of [
      [call, 'owner'],
      [call, 'built-in'],
      [call, 'rol_x'],
      [other.call, id],
    ] as const)
      expect(statusAndError(await ask('GET', `/v1/roles/${idOrName}`))).toEqual([404, 'Role not found']);
    expect((await call('GET', `/v1/roles/${id}?include=all`)).status).toBe(400);
  });
  test.each([
    ['text', 'risk:read', {}],
    ['a list', ['risk'], {}],
    ['null', null, {}],
    ['lists of anything', { risk: ['read', 'read', 7, 'fly'], moon: ['read'], task: 'read' }, { risk: ['read'] }],
  ])('200 although %s is stored as the permissions (rule 10)', async (_case, permissions, expected) => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call);
    await storeDirectly(organization.id, id, { permissions, obligations: 'none' });
    expect(await call('GET', `/v1/roles/${id}`)).toMatchObject({ status: 200, body: { permissions: expected, obligations: {} } });
    expect(customIn((await call('GET', '/v1/roles')).body)[0]?.permissions).toEqual(expected);
    expect(await call('GET', `/v1/roles/permissions?role=${id}`)).toMatchObject({
      status: 200,
      body: { permissions: expected, obligations: {} },
    });
    expect(await call('PATCH', `/v1/roles/${id}`, { body: { permissions: { task: ['read'] } } })).toMatchObject({
      status: 200,
      body: { permissions: { task: ['read'] } },
    });
  });
});

describe('updateRole', () => {
  test('200 replaces all permissions, keeps other fields, and always sets a later updatedAt (rule 6)', async () => {
    const { call } = await app.caller();
    const role = await addRole(call);
    const answer = await call('PATCH', `/v1/roles/${role.id}`, { body: { permissions: { task: ['read'] } } });
    expect(answer).toMatchObject({
      status: 200,
      body: { ...role, permissions: { task: ['read'] }, updatedAt: expect.any(String), version: expect.any(Number) },
    });
    expect(answer.body.permissions).not.toHaveProperty('risk');
    expect((await call('GET', `/v1/roles/${role.id}`)).body).toEqual(answer.body);
    const versions = [role.updatedAt, answer.body.updatedAt];
    for (const { body } of await Promise.all(repeat(5, (n) => call('PATCH', `/v1/roles/${role.id}`, { body: { name: `Lead ${n}` } }))))
      versions.push(body.updatedAt);
    expect([new Set(versions).size, versions.toSorted()[0], versions.toSorted()[1]]).toEqual([7, role.updatedAt, answer.body.updatedAt]);
  });
  test('200 with a later updatedAt although the clock was set back (rule 6)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call);
    await within(app.database, organization.id, (db) =>
      db.updateTable('custom_role').set({ updated_at: '2999-01-01T00:00:00.000Z' }).where('id', '=', id).execute(),
    );
    expect((await call('PATCH', `/v1/roles/${id}`, { body: { name: 'Lead' } })).body.updatedAt).toBe('2999-01-01T00:00:00.001Z');
  });
  test('200 keeps the portal permissions while the obligation exists, and does not remove them when it ends (rule 3)', async () => {
    const { call } = await app.caller();
    const { id } = await addRole(call);
    const update = async (body: object) => (await call('PATCH', `/v1/roles/${id}`, { body })).body;
    const portal = ['read', 'update'];
    expect(await update({ obligations: { compliance: true } })).toMatchObject({
      permissions: { ...lead.permissions, portal },
      obligations: { compliance: true },
    });
    expect((await update({ permissions: { risk: ['read'] } })).permissions).toEqual({ risk: ['read'], portal });
    expect(await update({ obligations: {} })).toMatchObject({ permissions: { risk: ['read'], portal }, obligations: {} });
    expect((await update({ permissions: { risk: ['read'] } })).permissions).toEqual({ risk: ['read'] });
  });
  test('200 on renaming a role keeps its members and settings (rule 8)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call);
    const { member } = await app.session(organization, [id]);
    expect(await call('PATCH', `/v1/roles/${id}`, { body: { name: 'RISK LEAD' } })).toMatchObject({
      status: 200,
      body: { name: 'RISK LEAD', memberCount: 1, permissions: lead.permissions },
    });
    expect(
      (await app.database.system.selectFrom('member').select('roles').where('id', '=', member.id).executeTakeFirstOrThrow()).roles,
    ).toEqual([id]);
  });
  test('400 for an empty body, a reserved, short or invalid name, and permissions outside the matrix', async () => {
    const { call } = await app.caller();
    const { id } = await addRole(call);
    for (const body of [
      {},
      { name: 'owner' },
      { name: 'A ' },
      { name: '2nd' },
      { permissions: { billing: [] } },
      { permissions: { app: ['delete'] } },
      { obligations: { compliance: 'yes' } },
      { memberCount: 3 },
    ]) {
      expect([body, (await call('PATCH', `/v1/roles/${id}`, { body })).status]).toEqual([body, 400]);
    }
  });
  test('404 for a built-in role, an override and a role of another organization', async () => {
    const [{ call, organization }, other] = [await app.caller(), await app.caller()];
    await call('PATCH', '/v1/roles/built-in/owner/obligations', { body: { obligations: { compliance: false } } });
    const override = await within(app.database, organization.id, (db) =>
      db.selectFrom('role_obligation').select('id').executeTakeFirstOrThrow(),
    );
    const { id } = await addRole(other.call);
    for (const inaccessibleId of ['admin', override.id, id])
      for (const [method, body] of [
        ['PATCH', { name: 'Mine' }],
        ['DELETE', undefined],
      ] as const)
        expect(statusAndError(await call(method, `/v1/roles/${inaccessibleId}`, { body }))).toEqual([404, 'Role not found']);
    expect(customIn((await call('GET', '/v1/roles')).body)).toEqual([]);
    expect((await other.call('GET', `/v1/roles/${id}`)).body.name).toBe('Risk lead');
  });
  test('409 for the name of another role in any letter case, without changes; 200 for its own name', async () => {
    const { call } = await app.caller();
    const [role, { id }] = [await addRole(call), await addRole(call, { ...lead, name: 'Second' })];
    expect(statusAndError(await call('PATCH', `/v1/roles/${id}`, { body: { name: 'risk LEAD', permissions: {} } }))).toEqual([
      409,
      'Role already exists',
    ]);
    expect(await call('PATCH', `/v1/roles/${id}`, { body: { name: 'risk LEAD' }, ...asProblem })).toMatchObject({
      status: 409,
      body: { status: 409, detail: 'Role already exists' },
    });
    expect((await call('GET', `/v1/roles/${id}`)).body).toMatchObject({ name: 'Second', permissions: lead.permissions });
    expect((await call('PATCH', `/v1/roles/${role.id}`, { body: { name: 'risk lead' } })).status).toBe(200);
  });
  test('412 for an outdated version, 200 and 204 for the current version (rule 6)', async () => {
    const { call } = await app.caller();
    const { id } = await addRole(call);
    const first = (await call('GET', `/v1/roles/${id}`)).headers.get('etag') ?? '';
    const second = await call('PATCH', `/v1/roles/${id}`, { headers: { 'If-Match': first }, body: { name: 'Lead' } });
    expect(second.status).toBe(200);
    expect((await call('PATCH', `/v1/roles/${id}`, { headers: { 'If-Match': first }, body: { name: 'Other' } })).status).toBe(412);
    expect((await call('DELETE', `/v1/roles/${id}`, { headers: { 'If-Match': first } })).status).toBe(412);
    expect((await call('DELETE', `/v1/roles/${id}`, { headers: { 'If-Match': second.headers.get('etag') ?? '' } })).status).toBe(204);
  });
});

describe('deleteRole', () => {
  test('204, then 404; the notification settings of the role are deleted, too', async () => {
    const { call, organization } = await app.caller();
    const [{ id }, { id: keptRoleId }] = [await addRole(call), await addRole(call, { ...lead, name: 'Kept' })];
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('role_notification_setting')
        .values([
          { id: `rns1_${id}`, role: id },
          { id: `rns2_${id}`, role: keptRoleId },
        ])
        .execute(),
    );
    expect(await call('DELETE', `/v1/roles/${id}`)).toMatchObject({ status: 204, text: '' });
    expect([(await call('DELETE', `/v1/roles/${id}`)).status, (await call('GET', `/v1/roles/${id}`)).status]).toEqual([404, 404]);
    expect(
      await within(app.database, organization.id, (db) => db.selectFrom('role_notification_setting').select('role').execute()),
    ).toEqual([{ role: keptRoleId }]);
    expect((await call('DELETE', `/v1/roles/${keptRoleId}?force=true`)).status).toBe(400);
  });
  test('409 with the number of members that have the role, including deactivated ones and members with several roles (rule 7)', async () => {
    const { call, organization } = await app.caller();
    const [{ id }, { id: unusedRoleId }] = [
      await addRole(call, { ...lead, name: 'Compliance Lead' }),
      await addRole(call, { ...lead, name: 'Lead' }),
    ];
    await newMember(app.database, organization.id, [id], { active: false });
    expect(statusAndError(await call('DELETE', `/v1/roles/${id}`))).toEqual([
      409,
      'The role is in use (members: 1, pending invitations: 0)',
    ]);
    expect(await call('DELETE', `/v1/roles/${id}`, asProblem)).toMatchObject({
      status: 409,
      body: { status: 409, detail: 'The role is in use (members: 1, pending invitations: 0)' },
    });
    await newMember(app.database, organization.id, ['employee', id]);
    expect(statusAndError(await call('DELETE', `/v1/roles/${id}`))).toEqual([
      409,
      'The role is in use (members: 2, pending invitations: 0)',
    ]);
    expect((await call('GET', `/v1/roles/${id}`)).body.memberCount).toBe(2);
    expect((await call('DELETE', `/v1/roles/${unusedRoleId}`)).status).toBe(204);
  });
});

test('201, 200 and 204 log the changes, under the role id or the name of the built-in role (rule 12)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await addRole(call, { ...lead, obligations: { compliance: false } });
  const granted = ['risk:create', 'risk:read', 'app:read'];
  expect(await lastEntry(organization.id)).toMatchObject({
    entity_type: 'organization',
    entity_id: id,
    data: {
      action: 'Created custom role',
      resource: 'ac',
      changes: {
        name: { previous: null, current: 'Risk lead' },
        permissions: { previous: null, current: granted },
        obligations: { previous: null, current: [] },
      },
    },
  });
  await call('PATCH', `/v1/roles/${id}`, {
    body: { name: 'Risk lead', permissions: { risk: ['read'] }, obligations: { compliance: true } },
  });
  const { entity_id, data } = await lastEntry(organization.id);
  expect([entity_id, data]).toMatchObject([id, { action: 'Updated custom role', permission: 'update' }]);
  expect(Object(data).changes).toEqual({
    permissions: { previous: granted, current: ['risk:read', 'portal:read', 'portal:update'] },
    obligations: { previous: [], current: ['compliance'] },
  });
  await call('DELETE', `/v1/roles/${id}`);
  expect(await lastEntry(organization.id)).toMatchObject({
    entity_type: 'organization',
    entity_id: id,
    data: { action: 'Deleted custom role', changes: { name: { previous: 'Risk lead', current: null } } },
  });
  await call('PATCH', '/v1/roles/built-in/admin/obligations', { body: { obligations: { compliance: true } } });
  expect(await lastEntry(organization.id)).toMatchObject({
    entity_type: 'organization',
    entity_id: 'admin',
    data: { changes: { obligations: { previous: [], current: ['compliance'] } } },
  });
});
