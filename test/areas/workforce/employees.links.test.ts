/** Links of employees to members and users. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { ada, add } from '../../support/employees.ts';
import { newAccount, newMember, newOrganization, within } from '../../support/organization.ts';

const app = startApp();

function linkOf(organizationId: string, id: string) {
  return within(app.database, organizationId, (db) =>
    db.selectFrom('employee').select(['member_id as linkId', 'user_id as userId']).where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

test('201 links the employee to the member in linkId and to the user of this member', async () => {
  const { call, organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['employee']);
  expect(await add(call, { linkId: member.id })).toMatchObject({ linkId: member.id, userId: member.userId });
  expect(await add(call, { email: 'both@example.com', linkId: member.id, userId: member.userId })).toMatchObject({
    linkId: member.id,
    userId: member.userId,
  });
});
test('201 links the employee to the user in userId, and to the member of the organization with this user, if any', async () => {
  const { call, organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['employee']);
  const stranger = await newAccount(app.database);
  expect(await add(call, { userId: member.userId })).toMatchObject({ linkId: member.id, userId: member.userId });
  expect(await add(call, { email: 'stranger@example.com', userId: stranger })).toMatchObject({ linkId: null, userId: stranger });
});
test('201 links the employee to the member with the same e-mail address, ignoring case, but not of another organization', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  const member = await newMember(app.database, caller.organization.id, ['employee'], { active: false });
  const email = member.email.toUpperCase();
  expect(await add(caller.call, { email })).toMatchObject({ linkId: member.id, userId: member.userId });
  expect(await add(other.call, { email })).toMatchObject({ linkId: null, userId: null });
});
test('400 for a member or user of another organization, an unknown user, and a user of another member, on create and on update', async () => {
  const { call, organization } = await app.caller();
  const [firstMember, secondMember] = [
    await newMember(app.database, organization.id, ['employee']),
    await newMember(app.database, organization.id, ['employee']),
  ];
  const stranger = await newMember(app.database, (await newOrganization(app.database)).id, ['employee']);
  const { id } = await add(call, { email: 'there@example.com' });
  const cases: [object, object][] = [
    [{ linkId: stranger.id }, { linkId: { _errors: ['must be a member of the organization'] } }],
    [{ linkId: 'mem_x' }, { linkId: { _errors: ['must be a member of the organization'] } }],
    [{ userId: stranger.userId }, { userId: { _errors: ['must be an existing user'] } }],
    [{ userId: 'usr_x' }, { userId: { _errors: ['must be an existing user'] } }],
    [{ linkId: firstMember.id, userId: secondMember.userId }, { userId: { _errors: ['must be the user of the member in linkId'] } }],
  ];
  for (const [link, details] of cases) {
    expect(await call('POST', '/v1/employees', { body: { ...ada, ...link } })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Validation failed', details },
    });
    expect(await call('PATCH', `/v1/employees/${id}`, { body: link })).toMatchObject({ status: 400, body: { details } });
  }
  expect(await call('PATCH', `/v1/employees/${id}`, { body: { linkId: firstMember.id, userId: null } })).toMatchObject({
    status: 400,
    body: { details: { userId: { _errors: ['must be the user of the member in linkId'] } } },
  });
  expect(await linkOf(organization.id, id)).toEqual({ linkId: null, userId: null });
});
test('200 on update sets the user of a linked member and the member of a linked user; null removes the link', async () => {
  const { call, organization } = await app.caller();
  const member = await newMember(app.database, organization.id, ['employee']);
  const stranger = await newAccount(app.database);
  const [linked, unlinked] = [
    { linkId: member.id, userId: member.userId },
    { linkId: null, userId: null },
  ];
  const { id } = await add(call);
  const steps: [object, object][] = [
    [{ linkId: member.id }, linked],
    [{ name: 'Ada' }, linked],
    [{ linkId: null }, { linkId: null, userId: member.userId }],
    [{ userId: member.userId }, linked],
    [{ userId: null }, unlinked],
    [linked, linked],
    [{ userId: stranger }, { linkId: null, userId: stranger }],
    [{ linkId: member.id }, linked],
    [
      { linkId: null, userId: member.userId },
      { linkId: null, userId: member.userId },
    ],
    [unlinked, unlinked],
  ];
  for (const [body, expected] of steps) {
    const answer = await call('PATCH', `/v1/employees/${id}`, { body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(Object.keys(answer.body.data).sort()).toEqual([
      'createdAt',
      'department',
      'email',
      'externalEmployeeId',
      'id',
      'isActive',
      'name',
      'updatedAt',
      'version',
    ]);
    expect(await linkOf(organization.id, id), JSON.stringify(body)).toEqual(expected);
  }
});
test('a new member is linked to the unlinked employee with the same e-mail address; linked employees and other organizations stay unchanged', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  const email = `${newId('x')}@example.com`;
  const [unlinkedEmployee, employeeElsewhere] = [await add(caller.call, { email }), await add(other.call, { email })];
  const member = await newMember(app.database, caller.organization.id, ['employee'], { email });
  expect(await linkOf(caller.organization.id, unlinkedEmployee.id)).toEqual({ linkId: member.id, userId: member.userId });
  expect(await linkOf(other.organization.id, employeeElsewhere.id)).toEqual({ linkId: null, userId: null });
  const linkedEmployee = await add(caller.call, { email: `${newId('x')}@example.com`, linkId: caller.organization.owner.id });
  await newMember(app.database, caller.organization.id, ['employee'], { email: linkedEmployee.email });
  expect(await linkOf(caller.organization.id, linkedEmployee.id)).toMatchObject({ linkId: caller.organization.owner.id });
});
test('deleting the member or user clears the link and keeps the employee; changing employees neither creates nor deletes members', async () => {
  const { call, organization } = await app.caller();
  const [firstMember, secondMember] = [
    await newMember(app.database, organization.id, ['employee']),
    await newMember(app.database, organization.id, ['employee']),
  ];
  const [firstEmployee, secondEmployee] = [
    await add(call, { linkId: firstMember.id }),
    await add(call, { email: 'two@example.com', linkId: secondMember.id }),
  ];
  await app.database.system.deleteFrom('member').where('id', '=', firstMember.id).execute();
  expect(await linkOf(organization.id, firstEmployee.id)).toEqual({ linkId: null, userId: firstMember.userId });
  await app.database.system.deleteFrom('user_account').where('id', '=', secondMember.userId).execute();
  expect(await linkOf(organization.id, secondEmployee.id)).toEqual({ linkId: null, userId: null });
  const thirdMember = await newMember(app.database, organization.id, ['employee']);
  const thirdEmployee = await add(call, { email: thirdMember.email });
  await call('PATCH', `/v1/employees/${thirdEmployee.id}`, { body: { isActive: false } });
  await call('DELETE', `/v1/employees/${thirdEmployee.id}`);
  const members = await within(app.database, organization.id, (db) => db.selectFrom('member').select(['id', 'is_active']).execute());
  expect(members.map(({ id }) => id).sort()).toEqual([organization.owner.id, thirdMember.id].sort());
  expect(members).toContainEqual({ id: thirdMember.id, is_active: true });
});
