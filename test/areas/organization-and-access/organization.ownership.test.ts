/** Transferring the ownership of an organization. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { newApiKey, newMember, type TestOrganization, within } from '../../support/organization.ts';

const app = startApp();
const url = '/v1/organization/transfer-ownership';
const noMember = { _errors: ['must be an active member of the organization'] };

async function rolesOf(...members: { readonly id: string }[]) {
  const rows = await app.database.system
    .selectFrom('member')
    .select(['id', 'roles'])
    .where(
      'id',
      'in',
      members.map(({ id }) => id),
    )
    .execute();
  return members.map(({ id }) => rows.find((row) => row.id === id)?.roles);
}
function setRoles({ id }: { readonly id: string }, roles: string[]) {
  return app.database.system.updateTable('member').set({ roles }).where('id', '=', id).execute();
}
/** Creates custom roles with the given names. @returns their ids, sorted */
async function addRoles({ id: organizationId }: TestOrganization, ...names: string[]): Promise<string[]> {
  const ids = names.map(() => newId('rol')).sort();
  await within(app.database, organizationId, (db) =>
    db
      .insertInto('custom_role')
      .values(names.map((name, index) => ({ id: ids[index] ?? '', name })))
      .execute(),
  );
  return ids;
}
/** Creates an organization and a caller with the session of its owner. */
async function withOwner() {
  const { organization } = await app.caller();
  const { call } = await app.session(organization, organization.owner);
  return { organization, call };
}
const add = (organization: TestOrganization, roles: string[], fields = {}) => newMember(app.database, organization.id, roles, fields);

test('200 makes the caller an admin and the other member an owner; both keep their other roles, sorted', async () => {
  const { call, organization } = await withOwner();
  const { owner } = organization;
  const [a = '', b = '', z = ''] = await addRoles(organization, 'Lead', 'Reader', 'Writer');
  await setRoles(owner, ['owner', b, a, 'employee']);
  const heir = await add(organization, [z, 'contractor']);
  expect(await call('POST', url, { body: { newOwnerId: heir.id } })).toMatchObject({ status: 200 });
  expect(await rolesOf(owner, heir)).toEqual([
    ['admin', a, b, 'employee'],
    ['owner', z, 'contractor'],
  ]);
  const { body } = await (await app.session(organization, heir)).call('POST', url, { body: { newOwnerId: owner.id } });
  expect(body).toEqual({
    currentOwner: { memberId: heir.id, previousRoles: ['contractor', 'owner', z], newRoles: ['admin', 'contractor', z] },
    newOwner: { memberId: owner.id, previousRoles: ['admin', 'employee', a, b], newRoles: ['admin', 'employee', 'owner', a, b] },
  });
});
test('200 keeps other owners unchanged', async () => {
  const { call, organization } = await withOwner();
  const [otherOwner, heir] = [await add(organization, ['owner']), await add(organization, ['admin'])];
  expect((await call('POST', url, { body: { newOwnerId: heir.id } })).status).toBe(200);
  expect(await rolesOf(organization.owner, otherOwner, heir)).toEqual([['admin'], ['owner'], ['owner', 'admin']]);
});
test('200 transfers the ownership of the caller, ignoring a userId in the request', async () => {
  const { organization } = await withOwner();
  const [otherOwner, heir] = [await add(organization, ['owner']), await add(organization, ['admin'])];
  const session = await app.session(organization, organization.owner);
  expect(await session.call('POST', url, { body: { newOwnerId: heir.id, userId: otherOwner.userId } })).toMatchObject({
    status: 200,
    body: { currentOwner: { memberId: organization.owner.id } },
  });
  expect(await rolesOf(otherOwner)).toEqual([['owner']]);
});

test.each([
  ['nobody', {}, { newOwnerId: { _errors: ['is required'] } }],
  ['a blank id', { newOwnerId: ' ' }, { newOwnerId: { _errors: ['must not be blank'] } }],
  ['a number', { newOwnerId: 1 }, { newOwnerId: { _errors: ['must be a string'] } }],
  ['a member of nobody', { newOwnerId: 'mem_x' }, { newOwnerId: noMember }],
  ['nobody, whoever else is named', { newOwnerId: 'mem_x', userId: 'usr_x' }, { newOwnerId: noMember }],
])('400 for %s', async (_case, body, details) => {
  const { call } = await withOwner();
  const answer = await call('POST', url, { body });
  expect(answer).toMatchObject({ status: 400, body: { error: 'Validation failed', details } });
  expect(Object.keys(answer.body.details).filter((name) => name !== '_codes')).toEqual(Object.keys(details));
});
test('400 for a new owner who is deactivated, of another organization, or named by user id', async () => {
  const [{ call, organization }, other] = [await withOwner(), await withOwner()];
  const [deactivated, activeMember] = [await add(organization, ['admin'], { active: false }), await add(organization, ['admin'])];
  for (const newOwnerId of [deactivated.id, other.organization.owner.id, activeMember.userId])
    expect(await call('POST', url, { body: { newOwnerId } })).toMatchObject({ status: 400, body: { details: { newOwnerId: noMember } } });
});
test('403 when the caller is not an owner, whichever member is named, and for API keys, even of an owner', async () => {
  const { organization } = await withOwner();
  const [admin, heir] = [await add(organization, ['admin']), await add(organization, ['employee'])];
  const session = await app.session(organization, admin);
  for (const body of [{ newOwnerId: heir.id }, { newOwnerId: heir.id, userId: organization.owner.userId }, { newOwnerId: admin.id }]) {
    expect(await session.call('POST', url, { body })).toMatchObject({
      status: 403,
      body: { error: 'Only an owner can transfer the ownership' },
    });
  }
  for (const creator of [admin, organization.owner]) {
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['organization:update'], created_by_member_id: creator.id });
    expect(await app.call('POST', url, { key, body: { newOwnerId: heir.id, userId: organization.owner.userId } })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
  }
  expect(await rolesOf(organization.owner, admin, heir)).toEqual([['owner'], ['admin'], ['employee']]);
});
test('403 for a custom role with owner in its name', async () => {
  const { organization } = await withOwner();
  const [role = ''] = await addRoles(organization, 'Owner of all');
  const member = await add(organization, ['admin', role]);
  expect((await (await app.session(organization, member)).call('POST', url, { body: { newOwnerId: organization.owner.id } })).status).toBe(
    403,
  );
});
test('409 for a new owner who is an owner already, including the caller', async () => {
  const { call, organization } = await withOwner();
  const otherOwner = await add(organization, ['owner']);
  for (const { id } of [otherOwner, organization.owner])
    expect(await call('POST', url, { body: { newOwnerId: id } })).toMatchObject({
      status: 409,
      body: { error: 'The new owner already is an owner' },
    });
  expect(await rolesOf(organization.owner, otherOwner)).toEqual([['owner'], ['owner']]);
});
test('200 for one of several concurrent transfers, so that one owner remains', async () => {
  const { call, organization } = await withOwner();
  const heirs = await Promise.all([1, 2, 3, 4].map(() => add(organization, ['admin'])));
  const answers = await Promise.all(heirs.map(({ id }) => call('POST', url, { body: { newOwnerId: id } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  const roles = await rolesOf(organization.owner, ...heirs);
  expect(roles.filter((memberRoles) => memberRoles?.includes('owner'))).toHaveLength(1);
});
test('concurrent transfers in both directions between two members leave one owner', async () => {
  const { call, organization } = await withOwner();
  const [owner, other] = [organization.owner, await add(organization, ['admin'])];
  const { call: callAsOther } = await app.session(organization, other);
  for (let n = 0; n < 5; n += 1) {
    const answers = await Promise.all([
      call('POST', url, { body: { newOwnerId: other.id } }),
      callAsOther('POST', url, { body: { newOwnerId: owner.id } }),
    ]);
    for (const { status } of answers) expect([200, 403, 409]).toContain(status);
    expect((await rolesOf(owner, other)).filter((memberRoles) => memberRoles?.includes('owner'))).toHaveLength(1);
  }
});
test('200 is logged under the organization, with the names of both owners', async () => {
  const { call, organization } = await withOwner();
  const heir = await add(organization, ['admin'], { name: 'Chen Liu' });
  await call('POST', url, { body: { newOwnerId: heir.id } });
  const entries = await app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', organization.id)
    .execute();
  expect(entries).toMatchObject([
    {
      entity_type: 'organization',
      entity_id: organization.id,
      description: 'Transferred ownership',
      data: { changes: { owner: { previous: `Olive Owner (${organization.owner.id})`, current: `Chen Liu (${heir.id})` } } },
    },
  ]);
});
