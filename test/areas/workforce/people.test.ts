/** Listing and reading members, and mentions, statistics, training and portal mails of members. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { call as send, listenOn, startApp, testConfig } from '../../support/app.ts';
import { newMember, within } from '../../support/organization.ts';
import { expectSameProblem, invalid, lastEntry, listMembers, getMember, names, newRole, errorAnswer } from '../../support/people.ts';

const app = startApp();

/** Creates an organization with an owner, and with the given people, who joined later, one day apart. */
async function withPeople(
  ...people: readonly {
    name: string;
    roles?: string[];
    department?: string;
    email?: string;
    active?: boolean;
    onboard?: string;
    offboard?: string;
  }[]
) {
  const caller = await app.caller();
  const ids: string[] = [];
  for (const [index, { name, roles = ['employee'], department = 'none', onboard, offboard, ...fields }] of people.entries()) {
    const { id } = await newMember(app.database, caller.organization.id, roles, { name, ...fields });
    await app.database.system
      .updateTable('member')
      .set({
        department,
        created_at: `2026-03-0${index + 1}T09:00:00.000Z`,
        onboard_date: onboard ?? null,
        offboard_date: offboard ?? null,
      })
      .where('id', '=', id)
      .execute();
    ids.push(id);
  }
  await app.database.system
    .updateTable('member')
    .set({ created_at: '2026-02-01T09:00:00.000Z' })
    .where('id', '=', caller.organization.owner.id)
    .execute();
  return { ...caller, ids };
}

describe('listMembers', () => {
  test('200 lists active members, most recently joined first', async () => {
    const { call } = await withPeople({ name: 'Ada' }, { name: 'Ben', active: false }, { name: 'Cleo' });
    expect(await names(call)).toEqual(['Cleo', 'Ada', 'Olive Owner']);
    expect(await names(call, '?includeDeactivated=true')).toEqual(['Cleo', 'Ben', 'Ada', 'Olive Owner']);
    expect(await names(call, '?includeDeactivated=false')).toEqual(['Cleo', 'Ada', 'Olive Owner']);
  });
  test('200 returns all fields of a member: both opposite flags, the account, and only the newest background check', async () => {
    const {
      call,
      organization,
      ids: [id = ''],
    } = await withPeople({ name: 'Ada', email: `${newId('ada')}@example.com` });
    const check = (status: 'invited' | 'completed', at: string) => ({ id: newId('bcr'), member_id: id, status, created_at: at });
    const checks = [check('invited', '2026-04-01T00:00:00Z'), check('completed', '2026-05-01T00:00:00Z')];
    await within(app.database, organization.id, (db) => db.insertInto('background_check_request').values(checks).execute());
    const [ada] = await listMembers(call);
    expect(ada).toEqual({
      id,
      organizationId: organization.id,
      userId: expect.stringMatching(/^usr_/),
      role: 'employee',
      roles: ['employee'],
      createdAt: '2026-03-01T09:00:00.000Z',
      department: 'none',
      jobTitle: null,
      isActive: true,
      deactivated: false,
      deviceMgmtLabelId: null,
      backgroundCheckRequests: [{ id: checks[1]?.id, status: 'completed', requesterNotes: null }],
      backgroundCheckExempt: false,
      backgroundCheckExemptReason: null,
      backgroundCheckExemptJustification: null,
      onboardDate: null,
      offboardDate: null,
      externalId: null,
      version: expect.any(Number),
      user: {
        id: ada?.userId,
        name: 'Ada',
        email: expect.stringMatching(/^ada_.*@example\.com$/),
        emailVerified: true,
        image: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        lastLogin: null,
      },
    });
  });
  test('200 returns the picture and the last sign-in of a member who has them', async () => {
    const {
      call,
      organization,
      ids: [id = ''],
    } = await withPeople({ name: 'Ada' });
    const { userId } = await getMember(call, id);
    await app.database.system.updateTable('member').set({ image: 'https://pictures.example.com/ada.png' }).where('id', '=', id).execute();
    const before = Date.now() - 1000;
    await (await app.session(organization, { id, userId, name: 'Ada', email: '' })).call('GET', '/v1/people/me/email-preferences');
    await expect
      .poll(async () => (await getMember(call, id)).user)
      .toMatchObject({
        image: 'https://pictures.example.com/ada.png',
        lastLogin: expect.toSatisfy((at: string | null) => at !== null && Date.parse(at) >= before),
      });
  });
  test('200 searches name and address for the literal text, ignoring case', async () => {
    const { call } = await withPeople(
      { name: 'Ada Marsh', email: `${newId('x')}@Harbour.example`.toLowerCase() },
      { name: 'Ben 100%' },
      { name: 'Cleo' },
    );
    expect(await names(call, '?search=MARSH')).toEqual(['Ada Marsh']);
    expect(await names(call, '?search=harbour')).toEqual(['Ada Marsh']);
    expect(await names(call, '?search=%25')).toEqual(['Ben 100%']);
    expect(await names(call, '?search=nobody')).toEqual([]);
  });
  test('200 sorts by job title and by dates; members without one come last in both directions', async () => {
    const { call, ids } = await withPeople(
      { name: 'Ada', onboard: '2026-05-01' },
      { name: 'Ben', onboard: '2026-04-01' },
      { name: 'Cleo' },
    );
    for (const [index, job_title] of ['Engineer', '0-day analyst'].entries())
      await app.database.system
        .updateTable('member')
        .set({ job_title })
        .where('id', '=', ids[index] ?? '')
        .execute();
    const sortedBy = (query: string) => names(call, `?search=${encodeURIComponent('@')}&sortBy=${query}`);
    expect((await sortedBy('jobTitle&sortOrder=asc')).slice(0, 2)).toEqual(['Ben', 'Ada']);
    expect((await sortedBy('jobTitle')).slice(0, 2)).toEqual(['Ada', 'Ben']);
    expect((await sortedBy('onboardDate&sortOrder=asc')).slice(0, 2)).toEqual(['Ben', 'Ada']);
    expect((await sortedBy('onboardDate')).slice(0, 2)).toEqual(['Ada', 'Ben']);
  });
  test('200 filters by one or more departments and roles, and matches the whole name of a role (rule 17)', async () => {
    const {
      call,
      organization,
      ids: [, , , cleo = ''],
    } = await withPeople(
      { name: 'Ada', department: 'it' },
      { name: 'Ben', department: 'Customer care', roles: ['auditor'] },
      { name: 'Dora', roles: ['contractor'] },
      { name: 'Cleo' },
    );
    const [lead, compliance] = [await newRole(call, 'Lead'), await newRole(call, 'Compliance Lead')];
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('member')
        .set({ roles: [compliance, 'employee'] })
        .where('id', '=', cleo)
        .execute(),
    );
    expect(await names(call, '?department=it&department=Customer%20care')).toEqual(['Ben', 'Ada']);
    expect(await names(call, '?role=auditor&role=contractor')).toEqual(['Dora', 'Ben']);
    expect(await names(call, '?role=employee')).toEqual(['Cleo', 'Ada']);
    expect(await names(call, `?role=${compliance}`)).toEqual(['Cleo']);
    expect(await names(call, '?role=compliance%20lead')).toEqual(['Cleo']);
    expect(await names(call, `?role=${lead}`)).toEqual([]);
    expect(await names(call, '?role=employee&department=it')).toEqual(['Ada']);
  });
  test('200 filters by onboarding and offboarding date, including both ends', async () => {
    const { call } = await withPeople(
      { name: 'Ada', onboard: '2026-03-02T00:00:00Z' },
      { name: 'Ben', onboard: '2026-03-05T12:00:00Z', offboard: '2026-05-04T16:20:00Z', active: false },
      { name: 'Cleo' },
    );
    expect(await names(call, '?onboardDateAfter=2026-03-02')).toEqual(['Ada']);
    expect(await names(call, '?onboardDateAfter=2026-03-02T00:00:00.001Z&includeDeactivated=true')).toEqual(['Ben']);
    expect(await names(call, '?onboardDateBefore=2026-03-05&includeDeactivated=true')).toEqual(['Ada']);
    expect(
      await names(call, '?offboardDateAfter=2026-05-04T16:20:00Z&offboardDateBefore=2026-05-04T18:20:00%2B02:00&includeDeactivated=true'),
    ).toEqual(['Ben']);
    expect(await names(call, '?offboardDateBefore=2026-05-04&includeDeactivated=true')).toEqual([]);
  });
  test('200 sorts by name, address and time of joining, in pages, with a total count on request', async () => {
    const { call } = await withPeople({ name: 'Cleo' }, { name: 'Ada' }, { name: 'Ben' });
    expect(await names(call, '?sortBy=name&sortOrder=asc')).toEqual(['Ada', 'Ben', 'Cleo', 'Olive Owner']);
    expect(await names(call, '?sortOrder=asc')).toEqual(['Olive Owner', 'Cleo', 'Ada', 'Ben']);
    const emails = (await listMembers(call, '?sortBy=email')).map(({ user }) => user.email);
    expect(emails).toEqual(emails.toSorted().reverse());
    const first = await call('GET', '/v1/people?sortBy=name&sortOrder=asc&limit=3&count=true');
    expect(first.body).toMatchObject({ data: [{ user: { name: 'Ada' } }, {}, {}], nextCursor: expect.any(String), totalCount: 4 });
    expect(await names(call, `?sortBy=name&sortOrder=asc&limit=3&cursor=${encodeURIComponent(first.body.nextCursor)}`)).toEqual([
      'Olive Owner',
    ]);
  });
  test('200 returns the two-factor status only on request, not_provided without a source', async () => {
    const { call } = await withPeople({ name: 'Ada' });
    expect((await listMembers(call, '?includeTwoFactor=true')).map(({ twoFactor }) => twoFactor)).toEqual(['not_provided', 'not_provided']);
    expect((await listMembers(call))[0]).not.toHaveProperty('twoFactor');
  });
  test('400 for invalid dates, booleans and other parameters', async () => {
    const { call } = await app.caller();
    for (const name of ['onboardDateAfter', 'onboardDateBefore', 'offboardDateAfter', 'offboardDateBefore'])
      expect(await call('GET', `/v1/people?${name}=yesterday`)).toMatchObject({
        status: 400,
        body: { details: { [name]: { _errors: ['must be a date-time, such as 2026-05-20T12:00:00Z, or a date, such as 2026-05-20'] } } },
      });
    for (const query of ['includeDeactivated=maybe', 'include=devices', 'sortBy=role', 'search=', 'department=', 'limit=0', 'cursor=abc'])
      expect((await call('GET', `/v1/people?${query}`)).status, query).toBe(400);
    expect((await call('GET', '/v1/people?search=')).body.details).toMatchObject({ search: { _errors: ['must not be blank'] } });
  });
});

describe('getMember', () => {
  test('200 also for a deactivated member, and the read access is logged (rule 15)', async () => {
    const {
      call,
      organization,
      ids: [id = ''],
    } = await withPeople({ name: 'Ben', active: false });
    expect(await getMember(call, id)).toMatchObject({ isActive: false, deactivated: true });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: id,
      description: 'Viewed member [via API key "test"]',
      data: { permission: 'read' },
    });
  });
  test('404 for a member of another organization', async () => {
    const [{ call }, { organization }] = [await app.caller(), await app.caller()];
    expect(await call('GET', `/v1/people/${organization.owner.id}`)).toMatchObject(errorAnswer(404, 'Member not found'));
  });
});

describe('listMentionableMembers', () => {
  const mentionable = async (call: Parameters<typeof listMembers>[0], query: string) =>
    (await call('GET', `/v1/people/mentionable?${query}`)).body.data.map(({ user }: { user: { name: string } }) => user.name);
  test('200 lists the active members whose roles can read the resource, sorted by name', async () => {
    const { call, organization } = await withPeople(
      { name: 'Zoe', roles: ['auditor'] },
      { name: 'Ben', roles: ['employee'] },
      { name: 'Ada', roles: ['admin'] },
      { name: 'Gone', roles: ['admin'], active: false },
    );
    const [readingRole, writingRole] = [
      await newRole(call, 'Vendor reader', { vendor: ['read'] }),
      await newRole(call, 'Vendor writer', { vendor: ['create'] }),
    ];
    await newMember(app.database, organization.id, ['employee', readingRole], { name: 'Cleo' });
    await newMember(app.database, organization.id, [writingRole], { name: 'Dora' });
    expect(await mentionable(call, 'resource=vendor')).toEqual(['Ada', 'Cleo', 'Olive Owner', 'Zoe']);
    expect(await mentionable(call, 'resource=policy')).toEqual(['Ada', 'Ben', 'Cleo', 'Olive Owner', 'Zoe']);
    expect(await mentionable(call, 'resource=vendor&search=cle')).toEqual(['Cleo']);
    const first = await call('GET', '/v1/people/mentionable?resource=vendor&limit=2&count=true');
    expect(first.body).toMatchObject({ data: [{ user: { name: 'Ada' } }, { user: { name: 'Cleo' } }], totalCount: 4 });
    expect(await mentionable(call, `resource=vendor&limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`)).toEqual([
      'Olive Owner',
      'Zoe',
    ]);
  });
  test('200 omits the staff of the operator', async () => {
    const { organization } = await withPeople({ name: 'Ada', roles: ['admin'], email: `${newId('ada')}@staff.example` });
    const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'staff.example' }));
    const { body } = await send(base, 'GET', '/v1/people/mentionable?resource=risk', { key: organization.key });
    expect(body.data.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['Olive Owner']);
  });
  test('400 without a resource, and for an unknown resource', async () => {
    const { call } = await app.caller();
    expect(await call('GET', '/v1/people/mentionable')).toMatchObject(invalid({ resource: 'is required' }));
    expect(await call('GET', '/v1/people/mentionable?resource=billing')).toMatchObject({
      status: 400,
      body: { details: { resource: {} } },
    });
  });
});

describe('listTaskStatsByAssignee', () => {
  test('200 counts all and done tasks of each assignee, sorted by name, without archived and unassigned tasks', async () => {
    const {
      call,
      organization,
      ids: [ada = '', ben = ''],
    } = await withPeople({ name: 'Ada' }, { name: 'Ben' });
    const task = (assignee_id: string | null, status: 'todo' | 'done' | 'in_progress', archived_at: string | null = null) => ({
      id: newId('tsk'),
      title: 'Task',
      assignee_id,
      status,
      archived_at,
    });
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('task')
        .values([
          task(ben, 'done'),
          task(ada, 'todo'),
          task(ada, 'done'),
          task(ada, 'in_progress'),
          task(ada, 'done', '2026-03-01T00:00:00Z'),
          task(null, 'done'),
        ])
        .execute(),
    );
    expect((await call('GET', '/v1/people/test-stats/by-assignee')).body).toEqual({
      data: [
        { memberId: ada, total: 3, done: 1 },
        { memberId: ben, total: 1, done: 1 },
      ],
    });
  });
  test('200 returns an empty list when no task is assigned', async () => {
    const { call } = await app.caller();
    expect((await call('GET', '/v1/people/test-stats/by-assignee')).body).toEqual({ data: [] });
  });
});

describe('listMemberTrainingVideos', () => {
  test('200 lists the most recently completed training first, and open training at the end', async () => {
    const {
      call,
      organization,
      ids: [id = ''],
    } = await withPeople({ name: 'Ada' });
    const row = (video_id: 'sat-1' | 'sat-2' | 'sat-3', completed_at: string | null) => ({
      id: newId('evc'),
      member_id: id,
      video_id,
      completed_at,
    });
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('training_completion')
        .values([row('sat-1', '2026-03-01T00:00:00Z'), row('sat-2', null), row('sat-3', '2026-04-01T00:00:00Z')])
        .execute(),
    );
    const { body } = await call('GET', `/v1/people/${id}/training-videos`);
    expect(body.data).toMatchObject([
      { videoId: 'sat-3', memberId: id, completedAt: '2026-04-01T00:00:00.000Z' },
      { videoId: 'sat-1' },
      { videoId: 'sat-2', completedAt: null },
    ]);
  });
  test('404 for a member of another organization', async () => {
    const [{ call }, { organization }] = [await app.caller(), await app.caller()];
    for (const subresource of ['training-videos', 'access', 'device-compliance', 'employment-evidence/onboard'])
      expect(await call('GET', `/v1/people/${organization.owner.id}/${subresource}`), subresource).toMatchObject(
        errorAnswer(404, 'Member not found'),
      );
  });
});

describe('resendPortalInvite', () => {
  test('200 mails a member with the compliance obligation, regardless of e-mail preferences (rule 12)', async () => {
    const {
      call,
      organization,
      ids: [id = ''],
    } = await withPeople({ name: 'Ada', email: `${newId('ada')}@example.com` });
    const {
      user: { email },
    } = await getMember(call, id);
    expect(await call('POST', `/v1/people/${id}/portal-invite`)).toMatchObject({ status: 200, body: { email, emailSent: true } });
    const mails = await app.database.system
      .selectFrom('mail')
      .select(['recipient', 'text'])
      .where('organization_id', '=', organization.id)
      .execute();
    expect(mails).toEqual([{ recipient: email, text: expect.stringContaining(`/portal/${organization.id}\n`) }]);
  });
  test('409 for a member without the compliance obligation, and for a deactivated member', async () => {
    const {
      call,
      ids: [auditor = '', deactivatedId = ''],
    } = await withPeople({ name: 'Zoe', roles: ['auditor'] }, { name: 'Ben', active: false });
    expect(await call('POST', `/v1/people/${auditor}/portal-invite`)).toMatchObject(
      errorAnswer(409, 'Member has no compliance obligation'),
    );
    expect(await call('POST', `/v1/people/${deactivatedId}/portal-invite`)).toMatchObject(errorAnswer(409, 'Member is deactivated'));
    await expectSameProblem((options) => call('POST', `/v1/people/${deactivatedId}/portal-invite`, options), 409, 'Member is deactivated');
  });
});
