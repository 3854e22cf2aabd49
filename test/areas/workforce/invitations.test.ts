/** Invitations: listing, revoking, resending, accepting and expiry. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { writeTransaction } from '#platform/database/handle';
import { acceptInvitationById } from '#domain/people/invitations/accept';
import { deleteExpiredInvitations } from '#domain/people/invitations/invitations';
import { type Caller, startApp } from '../../support/app.ts';
import { newMember, within } from '../../support/organization.ts';
import {
  expectSameProblem,
  generalTrainingIds,
  lastEntry,
  listMembers,
  mailsOf,
  getMember,
  newRole,
  errorAnswer,
  trainingOf,
} from '../../support/people.ts';

const app = startApp();
interface ListedInvitation {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly expiresAt: string;
  readonly roles: string[];
}

async function withInvitations(...emails: string[]) {
  const caller = await app.caller();
  const { body } = await caller.inPerson('POST', '/v1/people/invite', {
    body: { invites: emails.map((email) => ({ email, roles: ['auditor'] })) },
  });
  expect(body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(emails.map(() => 'invited'));
  return caller;
}
const url = '/v1/auth/invitations';
async function list(call: Caller['call'], query = ''): Promise<ListedInvitation[]> {
  const answer = await call('GET', `${url}${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
const emails = async (call: Caller['call'], query = '') => (await list(call, query)).map(({ email }) => email);
const updateInvitation = (
  { organization }: { organization: { id: string } },
  email: string,
  fields: { expires_at?: string; created_at?: string; status?: 'accepted' | 'rejected' | 'cancelled' },
) =>
  app.database.system
    .updateTable('invitation')
    .set(fields)
    .where('organization_id', '=', organization.id)
    .where('email', '=', email)
    .execute();
const past = '2026-05-01T00:00:00.000Z';

describe('listInvitations', () => {
  test('200 lists pending and expired invitations, sorted by address, with different statuses', async () => {
    const caller = await withInvitations('tom@example.com', 'ida@example.com');
    await updateInvitation(caller, 'tom@example.com', { expires_at: past });
    expect(await list(caller.call)).toEqual([
      {
        id: expect.stringMatching(/^inv_[0-9a-f]{24}$/),
        organizationId: caller.organization.id,
        email: 'ida@example.com',
        role: 'auditor',
        roles: ['auditor'],
        status: 'pending',
        canBeAccepted: true,
        expiresAt: expect.any(String),
        inviterId: caller.organization.owner.userId,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        version: expect.any(Number),
      },
      expect.objectContaining({ email: 'tom@example.com', status: 'expired', canBeAccepted: false, expiresAt: past }),
    ]);
    expect(await emails(caller.call, '?includeExpired=false')).toEqual(['ida@example.com']);
    expect(await emails(caller.call, '?includeExpired=true')).toEqual(['ida@example.com', 'tom@example.com']);
  });
  test('200 omits accepted, rejected and cancelled invitations', async () => {
    const caller = await withInvitations('a@example.com', 'b@example.com', 'c@example.com', 'd@example.com');
    for (const [email, status] of [
      ['a@example.com', 'accepted'],
      ['b@example.com', 'rejected'],
      ['c@example.com', 'cancelled'],
    ] as const)
      await updateInvitation(caller, email, { status });
    expect(await emails(caller.call)).toEqual(['d@example.com']);
  });
  test('200 searches, sorts and pages the invitations', async () => {
    const caller = await withInvitations('ida@example.com', 'tom@example.com', 'kim@example.org');
    await updateInvitation(caller, 'tom@example.com', { created_at: '2026-01-01T00:00:00Z', expires_at: '2026-12-31T00:00:00Z' });
    expect(await emails(caller.call, '?search=EXAMPLE.COM')).toEqual(['ida@example.com', 'tom@example.com']);
    expect(await emails(caller.call, '?search=_')).toEqual([]);
    expect((await emails(caller.call, '?sortBy=createdAt'))[0]).toBe('tom@example.com');
    expect((await emails(caller.call, '?sortBy=expiresAt&sortOrder=desc'))[0]).toBe('tom@example.com');
    const first = await caller.call('GET', `${url}?limit=2&count=true`);
    expect(first.body).toMatchObject({ data: [{ email: 'ida@example.com' }, { email: 'kim@example.org' }], totalCount: 3 });
    expect(await emails(caller.call, `?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`)).toEqual(['tom@example.com']);
  });
  test('400 for invalid filters; 200 omits invitations of other organizations (rule 1)', async () => {
    const [{ call }] = [await app.caller(), await withInvitations('ida@example.com')];
    for (const query of ['sortBy=role', 'includeExpired=perhaps', 'search=', 'limit=0'])
      expect((await call('GET', `${url}?${query}`)).status, query).toBe(400);
    expect(await list(call)).toEqual([]);
  });
});

/** The ways in which an inviter loses the right to assign the roles. */
const rightLosses: Readonly<Record<string, (call: Caller['call'], member: string, role: string) => Promise<{ status: number }>>> = {
  'is deactivated': (call, member) => call('DELETE', `/v1/people/${member}`),
  'loses the role': (call, member) => call('PATCH', `/v1/people/${member}`, { body: { role: 'employee' } }),
  'loses the permission to invite': (call, _member, role) =>
    call('PATCH', `/v1/roles/${role}`, { body: { permissions: { member: ['read'], risk: ['read', 'update'] } } }),
  'loses a permission that is offered': (call, _member, role) =>
    call('PATCH', `/v1/roles/${role}`, { body: { permissions: { member: ['create', 'read'], risk: ['read'] } } }),
};
test.each(Object.entries(rightLosses))(
  'an invitation cannot be accepted when its inviter %s, and the list shows this (rule 8)',
  async (_case, loseRight) => {
    const { inPerson, call, organization } = await app.caller();
    const newRoleWith = async (name: string, permissions: object) =>
      (await inPerson('POST', '/v1/roles', { body: { name, permissions, obligations: {} } })).body.id;
    const [invitingRole, offeredRole] = [
      await newRoleWith('Inviting', { member: ['create', 'read'], risk: ['read', 'update'] }),
      await newRoleWith('Offered', { risk: ['read', 'update'] }),
    ];
    const inviter = await newMember(app.database, organization.id, [invitingRole]);
    const { call: asInviter } = await app.session(organization, inviter);
    const body = { invites: [{ email: 'ida@example.com', roles: [offeredRole] }] };
    expect((await asInviter('POST', '/v1/people/invite', { body })).body.data).toMatchObject([{ outcome: 'invited' }]);
    expect(await list(call)).toMatchObject([{ status: 'pending', canBeAccepted: true }]);
    expect((await loseRight(inPerson, inviter.id, invitingRole)).status).toBeLessThan(300);
    const [invitation] = await list(call);
    expect(invitation).toMatchObject({ status: 'pending', canBeAccepted: false });
    const accept = () =>
      writeTransaction(app.database.tenant, organization.id, async (db) => {
        const result = await acceptInvitationById(db, invitation?.id ?? '');
        return { result, outcome: result ? [] : 'rollback' };
      });
    expect(await accept()).toBeUndefined();
    expect(await inPerson('POST', `${url}/${invitation?.id}/resend`)).toMatchObject({ status: 200, body: { canBeAccepted: true } });
    expect(await accept()).toMatchObject({ email: 'ida@example.com' });
  },
);

describe('revokeInvitation', () => {
  test('204 removes a pending or an expired invitation, and nobody is mailed (rule 3)', async () => {
    const caller = await withInvitations('ida@example.com', 'tom@example.com');
    await updateInvitation(caller, 'tom@example.com', { expires_at: past });
    const mails = (await mailsOf(app.database, caller.organization)).length;
    for (const { id } of await list(caller.call))
      expect(await caller.call('DELETE', `${url}/${id}`)).toMatchObject({ status: 204, text: '' });
    expect([await list(caller.call), (await mailsOf(app.database, caller.organization)).length]).toEqual([[], mails]);
  });
  test('412 for another version than that of the invitation, which stays', async () => {
    const { call } = await withInvitations('ida@example.com');
    const [invitation] = await list(call);
    const revoke = (headers: Readonly<Record<string, string>>, accept?: string) =>
      call('DELETE', `${url}/${invitation?.id}`, { headers, accept });
    const conflict = { status: 412, body: { code: 'record_changed', version: 1 } };
    for (const headers of [{ 'If-Match': '"2"' }, { 'If-None-Match': '*' }])
      for (const accept of [undefined, 'application/problem+json']) expect(await revoke(headers, accept)).toMatchObject(conflict);
    expect(await list(call)).toHaveLength(1);
    expect(await revoke({ 'If-Match': '"1"' })).toMatchObject({ status: 204 });
  });
  test('204 leaves a member with the address unchanged (rule 3)', async () => {
    const { call, inPerson, organization } = await withInvitations('ida@example.com');
    const { id } = await newMember(app.database, organization.id, ['employee']);
    expect(await inPerson('PATCH', `/v1/people/${id}`, { body: { email: 'ida@example.com' } })).toMatchObject({ status: 200 });
    const [invitation] = await list(call);
    expect((await call('DELETE', `${url}/${invitation?.id}`)).status).toBe(204);
    expect((await listMembers(call)).map(({ user }) => user.email)).toContain('ida@example.com');
  });
  test('404 for an invitation that is unknown, accepted, or of another organization', async () => {
    const [caller, other] = [await withInvitations('ida@example.com'), await withInvitations('tom@example.com')];
    const [[acceptedInvitation], [otherInvitation]] = [await list(caller.call), await list(other.call)];
    await updateInvitation(caller, 'ida@example.com', { status: 'accepted' });
    for (const id of [acceptedInvitation?.id, otherInvitation?.id, newId('inv')]) {
      expect(await caller.call('DELETE', `${url}/${id}`)).toMatchObject(errorAnswer(404, 'Invitation not found'));
      expect(await caller.call('POST', `${url}/${id}/resend`)).toMatchObject(errorAnswer(404, 'Invitation not found'));
    }
    await expectSameProblem((options) => caller.call('DELETE', `${url}/${acceptedInvitation?.id}`, options), 404, 'Invitation not found');
    expect(await list(other.call)).toHaveLength(1);
  });
  test('the log names the address (rule 6)', async () => {
    const { call, inPerson, organization } = await withInvitations('ida@example.com');
    const [invitation] = await list(call);
    await inPerson('POST', `${url}/${invitation?.id}/resend`);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: invitation?.id,
      description: 'Sent invitation of ida@example.com again',
    });
    await call('DELETE', `${url}/${invitation?.id}`);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: invitation?.id,
      description: 'Revoked invitation of ida@example.com [via API key "test"]',
    });
  });
});

describe('resendInvitation', () => {
  test('200 extends an expired invitation by seven days, keeps its roles and mails the link again', async () => {
    const caller = await withInvitations('ida@example.com');
    await updateInvitation(caller, 'ida@example.com', { expires_at: past });
    const [original] = await list(caller.call);
    const { status, body } = await caller.inPerson('POST', `${url}/${original?.id}/resend`);
    expect([status, body]).toEqual([
      200,
      {
        ...original,
        status: 'pending',
        canBeAccepted: true,
        expiresAt: expect.any(String),
        updatedAt: expect.any(String),
        version: expect.any(Number),
      },
    ]);
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(
      (await mailsOf(app.database, caller.organization)).filter(
        ({ recipient, text }) => recipient === 'ida@example.com' && text.includes(`/invite/${original?.id}\n`),
      ),
    ).toHaveLength(2);
    expect(await list(caller.call)).toEqual([body]);
  });
  test('403 without member:create', async () => {
    const { organization, call } = await withInvitations('ida@example.com');
    const [invitation] = await list(call);
    const { call: reader } = await app.session(organization, ['employee']);
    expect(await reader('POST', `${url}/${invitation?.id}/resend`)).toMatchObject(
      errorAnswer(403, expect.stringContaining('Missing permission')),
    );
  });
});

describe('the custom role of an invitation', () => {
  test('409 for deleting a role with pending or expired invitations, with the number of members and invitations (rule 7)', async () => {
    const caller = await app.caller();
    const role = await newRole(caller.call, 'Clerk');
    const invite = (email: string, roleName: string) =>
      caller.call('POST', '/v1/people/invite', { body: { invites: [{ email, roles: [roleName] }] } });
    await invite('ida@example.com', role);
    const remove = () => caller.call('DELETE', `/v1/roles/${role}`);
    expect(await remove()).toMatchObject(errorAnswer(409, 'The role is in use (members: 0, pending invitations: 1)'));
    await updateInvitation(caller, 'ida@example.com', { expires_at: past });
    await invite('tom@example.com', 'Clerk');
    expect(await remove()).toMatchObject(errorAnswer(409, 'The role is in use (members: 0, pending invitations: 2)'));
    const clerk = await newMember(app.database, caller.organization.id, [role]);
    expect(await remove()).toMatchObject(errorAnswer(409, 'The role is in use (members: 1, pending invitations: 2)'));
    await caller.call('PATCH', `/v1/people/${clerk.id}`, { body: { role: 'employee' } });
    for (const { id } of await list(caller.call)) await caller.call('DELETE', `${url}/${id}`);
    expect((await remove()).status).toBe(204);
  });
  test('204 for deleting the role after the invitation was rejected', async () => {
    const caller = await app.caller();
    const role = await newRole(caller.call, 'Clerk');
    await caller.call('POST', '/v1/people/invite', { body: { invites: [{ email: 'ida@example.com', roles: [role] }] } });
    await updateInvitation(caller, 'ida@example.com', { status: 'rejected' });
    expect((await caller.call('DELETE', `/v1/roles/${role}`)).status).toBe(204);
  });
  test('either the deletion of the role or a concurrent invitation succeeds, never both', async () => {
    const caller = await app.caller();
    for (let round = 0; round < 5; round += 1) {
      const role = await newRole(caller.call, `Clerk ${String.fromCharCode(65 + round)}`);
      const [deleted, invited] = await Promise.all([
        caller.call('DELETE', `/v1/roles/${role}`),
        caller.call('POST', '/v1/people/invite', { body: { invites: [{ email: `p${round}@example.com`, roles: [role] }] } }),
      ]);
      expect([
        [204, 'failed'],
        [409, 'invited'],
      ]).toContainEqual([deleted.status, invited.body.data[0].outcome]);
    }
  });
});

describe('an accepted invitation', () => {
  const acceptById = (organizationId: string, id = '') => within(app.database, organizationId, (db) => acceptInvitationById(db, id));
  test('creates a member with its roles, and is no longer listed', async () => {
    const { call, organization } = await withInvitations('ida.novak@example.com');
    const [invitation] = await list(call);
    const acceptance = await acceptById(organization.id, invitation?.id);
    expect(await getMember(call, acceptance?.memberId ?? '')).toMatchObject({
      roles: ['auditor'],
      isActive: true,
      user: { email: 'ida.novak@example.com', emailVerified: true },
    });
    expect(await list(call)).toEqual([]);
    expect(await acceptById(organization.id, invitation?.id)).toBeUndefined();
  });
  test('adds its roles and their training to a member who got the address meanwhile (people, rule 9)', async () => {
    const { inPerson: call, organization } = await withInvitations('ida@example.com');
    const clerk = await newRole(call, 'Clerk', {}, { compliance: true });
    await call('POST', '/v1/people/invite', { body: { invites: [{ email: 'ida@example.com', roles: [clerk] }] } });
    const { id } = await newMember(app.database, organization.id, ['auditor']);
    expect(await call('PATCH', `/v1/people/${id}`, { body: { email: 'ida@example.com' } })).toMatchObject({ status: 200 });
    const acceptance = await acceptById(organization.id, (await list(call))[0]?.id);
    expect(await getMember(call, acceptance?.memberId ?? '')).toMatchObject({ roles: ['auditor', clerk] });
    expect(await trainingOf(app.database, acceptance?.memberId ?? '')).toEqual(generalTrainingIds);
  });
  test('is rejected while its sender is deactivated or cannot assign the roles, until another member resends it (rule 8)', async () => {
    const { inPerson, organization } = await app.caller();
    const { call, member: sender } = await app.session(organization, ['admin']);
    await call('POST', '/v1/people/invite', { body: { invites: [{ email: 'ida@example.com', roles: ['admin'] }] } });
    const [invitation] = await list(inPerson);
    const accept = () =>
      writeTransaction(app.database.tenant, organization.id, async (db) => {
        const result = await acceptInvitationById(db, invitation?.id ?? '');
        return { result, outcome: result ? [] : 'rollback' };
      });
    for (const body of [{ isActive: false }, { isActive: true, role: 'employee' }]) {
      expect(await inPerson('PATCH', `/v1/people/${sender.id}`, { body })).toMatchObject({ status: 200 });
      expect(await accept()).toBeUndefined();
    }
    expect(await inPerson('POST', `${url}/${invitation?.id}/resend`)).toMatchObject({ status: 200 });
    expect(await accept()).toMatchObject({ roles: ['admin'] });
  });
  test('is cancelled when its address becomes a member in another way (rule 9)', async () => {
    const { inPerson, organization } = await withInvitations('ida@example.com');
    const [invitation] = await list(inPerson);
    await inPerson('POST', '/v1/people/invite', { body: { invites: [{ email: 'ida@example.com', roles: ['employee'] }] } });
    expect(await list(inPerson)).toEqual([]);
    expect(await acceptById(organization.id, invitation?.id)).toBeUndefined();
  });
  test('must not have expired before', async () => {
    const caller = await withInvitations('late@example.com');
    await updateInvitation(caller, 'late@example.com', { expires_at: past });
    expect(await acceptById(caller.organization.id, (await list(caller.call))[0]?.id)).toBeUndefined();
    expect(await listMembers(caller.call)).toHaveLength(1);
  });
});
test('an expired invitation is deleted after 30 days; pending and accepted invitations are kept (rule 4)', async () => {
  const caller = await withInvitations('ida@example.com', 'tom@example.com', 'kim@example.com', 'lea@example.com');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await updateInvitation(caller, 'ida@example.com', { expires_at: daysAgo(31) });
  await updateInvitation(caller, 'tom@example.com', { expires_at: daysAgo(29) });
  await updateInvitation(caller, 'lea@example.com', { expires_at: daysAgo(31), status: 'accepted' });
  await deleteExpiredInvitations(app.database.system);
  expect(await emails(caller.call)).toEqual(['kim@example.com', 'tom@example.com']);
  expect(
    await app.database.system
      .selectFrom('invitation')
      .select('email')
      .where('organization_id', '=', caller.organization.id)
      .where('status', '=', 'accepted')
      .execute(),
  ).toEqual([{ email: 'lea@example.com' }]);
});
test('deleting the account of the inviter or the organization deletes the invitation (rule 5)', async () => {
  const { organization, inPerson: call } = await app.caller();
  const admin = await app.session(organization, ['admin']);
  for (const [ask, email] of [
    [admin.call, 'ida@example.com'],
    [call, 'tom@example.com'],
  ] as const)
    await ask('POST', '/v1/people/invite', { body: { invites: [{ email, roles: ['auditor'] }] } });
  await app.database.system.deleteFrom('user_account').where('id', '=', admin.member.userId).execute();
  expect(await emails(call)).toEqual(['tom@example.com']);
  await app.database.system.deleteFrom('organization').where('id', '=', organization.id).execute();
  expect(await app.database.system.selectFrom('invitation').select('id').where('organization_id', '=', organization.id).execute()).toEqual(
    [],
  );
});
