/** Adding members, one by one and in bulk. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { newAccount, newMember, within } from '../../support/organization.ts';
import {
  expectSameProblem,
  generalTrainingIds,
  invalid,
  lastEntry,
  listMembers,
  mailsOf,
  getMember,
  newRole,
  errorAnswer,
  trainingOf,
} from '../../support/people.ts';

const app = startApp();
const unknownUser = 'must be an existing user';
const noRole = 'must be a role of the organization';

describe('createMember', () => {
  test('201 creates a member for an existing account, and returns its location', async () => {
    const { call, organization } = await app.caller();
    const userId = await newAccount(app.database, { name: 'Ida Novak' });
    const answer = await call('POST', '/v1/people', {
      body: { userId, role: 'employee', department: ' it ', jobTitle: ' Engineer ', deviceMgmtLabelId: 7.5 },
    });
    expect(answer, answer.text).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^mem_[0-9a-f]{24}$/),
        userId,
        role: 'employee',
        roles: ['employee'],
        department: 'it',
        jobTitle: 'Engineer',
        isActive: true,
        deactivated: false,
        deviceMgmtLabelId: 7.5,
        user: { id: userId, name: 'Ida Novak' },
      },
    });
    expect(answer.headers.get('location')).toBe(`/v1/people/${answer.body.id}`);
    expect(await getMember(call, answer.body.id)).toEqual(answer.body);
    expect(await mailsOf(app.database, organization)).toEqual([]);
  });
  test('201 creates an active member without department and title by default; an empty title becomes null', async () => {
    const { call } = await app.caller();
    const create = async (fields: object) =>
      (await call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role: 'contractor', ...fields } })).body;
    expect(await create({})).toMatchObject({
      department: 'none',
      jobTitle: null,
      isActive: true,
      deviceMgmtLabelId: null,
      onboardDate: null,
    });
    expect(await create({ isActive: false, jobTitle: '  ' })).toMatchObject({ isActive: false, deactivated: true, jobTitle: null });
  });
  test('201 assigns the training to members with compliance obligations, with the HIPAA module once HIPAA is adopted (rule 9)', async () => {
    const { call, organization } = await app.caller();
    const role = await newRole(call, 'Clerk', {}, { compliance: true });
    const create = async (roleName: string) =>
      (await call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role: roleName } })).body.id;
    expect(await trainingOf(app.database, await create('employee'))).toEqual(generalTrainingIds);
    expect(await trainingOf(app.database, await create(role))).toEqual(generalTrainingIds);
    expect(await trainingOf(app.database, await create('auditor'))).toEqual([]);
    const framework = newId('frk');
    await app.database.system
      .insertInto('platform_framework')
      .values({ id: framework, name: 'HIPAA', version: '1', description: 'x' })
      .execute();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('framework_instance')
        .values({ id: newId('frm'), framework_id: framework })
        .execute(),
    );
    expect(await trainingOf(app.database, await create('employee'))).toEqual(['hipaa-sat-1', ...generalTrainingIds]);
  });
  test('201 reactivates a deactivated membership instead of creating a second one (rule 1)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const { id, userId } = await newMember(app.database, organization.id, ['auditor'], { active: false });
    await within(app.database, organization.id, (db) =>
      db.updateTable('member').set({ job_title: 'Auditor', offboard_date: '2026-05-01T00:00:00Z' }).where('id', '=', id).execute(),
    );
    const answer = await call('POST', '/v1/people', { body: { userId, role: 'employee' } });
    expect(answer).toMatchObject({
      status: 201,
      body: { id, roles: ['employee'], jobTitle: 'Auditor', isActive: true, offboardDate: null },
    });
    expect(await trainingOf(app.database, id)).toEqual(generalTrainingIds);
    expect((await listMembers(call, '?includeDeactivated=true')).filter((item) => item.userId === userId)).toHaveLength(1);
  });
  test('201 links the unlinked employee with the same address to the member', async () => {
    const { call } = await app.caller();
    const email = `${newId('ida')}@example.com`;
    const {
      body: { data: employee },
    } = await call('POST', '/v1/employees', { body: { name: 'Ida Novak', email } });
    const { body } = await call('POST', '/v1/people', { body: { userId: await newAccount(app.database, { email }), role: 'employee' } });
    expect(
      await app.database.system.selectFrom('employee').select(['member_id', 'user_id']).where('id', '=', employee.id).executeTakeFirst(),
    ).toEqual({ member_id: body.id, user_id: body.userId });
  });
  test('201 accepts a custom role by id, or by name, ignoring case', async () => {
    const { call } = await app.caller();
    const role = await newRole(call, 'Risk lead');
    for (const roleOrName of [role, 'Risk lead', ' RISK LEAD '])
      expect(await call('POST', '/v1/people', { body: { userId: await newAccount(app.database), role: roleOrName } })).toMatchObject({
        status: 201,
        body: { role, roles: [role] },
      });
  });
  test('400 for an unknown user, an unknown role and invalid values, under the name of the field', async () => {
    const { call } = await app.caller();
    expect(await call('POST', '/v1/people', { body: { userId: newId('usr'), role: 'employee' } })).toMatchObject(
      invalid({ userId: unknownUser }),
    );
    const [{ organization: other }, userId] = [await app.caller(), await newAccount(app.database)];
    const otherRole = await newRole((await app.session(other, other.owner)).call, 'Elsewhere');
    for (const role of ['nonsense', 'Employee', otherRole])
      expect(await call('POST', '/v1/people', { body: { userId, role } })).toMatchObject(invalid({ role: noRole }));
    for (const [field, value] of Object.entries({
      department: 'x'.repeat(65),
      jobTitle: 'x'.repeat(201),
      isActive: 'yes',
      deviceMgmtLabelId: '7',
      role: '',
    }))
      expect(await call('POST', '/v1/people', { body: { userId, role: 'employee', [field]: value } })).toMatchObject({
        status: 400,
        body: { details: { [field]: {} } },
      });
  });
  test('409 for an active member, also for ten concurrent requests', async () => {
    const { call, organization } = await app.caller();
    expect(await call('POST', '/v1/people', { body: { userId: organization.owner.userId, role: 'employee' } })).toMatchObject(
      errorAnswer(409, 'The user is already a member'),
    );
    const userId = await newAccount(app.database);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/v1/people', { body: { userId, role: 'employee' } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    await expectSameProblem(
      (options) => call('POST', '/v1/people', { body: { userId, role: 'employee' }, ...options }),
      409,
      'The user is already a member',
    );
  });
});

describe('bulkCreateMembers', () => {
  test('201 returns the added members, and the failures with index, user and reason', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [ida, tom, unknownUserId] = [
      await newAccount(app.database, { name: 'Ida' }),
      await newAccount(app.database, { name: 'Tom' }),
      newId('usr'),
    ];
    const answer = await call('POST', '/v1/people/bulk', {
      body: {
        members: [
          { userId: tom, role: 'employee', department: 'it' },
          { userId: unknownUserId, role: 'employee' },
          { userId: ida, role: 'auditor' },
          { userId: tom, role: 'contractor' },
          { userId: organization.owner.userId, role: 'employee' },
          { userId: ida, role: 'owner' },
          { userId: ida, role: 'nonsense' },
        ],
      },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        created: [
          { userId: tom, role: 'employee', department: 'it' },
          { userId: ida, role: 'auditor' },
        ],
        summary: { total: 7, successful: 2, failed: 5 },
      },
    });
    expect(answer.body.errors).toEqual([
      { index: 1, userId: unknownUserId, error: `userId ${unknownUser}` },
      { index: 3, userId: tom, error: 'The user is already a member' },
      { index: 4, userId: organization.owner.userId, error: 'The user is already a member' },
      { index: 5, userId: ida, error: 'The owner role is transferred with the ownership only' },
      { index: 6, userId: ida, error: `role ${noRole}` },
    ]);
    expect(answer.headers.get('location')).toBe('/v1/people');
    const [created] = answer.body.created;
    expect(await trainingOf(app.database, created.id)).toEqual(generalTrainingIds);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: null,
      description: 'Added members',
      data: { changes: { members: { current: [`Tom (${created.id})`, expect.stringMatching(/^Ida \(mem_/)] } } },
    });
  });
  test('201 even if no member could be added', async () => {
    const { call, organization } = await app.caller();
    const { body } = await call('POST', '/v1/people/bulk', {
      body: { members: [{ userId: organization.owner.userId, role: 'employee' }] },
    });
    expect(body).toMatchObject({ created: [], summary: { total: 1, successful: 0, failed: 1 } });
  });
  test('201 for a thousand members in one request', async () => {
    const { call } = await app.caller();
    const accounts = Array.from({ length: 1000 }, (_, n) => ({
      id: newId('usr'),
      name: `Person ${n}`,
      email: `${newId('p')}@example.com`,
    }));
    await app.database.system.insertInto('user_account').values(accounts).execute();
    const { status, body } = await call('POST', '/v1/people/bulk', {
      body: { members: accounts.map(({ id }) => ({ userId: id, role: 'employee' })) },
    });
    expect([status, body.summary]).toEqual([201, { total: 1000, successful: 1000, failed: 0 }]);
    expect(body.created.map(({ userId }: { userId: string }) => userId)).toEqual(accounts.map(({ id }) => id));
  });
  test('400 for an empty list, more than a thousand items, or a malformed item, and nobody is added', async () => {
    const { call } = await app.caller();
    const userId = await newAccount(app.database);
    const bulk = (members: unknown) => call('POST', '/v1/people/bulk', { body: { members } });
    expect(await bulk([])).toMatchObject(invalid({ members: 'must have at least 1 item' }));
    expect(await bulk(Array.from({ length: 1001 }, () => ({ userId, role: 'employee' })))).toMatchObject(
      invalid({ members: 'must have at most 1000 items' }),
    );
    expect(await bulk([{ userId, role: 'employee' }, { userId }])).toMatchObject(invalid({ 'members.1.role': 'is required' }));
    expect(await listMembers(call)).toHaveLength(1);
  });
});
