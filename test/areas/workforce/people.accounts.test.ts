/** Accounts belong to persons: changes by one organization have no effect in other organizations (people, rules 2, 4 and 8). */
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { writeTransaction } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { acceptInvitationById } from '#domain/people/invitations/accept';
import { confirmByToken } from '#domain/people/members/confirmation';
import { call as send, type Caller, listenOn, startApp, testConfig } from '../../support/app.ts';
import { connectList, sync } from '../../support/integrations.ts';
import {
  newAccount,
  newApiKey,
  newMember,
  newMembership,
  type TestMember,
  type TestOrganization,
  within,
} from '../../support/organization.ts';
import { invalid, listMembers, mailsOf, getMember, newRole, errorAnswer } from '../../support/people.ts';

const app = startApp();
const newAddress = () => `${newId('ida')}@example.com`;
type Call = Caller['call'];

/** Creates an organization with an administrator. `view` returns everything that the organization shows. */
async function withAdmin() {
  const caller = await app.caller();
  const admin = await newMember(app.database, caller.organization.id, ['admin'], { name: 'Ada Marsh' });
  const account = () => app.database.system.selectFrom('user_account').selectAll().where('id', '=', admin.userId).executeTakeFirst();
  const view = async () => ({
    account: await account(),
    people: await listMembers(caller.call, '?includeDeactivated=true'),
    employees: (await caller.call('GET', '/v1/employees')).body.data,
    log: (await caller.call('GET', '/v1/audit-logs?limit=250')).body.data,
    mails: await mailsOf(app.database, caller.organization),
  });
  return { ...caller, admin, account, view };
}
const inviteIn = async (call: Call, email: string, roles = ['employee']) =>
  (await call('POST', '/v1/people/invite', { body: { invites: [{ email, roles }] } })).body.data[0];
const patch = (call: Call, id: string, body: object) => call('PATCH', `/v1/people/${id}`, { body });

/** Requests with the token of an identity provider that verified the address. */
async function signIn(email: string, { id }: TestOrganization, base = app.base) {
  const token = await new SignJWT({ email, email_verified: true })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('outside|1')
    .setIssuedAt(Date.now() / 1000)
    .setExpirationTime('5m')
    .sign(app.ports.secrets.key('session'));
  return send(base, 'GET', '/v1/people/me/email-preferences', { bearer: token, headers: { 'X-Organization-Id': id } });
}
const statusOf = async (email: string, organization: TestOrganization) => (await signIn(email, organization)).status;
/** Returns the token of the newest confirmation link that was mailed to the address. */
async function confirmationTokenOf(organization: TestOrganization, email: string): Promise<string> {
  const mails = (await mailsOf(app.database, organization)).filter(
    ({ recipient, text }) => recipient === email && text.includes('/confirm-email/'),
  );
  return /\/confirm-email\/(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'no link was mailed';
}
const confirmToken = (organization: TestOrganization, token: string) =>
  within(app.database, organization.id, (db) => confirmByToken(db, app.ports.secrets, token));
const confirmAddress = async (organization: TestOrganization, email: string) =>
  confirmToken(organization, await confirmationTokenOf(organization, email));
async function acceptIn({ call, organization }: Caller, email: string) {
  const {
    body: { data },
  } = await call('GET', `/v1/auth/invitations?search=${encodeURIComponent(email)}`);
  return writeTransaction(app.database.tenant, organization.id, async (db) => {
    const result = await acceptInvitationById(db, data[0].id);
    return { result, outcome: result ? [] : 'rollback' };
  });
}

describe('a person whom another organization invites or adds', () => {
  const namingWays: Readonly<
    Record<string, (caller: Caller, who: { readonly email: string; readonly userId: string }) => Promise<unknown>>
  > = {
    'invited as an employee': ({ call }, { email }) => inviteIn(call, email),
    'invited as an administrator': ({ inPerson }, { email }) => inviteIn(inPerson, email, ['admin']),
    'added by the id': async ({ call }, { userId }) => {
      const { status, body } = await call('POST', '/v1/people', { body: { userId, role: 'employee' } });
      return { status, body };
    },
    'added among others': async ({ call }, { userId }) =>
      (await call('POST', '/v1/people/bulk', { body: { members: [{ userId, role: 'employee' }] } })).body,
    'given a membership': async ({ call, organization }, { userId }) =>
      (await patch(call, (await newMember(app.database, organization.id, ['employee'])).id, { userId })).body,
    'given an address': async ({ call, organization }, { email }) => {
      const { status, body } = await patch(call, (await newMember(app.database, organization.id, ['employee'])).id, { email });
      return { status, verified: body.user?.emailVerified };
    },
    'put on the roster by the id': async ({ call }, { userId }) =>
      (await call('POST', '/v1/employees', { body: { name: 'Ada', email: newAddress(), userId } })).body,
    'put on the roster by the address': async ({ call }, { email }) =>
      (await call('POST', '/v1/employees', { body: { name: 'Ada', email } })).status,
    'imported from a list': async ({ call }, { email }) => {
      await connectList(call, `email,name\n${email},Eve\n`);
      return (await sync(call, 'csv-people')).result.people.map(({ status }: { status: string }) => status);
    },
  };
  test.each(Object.entries(namingWays))(
    '%s: does not become its member, causes the same response as an unknown person, and sees no change',
    async (_, namePerson) => {
      const [homeOrg, namingOrg, another] = [await withAdmin(), await app.caller(), await app.caller()];
      const before = await homeOrg.view();
      const [forKnownPerson, forUnknownPerson] = [
        await namePerson(namingOrg, homeOrg.admin),
        await namePerson(another, { email: newAddress(), userId: newId('usr') }),
      ];
      const anonymized = (value: unknown) =>
        JSON.stringify(value)
          .replace(/(usr|mem|ida)_[0-9a-f]{24}/g, '$1')
          .replaceAll(homeOrg.admin.email, 'ida@example.com');
      expect(anonymized(forKnownPerson)).toBe(anonymized(forUnknownPerson));
      for (const { userId, id } of await listMembers(namingOrg.call, '?includeDeactivated=true')) {
        expect(userId).not.toBe(homeOrg.admin.userId);
        if (id !== namingOrg.organization.owner.id) await patch(namingOrg.call, id, { name: 'Eve', jobTitle: 'Renamed' });
      }
      expect(await statusOf(homeOrg.admin.email, namingOrg.organization)).toBe(401);
      expect(await statusOf(homeOrg.admin.email, homeOrg.organization)).toBe(200);
      const after = await homeOrg.view();
      const withoutLogin = ({ people, ...otherFields }: typeof after) => ({
        ...otherFields,
        people: people.map(({ user, ...person }) => ({ ...person, user: { ...user, lastLogin: null } })),
      });
      expect(withoutLogin(after)).toEqual(withoutLogin(before));
      expect(JSON.stringify(await listMembers(namingOrg.call, '?includeDeactivated=true'))).not.toContain('Ada Marsh');
    },
  );

  test('joins by accepting, and has in each organization and its log the name that the organization gave', async () => {
    const [homeOrg, namingOrg] = [await withAdmin(), await app.caller()];
    await inviteIn(namingOrg.inPerson, homeOrg.admin.email, ['auditor']);
    const joined = await acceptIn(namingOrg, homeOrg.admin.email);
    expect(await getMember(namingOrg.call, joined?.memberId ?? '')).toMatchObject({
      userId: homeOrg.admin.userId,
      roles: ['auditor'],
      user: { name: 'Ada Marsh', email: homeOrg.admin.email, emailVerified: true },
    });
    expect(await statusOf(homeOrg.admin.email, namingOrg.organization)).toBe(200);
    const before = await homeOrg.view();
    const ourAddress = newAddress();
    expect(await patch(namingOrg.inPerson, joined?.memberId ?? '', { name: 'Eve Evil', email: ourAddress })).toMatchObject({
      status: 200,
      body: { user: { name: 'Eve Evil', email: ourAddress, emailVerified: false } },
    });
    expect(await homeOrg.view()).toEqual(before);
    const session = await app.session(homeOrg.organization, homeOrg.admin);
    const risk = { title: 'Theft', description: 'A laptop.', category: 'technology' };
    expect((await session.call('POST', '/v1/risks', { body: risk })).status).toBe(201);
    const [entry] = (await homeOrg.call('GET', '/v1/audit-logs?limit=1')).body.data;
    expect(entry).toMatchObject({ userId: homeOrg.admin.userId, user: { name: 'Ada Marsh', email: homeOrg.admin.email } });
    await patch(namingOrg.inPerson, joined?.memberId ?? '', { role: 'admin' });
    expect(
      (
        await app.call('POST', '/v1/risks', {
          bearer: session.token,
          headers: { 'X-Organization-Id': namingOrg.organization.id },
          body: risk,
        })
      ).status,
    ).toBe(201);
    expect((await namingOrg.call('GET', '/v1/audit-logs?limit=1')).body.data[0]).toMatchObject({
      userId: homeOrg.admin.userId,
      user: { name: 'Eve Evil', email: ourAddress },
    });
  });
  test('added by the address, takes over the membership by following the mailed link', async () => {
    const [homeOrg, namingOrg] = [await withAdmin(), await app.caller()];
    expect(await inviteIn(namingOrg.call, homeOrg.admin.email)).toEqual({ email: homeOrg.admin.email, outcome: 'added' });
    const [added] = await listMembers(namingOrg.call);
    await patch(namingOrg.call, added?.id ?? '', { name: 'Our Ada' });
    const result = await confirmAddress(namingOrg.organization, homeOrg.admin.email);
    expect(result).toEqual({ memberId: added?.id, userId: homeOrg.admin.userId, email: homeOrg.admin.email, isNew: true });
    expect(await getMember(namingOrg.call, added?.id ?? '')).toMatchObject({
      userId: homeOrg.admin.userId,
      user: { name: 'Our Ada', emailVerified: true },
    });
    expect([
      await statusOf(homeOrg.admin.email, namingOrg.organization),
      await statusOf(homeOrg.admin.email, homeOrg.organization),
    ]).toEqual([200, 200]);
    expect((await homeOrg.account())?.name).toBe('Ada Marsh');
  });
  test('without organization, becomes a member of only one of two organizations that add the account concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [firstOrg, secondOrg, userId] = [await app.caller(), await app.caller(), await newAccount(app.database)];
      const answers = await Promise.all(
        [firstOrg, secondOrg].map(({ call }) => call('POST', '/v1/people', { body: { userId, role: 'employee' } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    }
  });
  test('without organization, has the account in only one of two organizations that add the address concurrently', async () => {
    const [firstOrg, secondOrg, email] = [await app.caller(), await app.caller(), newAddress()];
    expect(await Promise.all([firstOrg, secondOrg].map(({ call }) => inviteIn(call, email)))).toEqual([
      { email, outcome: 'added' },
      { email, outcome: 'added' },
    ]);
    expect((await Promise.all([firstOrg, secondOrg].map(({ organization }) => statusOf(email, organization)))).sort()).toEqual([200, 401]);
  });
  test('invited by two organizations, joins each by accepting, and a new name in one does not change the other', async () => {
    const [firstOrg, secondOrg, email] = [await app.caller(), await app.caller(), newAddress()];
    for (const { inPerson } of [firstOrg, secondOrg]) await inviteIn(inPerson, email, ['auditor']);
    const [first, second] = [await acceptIn(firstOrg, email), await acceptIn(secondOrg, email)];
    expect(first?.userId).toBe(second?.userId);
    await patch(firstOrg.call, first?.memberId ?? '', { name: 'Eve' });
    expect((await getMember(secondOrg.call, second?.memberId ?? '')).user.name).toBe(email.slice(0, email.indexOf('@')));
  });
  test('cannot accept an invitation to an address that belongs to a member with another account', async () => {
    const [homeOrg, namingOrg] = [await withAdmin(), await app.caller()];
    const sharedMemberId = await newMembership(app.database, namingOrg.organization.id, homeOrg.admin.userId);
    const email = newAddress();
    await inviteIn(namingOrg.inPerson, email, ['admin']);
    await patch(namingOrg.call, sharedMemberId, { email });
    expect(await acceptIn(namingOrg, email)).toBeUndefined();
    expect(await getMember(namingOrg.call, sharedMemberId)).toMatchObject({ roles: ['employee'], user: { emailVerified: false } });
  });
});

describe('a membership that has ended', () => {
  test('gives nobody else the account: a reactivated member signs in as before', async () => {
    const [homeOrg, namingOrg] = [await withAdmin(), await app.caller()];
    await homeOrg.inPerson('DELETE', `/v1/people/${homeOrg.admin.id}`);
    const evilAddress = newAddress();
    await namingOrg.call('POST', '/v1/people', { body: { userId: homeOrg.admin.userId, role: 'employee' } });
    await inviteIn(namingOrg.call, homeOrg.admin.email);
    for (const { id } of await listMembers(namingOrg.call))
      if (id !== namingOrg.organization.owner.id) await patch(namingOrg.call, id, { email: evilAddress });
    await confirmAddress(namingOrg.organization, evilAddress);
    await homeOrg.inPerson('POST', `/v1/people/${homeOrg.admin.id}/reactivate`);
    await expect.poll(() => statusOf(homeOrg.admin.email, homeOrg.organization)).toBe(200);
    expect(await statusOf(evilAddress, homeOrg.organization)).toBe(401);
    expect((await homeOrg.account())?.email).toBe(homeOrg.admin.email);
  });
  test('does not let another organization of the person change the account', async () => {
    const [homeOrg, namingOrg] = [await withAdmin(), await app.caller()];
    const sharedMemberId = await newMembership(app.database, namingOrg.organization.id, homeOrg.admin.userId);
    await homeOrg.inPerson('DELETE', `/v1/people/${homeOrg.admin.id}`);
    const evilAddress = newAddress();
    expect(await patch(namingOrg.call, sharedMemberId, { email: evilAddress, name: 'Eve' })).toMatchObject({ status: 200 });
    expect(await confirmAddress(namingOrg.organization, evilAddress)).toMatchObject({ userId: homeOrg.admin.userId });
    expect(await homeOrg.account()).toMatchObject({ email: homeOrg.admin.email, name: 'Ada Marsh' });
    expect(await statusOf(evilAddress, namingOrg.organization)).toBe(401);
    expect(await statusOf(homeOrg.admin.email, namingOrg.organization)).toBe(200);
  });
  test('a link that was mailed before the person joined another organization does not change the account', async () => {
    const [namingOrg, homeOrg] = [await app.caller(), await app.caller()];
    const ada = await newMember(app.database, namingOrg.organization.id, ['employee']);
    const evilAddress = newAddress();
    await patch(namingOrg.call, ada.id, { email: evilAddress });
    await inviteIn(homeOrg.inPerson, ada.email, ['admin']);
    await acceptIn(homeOrg, ada.email);
    await confirmAddress(namingOrg.organization, evilAddress);
    expect([await statusOf(evilAddress, homeOrg.organization), await statusOf(ada.email, homeOrg.organization)]).toEqual([401, 200]);
  });
});

describe('a changed address', () => {
  async function changeAddress(roles: readonly string[] = ['employee']) {
    const caller = await app.caller();
    const [ada, email] = [await newMember(app.database, caller.organization.id, roles), newAddress()];
    expect(await patch(caller.call, ada.id, { email })).toMatchObject({ status: 200, body: { user: { email, emailVerified: false } } });
    return { ...caller, ada, email };
  }
  test('can be used to sign in once it is confirmed, and then the former address cannot', async () => {
    const { organization, call, ada, email } = await changeAddress();
    expect([await statusOf(ada.email, organization), await statusOf(email, organization)]).toEqual([200, 401]);
    expect(await confirmAddress(organization, email)).toEqual({ memberId: ada.id, userId: ada.userId, email, isNew: true });
    await expect.poll(() => statusOf(email, organization)).toBe(200);
    await expect.poll(() => statusOf(ada.email, organization)).toBe(401);
    expect((await getMember(call, ada.id)).user).toMatchObject({ email, emailVerified: true });
  });
  test('can be changed by the person, whatever other organizations the person belongs to', async () => {
    const [homeOrg, namingOrg] = [await withAdmin(), await app.caller()];
    const sharedMemberId = await newMembership(app.database, namingOrg.organization.id, homeOrg.admin.userId, ['admin']);
    const session = await app.session(namingOrg.organization, { ...homeOrg.admin, id: sharedMemberId });
    const email = newAddress();
    expect((await patch(session.call, sharedMemberId, { email, name: 'Ada Liu' })).status).toBe(200);
    await confirmAddress(namingOrg.organization, email);
    expect(await homeOrg.account()).toMatchObject({ name: 'Ada Liu', email });
    expect((await getMember(homeOrg.call, homeOrg.admin.id)).user).toMatchObject({ name: 'Ada Marsh', email: homeOrg.admin.email });
    await expect.poll(() => statusOf(email, homeOrg.organization)).toBe(200);
  });
  test('is not confirmed by a forged link, a link of another organization, or a link from before another change', async () => {
    const { organization, inPerson: call, ada, email } = await changeAddress();
    const [firstToken, other] = [await confirmationTokenOf(organization, email), await app.caller()];
    const forgedTokens = [
      firstToken.replace('.organization.', '.person.'),
      firstToken.replace(ada.id, organization.owner.id),
      firstToken.replace(/\.\d+\./, `.${Date.now() + 1e10}.`),
      'no link',
      '',
    ];
    for (const token of forgedTokens) expect(await confirmToken(organization, token), token).toBeUndefined();
    expect(await confirmToken(other.organization, firstToken)).toBeUndefined();
    await patch(call, ada.id, { role: 'admin' });
    expect(await confirmToken(organization, firstToken)).toBeUndefined();
    await patch(call, ada.id, { role: 'employee', email: ada.email });
    expect(await confirmToken(organization, firstToken)).toBeUndefined();
    expect((await getMember(call, ada.id)).user.emailVerified).toBe(false);
    expect([await statusOf(ada.email, organization), await statusOf(email, organization)]).toEqual([200, 401]);
  });
  test('is not confirmed by an expired link', async () => {
    const { organization, ada, email } = await changeAddress();
    const [id, , signer] = (await confirmationTokenOf(organization, email)).split('.');
    const expires = Date.now() - 1;
    const signature = app.ports.secrets.sign('address', [organization.id, `${id}.${expires}.${signer}`, email, 'employee'].join(' '));
    expect(await confirmToken(organization, `${id}.${expires}.${signer}.${signature}`)).toBeUndefined();
    expect(id).toBe(ada.id);
  });
  test('grants no staff access until it is confirmed, whatever operation sets the address', async () => {
    const { organization, token } = await app.caller();
    const hosted = await listenOn(app.database, testConfig({ SELF_HOSTED: '0', STAFF_EMAIL_DOMAINS: 'staff.example' }));
    const { call: callAsAdmin, member: admin } = await app.session(organization, ['admin']);
    const email = `${newId('eve')}@staff.example`;
    const ask = async () =>
      (
        await send(hosted.base, 'POST', '/v1/organization-access/auto-approve', {
          bearer: (await app.session(organization, admin)).token,
          headers: { 'X-Organization-Id': organization.id },
        })
      ).body.reason;
    const byKey = (method: string, url: string, body?: object) =>
      send(hosted.base, method, url, { key: organization.key, ...(body && { body }) });
    const byOwner = (method: string, url: string, body?: object) =>
      send(hosted.base, method, url, { bearer: token, headers: { 'X-Organization-Id': organization.id }, ...(body && { body }) });
    expect((await patch(callAsAdmin, admin.id, { email })).status).toBe(200);
    expect(await ask()).toBe('not_eligible');
    expect(await byOwner('POST', '/v1/people/invite', { invites: [{ email, roles: ['employee'] }] })).toMatchObject({
      body: { data: [{ outcome: 'updated' }] },
    });
    expect(await ask()).toBe('not_eligible');
    expect((await byOwner('DELETE', `/v1/people/${admin.id}`)).status).toBe(204);
    expect(await byOwner('POST', '/v1/people/invite', { invites: [{ email, roles: ['admin'] }] })).toMatchObject({
      body: { data: [{ outcome: 'reactivated' }] },
    });
    await expect.poll(ask).toBe('not_eligible');
    const secondAddress = `${newId('eve')}@staff.example`;
    expect(await byKey('POST', '/v1/people/invite', { invites: [{ email: secondAddress, roles: ['employee'] }] })).toMatchObject({
      body: { data: [{ outcome: 'added' }] },
    });
    const { call } = await app.session(organization, admin);
    const added = (await listMembers(call)).find(({ user }) => user.email === secondAddress);
    expect(added?.user.emailVerified).toBe(false);
    expect((await byKey('DELETE', `/v1/people/${added?.id}`)).status).toBe(204);
    expect(await confirmAddress(organization, email)).toMatchObject({ memberId: admin.id });
    await expect.poll(ask).toBe('staff_email');
  });
});

test('an unverified address of an account cannot be used to sign in, even if the identity provider verified it', async () => {
  const { organization } = await app.caller();
  const ada = await newMember(app.database, organization.id, ['employee'], { verified: false });
  expect(await statusOf(ada.email, organization)).toBe(401);
});

describe('who may change whose address', () => {
  const changeAddressOf = ({ call }: { call: Call }, target: TestMember) => patch(call, target.id, { email: newAddress() });
  const moreRights = errorAnswer(403, 'You cannot change the e-mail address of a member who may do more than you');
  test('200 for callers with all permissions of the member, and 403 for others', async () => {
    const { organization, call: byKey } = await app.caller();
    const add = (...roles: string[]) => newMember(app.database, organization.id, roles);
    const recruiter = await newRole(byKey, 'Recruiter', { member: ['create', 'read', 'update'] });
    const reader = await newRole(byKey, 'Reader', { member: ['read'] });
    const recruiterSession = await app.session(organization, [recruiter]);
    for (const roles of [[recruiter], [reader], []])
      expect((await changeAddressOf(recruiterSession, await add(...roles))).status, roles.join()).toBe(200);
    for (const roles of [['admin'], ['auditor'], ['employee'], [reader, 'admin']])
      expect(await changeAddressOf(recruiterSession, await add(...roles)), roles.join()).toMatchObject(moreRights);
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    expect(await changeAddressOf(recruiterSession, deactivated)).toMatchObject(moreRights);
    expect((await patch(recruiterSession.call, deactivated.id, { email: deactivated.email.toUpperCase(), name: 'New Name' })).status).toBe(
      200,
    );
    expect((await changeAddressOf(recruiterSession, recruiterSession.member)).status).toBe(200);
    expect((await changeAddressOf(await app.session(organization, ['admin']), await add('admin'))).status).toBe(200);
    expect(await changeAddressOf(await app.session(organization, ['admin']), await add('auditor'))).toMatchObject(moreRights);
    expect((await changeAddressOf(await app.session(organization, ['owner']), await add('auditor'))).status).toBe(200);
  });
  test('403 for passing the membership of a more powerful member to another account', async () => {
    const { organization, call: byKey } = await app.caller();
    const recruiter = await newRole(byKey, 'Recruiter', { member: ['create', 'read', 'update', 'delete'] });
    const recruiterSession = await app.session(organization, [recruiter, 'admin']);
    const [target, stranger] = [await newMember(app.database, organization.id, ['admin', 'auditor']), await newAccount(app.database)];
    expect((await patch(recruiterSession.call, target.id, { userId: stranger })).status).toBe(403);
    expect((await getMember(byKey, target.id)).userId).toBe(target.userId);
  });
  test('403 for an API key that changes the address of an owner, or of a member with more permissions', async () => {
    const { organization, call, inPerson } = await app.caller();
    for (const owner of [organization.owner, await newMember(app.database, organization.id, ['owner'])])
      expect(await changeAddressOf({ call }, owner)).toMatchObject(
        errorAnswer(403, 'An API key cannot do this: it requires the session of a person'),
      );
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['member:create', 'member:read', 'member:update', 'member:delete'],
      created_by_member_id: organization.owner.id,
    });
    const withWeakKey: Call = (method, url, options = {}) => app.call(method, url, { key, ...options });
    const admin = await newMember(app.database, organization.id, ['admin']);
    expect(await changeAddressOf({ call: withWeakKey }, admin)).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await patch(withWeakKey, admin.id, { userId: await newAccount(app.database) })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
    // The key could assign the employee role, which is restricted, but the member still has more permissions than the key.
    const employee = await newMember(app.database, organization.id, ['employee']);
    expect(await patch(withWeakKey, employee.id, { userId: await newAccount(app.database) })).toMatchObject(moreRights);
    expect((await changeAddressOf({ call: inPerson }, admin)).status).toBe(200);
  });
});

test('400 for adding an account that was created for another organization', async () => {
  const [homeOrg, namingOrg, thirdOrg] = [await withAdmin(), await app.caller(), await app.caller()];
  await inviteIn(namingOrg.call, homeOrg.admin.email);
  const [addedMember] = await listMembers(namingOrg.call);
  expect(await thirdOrg.call('POST', '/v1/people', { body: { userId: addedMember?.userId, role: 'employee' } })).toMatchObject(
    invalid({ userId: 'must be an existing user' }),
  );
});

describe('an API key never acts as the person it belongs to', () => {
  test('403 for changing the address of the member who created the key, and nothing changes in other organizations', async () => {
    const [caller, other] = [await withAdmin(), await app.caller()];
    await newMembership(app.database, other.organization.id, caller.admin.userId, ['admin']);
    const { key } = await newApiKey(app.database, caller.organization.id, {
      scopes: ['member:update', 'member:read'],
      created_by_member_id: caller.admin.id,
    });
    const byKey: Call = (method, url, options) => app.call(method, url, { key, ...options });
    const before = [await caller.account(), await mailsOf(app.database, caller.organization)];
    expect(await patch(byKey, caller.admin.id, { email: newAddress() })).toMatchObject({
      status: 403,
      body: { error: 'An API key cannot do this: it requires the session of a person', code: 'session_required' },
    });
    expect([await caller.account(), await mailsOf(app.database, caller.organization)]).toEqual(before);
    expect(await patch(byKey, caller.admin.id, { name: 'Not Ada' })).toMatchObject({ status: 200, body: { user: { name: 'Not Ada' } } });
    expect(await caller.account()).toEqual(before[0]);
  });
  test.each(['admin', 'auditor', 'custom'])(
    '403 for changing the address or the account of another member with the role %s; 200 in person',
    async (kind) => {
      const caller = await app.caller();
      const role = kind === 'custom' ? await newRole(caller.call, 'Editor', { task: ['update'] }) : kind;
      const [member, employee] = [
        await newMember(app.database, caller.organization.id, [role]),
        await newMember(app.database, caller.organization.id, ['employee', 'contractor']),
      ];
      const refused = { status: 403, body: { code: 'session_required' } };
      expect(await patch(caller.call, member.id, { email: newAddress() })).toMatchObject(refused);
      expect(await patch(caller.call, employee.id, { email: newAddress(), roles: [role] })).toMatchObject(refused);
      const email = newAddress();
      expect(await patch(caller.inPerson, member.id, { email })).toMatchObject({ status: 200, body: { user: { email } } });
      expect(await patch(caller.call, member.id, { email, jobTitle: 'Lead' })).toMatchObject({ status: 200 });
      expect(await patch(caller.call, employee.id, { email: newAddress() })).toMatchObject({ status: 200 });
    },
  );
  test('403 for changing the name of an owner; 200 in person', async () => {
    const caller = await withAdmin();
    const { key } = await newApiKey(app.database, caller.organization.id, {
      scopes: ['member:update'],
      created_by_member_id: caller.admin.id,
    });
    const { id } = caller.organization.owner;
    expect(await app.call('PATCH', `/v1/people/${id}`, { key, body: { name: 'Renamed' } })).toMatchObject({
      status: 403,
      body: { code: 'session_required' },
    });
    expect(await patch((await app.session(caller.organization, caller.admin)).call, id, { name: 'Renamed' })).toMatchObject({
      status: 200,
      body: { user: { name: 'Renamed' } },
    });
  });
});
