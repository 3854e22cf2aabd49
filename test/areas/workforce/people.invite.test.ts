/** Inviting people, and adding employees and contractors. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { newAccount, newMember } from '../../support/organization.ts';
import { generalTrainingIds, invalid, lastEntry, listMembers, mailsOf, newRole, trainingOf } from '../../support/people.ts';

const app = startApp();
const newAddress = () => `${newId('ida')}@example.com`;
interface Invite {
  readonly email: string;
  readonly roles: readonly string[];
  readonly sendPortalEmail?: boolean;
}
async function invite(call: Caller['call'], ...invites: readonly Invite[]) {
  const answer = await call('POST', '/v1/people/invite', { body: { invites } });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
const invitations = async (call: Caller['call']) => (await call('GET', '/v1/auth/invitations')).body.data;
const accountOf = (email: string) =>
  app.database.system.selectFrom('user_account').select(['id', 'name', 'email_verified']).where('email', '=', email).executeTakeFirst();

describe('employees and contractors', () => {
  test('200 adds a member with a new verified account, named after the address, and assigns the training (rule 8a)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const email = newAddress();
    expect(await invite(call, { email: email.toUpperCase(), roles: ['contractor', 'employee'] })).toEqual([{ email, outcome: 'added' }]);
    const [ida] = await listMembers(call);
    expect(ida).toMatchObject({
      role: 'employee',
      roles: ['employee', 'contractor'],
      user: { email, name: email.split('@')[0], emailVerified: true },
    });
    expect(await trainingOf(app.database, ida?.id ?? '')).toEqual(generalTrainingIds);
    expect([await invitations(call), await mailsOf(app.database, organization)]).toEqual([[], []]);
  });
  test('200 sends the portal mail on request (rule 8a)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [withMail, withoutMail] = [newAddress(), newAddress()];
    expect(
      await invite(
        call,
        { email: withMail, roles: ['employee'], sendPortalEmail: true },
        { email: withoutMail, roles: ['employee'], sendPortalEmail: false },
      ),
    ).toEqual([
      { email: withMail, outcome: 'added', emailSent: true },
      { email: withoutMail, outcome: 'added' },
    ]);
    expect(await mailsOf(app.database, organization)).toMatchObject([
      { recipient: withMail, text: expect.stringContaining(`/portal/${organization.id}`) },
    ]);
  });
  test('200 uses an existing account without organization, and does not show its name or change its verification', async () => {
    const { inPerson: call } = await app.caller();
    const email = newAddress();
    const id = await newAccount(app.database, { name: 'Ida Novak', email, verified: false });
    expect(await invite(call, { email, roles: ['employee'] })).toMatchObject([{ outcome: 'added' }]);
    expect(await accountOf(email)).toEqual({ id, name: 'Ida Novak', email_verified: false });
    expect((await listMembers(call))[0]).toMatchObject({ userId: id, user: { name: email.split('@')[0], emailVerified: true } });
  });
  test('200 reactivates a member with the new roles, and adds the roles to an active member (rule 8a)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [deactivated, active] = [
      await newMember(app.database, organization.id, ['auditor'], { active: false }),
      await newMember(app.database, organization.id, ['auditor']),
    ];
    expect(
      await invite(call, { email: deactivated.email, roles: ['employee'] }, { email: active.email, roles: ['employee'] }),
    ).toMatchObject([{ outcome: 'reactivated' }, { outcome: 'updated' }]);
    const members = await listMembers(call);
    expect(members.find(({ id }) => id === deactivated.id)).toMatchObject({ roles: ['employee'], isActive: true });
    expect(members.find(({ id }) => id === active.id)).toMatchObject({ role: 'auditor', roles: ['auditor', 'employee'] });
    expect(await trainingOf(app.database, active.id)).toEqual(generalTrainingIds);
  });
});

describe('other roles', () => {
  test('200 invites for seven days, with a link by mail (rule 8b)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const email = newAddress();
    expect(await invite(call, { email, roles: ['auditor', 'admin'] })).toEqual([{ email, outcome: 'invited' }]);
    const [invitation] = await invitations(call);
    expect(invitation).toMatchObject({
      email,
      role: 'admin',
      roles: ['admin', 'auditor'],
      status: 'pending',
      inviterId: organization.owner.userId,
      organizationId: organization.id,
    });
    expect(Math.abs(Date.parse(invitation.expiresAt) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    const [mail] = await mailsOf(app.database, organization);
    expect(mail).toMatchObject({
      recipient: email,
      subject: 'Olive Owner invites you to Test organization',
      text: expect.stringContaining(`/invite/${invitation.id}\n`),
    });
    expect(mail?.text).not.toContain('/portal/');
    expect(await accountOf(email)).toBeUndefined();
    expect(await listMembers(call)).toHaveLength(1);
  });
  test('200 mails the portal link on request if one of the roles has the compliance obligation', async () => {
    const { inPerson: call, organization } = await app.caller();
    const clerk = await newRole(call, 'Clerk', {}, { compliance: true });
    const [withObligation, withoutObligation] = [newAddress(), newAddress()];
    expect(
      await invite(
        call,
        { email: withObligation, roles: [clerk], sendPortalEmail: true },
        { email: withoutObligation, roles: ['auditor'], sendPortalEmail: true },
      ),
    ).toEqual([
      { email: withObligation, outcome: 'invited', emailSent: true },
      { email: withoutObligation, outcome: 'invited' },
    ]);
    const withPortal = (await mailsOf(app.database, organization)).filter(({ text }) => text.includes(`/portal/${organization.id}`));
    expect(withPortal.map(({ recipient }) => recipient)).toEqual([withObligation]);
  });
  test('200 adds roles to an active member without a mail, and reactivates a deactivated one with the new roles (rule 8b)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [active, deactivated] = [
      await newMember(app.database, organization.id, ['employee']),
      await newMember(app.database, organization.id, ['employee'], { active: false }),
    ];
    expect(
      await invite(
        call,
        { email: active.email, roles: ['admin'] },
        { email: deactivated.email, roles: ['auditor'], sendPortalEmail: true },
      ),
    ).toEqual([
      { email: active.email, outcome: 'updated' },
      { email: deactivated.email, outcome: 'reactivated' },
    ]);
    const members = await listMembers(call);
    expect(members.find(({ id }) => id === active.id)?.roles).toEqual(['admin', 'employee']);
    expect(members.find(({ id }) => id === deactivated.id)?.roles).toEqual(['auditor']);
    expect([await mailsOf(app.database, organization), await invitations(call)]).toEqual([[], []]);
  });
  test('200 keeps one invitation for each address, with the roles of the last request (invitations, rule 2)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const email = newAddress();
    await invite(call, { email, roles: ['auditor'] });
    const [first] = await invitations(call);
    await app.database.system.updateTable('invitation').set({ expires_at: '2026-01-01T00:00:00Z' }).where('id', '=', first.id).execute();
    await invite(call, { email, roles: ['admin'] });
    expect(await invitations(call)).toMatchObject([{ id: first.id, roles: ['admin'], status: 'pending' }]);
    expect(await mailsOf(app.database, organization)).toHaveLength(2);
    const repeated = await Promise.all(Array.from({ length: 8 }, () => invite(call, { email: 'twice@example.com', roles: ['auditor'] })));
    expect(repeated.flat().map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'invited'));
    expect(await invitations(call)).toHaveLength(2);
  });
});

describe('failed items', () => {
  test('200 returns failures in order for unknown roles and the owner role (rule 7)', async () => {
    const { inPerson: call } = await app.caller();
    const clerk = await newRole(call, 'Clerk');
    const validAddress = newAddress();
    expect(
      await invite(
        call,
        { email: 'a@example.com', roles: ['employee', 'nonsense'] },
        { email: validAddress, roles: ['CLERK'] },
        { email: 'b@example.com', roles: ['owner', 'admin'] },
      ),
    ).toEqual([
      { email: 'a@example.com', outcome: 'failed', error: 'The organization has no role nonsense' },
      { email: validAddress, outcome: 'invited' },
      { email: 'b@example.com', outcome: 'failed', error: 'The owner role is transferred with the ownership only' },
    ]);
    expect(await invitations(call)).toMatchObject([{ email: validAddress, roles: [clerk] }]);
  });
  test('200 lets an auditor add employees, contractors and custom roles, but no privileged roles (rule 7)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const clerk = await newRole(call, 'Clerk');
    const { call: auditor } = await app.session(organization, ['auditor']);
    const results = await invite(
      auditor,
      ...['employee', 'contractor', clerk, 'auditor', 'admin', 'owner'].map((role) => ({ email: newAddress(), roles: [role] })),
    );
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['added', 'added', 'invited', 'failed', 'failed', 'failed']);
    expect(results[3].error).toBe('You cannot assign the role auditor');
    const { call: limitedCall } = await app.caller(['member:create', 'member:read']);
    expect(
      await invite(limitedCall, { email: newAddress(), roles: ['admin'] }, { email: newAddress(), roles: ['employee'] }),
    ).toMatchObject([{ outcome: 'failed' }, { outcome: 'added' }]);
  });
  test('200 lets an admin invite with any role except owner, but not change their own roles', async () => {
    const { organization } = await app.caller();
    const { call, member: admin } = await app.session(organization, ['admin']);
    expect(await invite(call, { email: newAddress(), roles: ['auditor'] }, { email: admin.email, roles: ['auditor'] })).toMatchObject([
      { outcome: 'invited' },
      { outcome: 'failed', error: 'You cannot change your own roles' },
    ]);
    expect(await invitations(call)).toMatchObject([{ inviterId: admin.userId }]);
  });
  test('400 for an invalid list or item, and nobody is added', async () => {
    const { inPerson: call } = await app.caller();
    const ask = (invites: unknown) => call('POST', '/v1/people/invite', { body: { invites } });
    expect(await ask([])).toMatchObject(invalid({ invites: 'must have at least 1 item' }));
    expect(await ask(Array.from({ length: 101 }, () => ({ email: newAddress(), roles: ['employee'] })))).toMatchObject(
      invalid({ invites: 'must have at most 100 items' }),
    );
    expect(await ask([{ email: 'nobody', roles: ['employee'] }])).toMatchObject(
      invalid({ 'invites.0.email': 'must be an e-mail address' }),
    );
    expect(await ask([{ email: newAddress(), roles: [] }])).toMatchObject(invalid({ 'invites.0.roles': 'must have at least 1 item' }));
    expect(await listMembers(call)).toHaveLength(1);
  });
  test('the log lists the outcomes, without an entity id (rule 15)', async () => {
    const { inPerson: call, organization } = await app.caller();
    await invite(call, { email: 'a@example.com', roles: ['admin'] }, { email: 'b@example.com', roles: ['nonsense'] });
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: null,
      description: 'Invited people',
      data: { changes: { people: { current: ['a@example.com: invited'] } } },
    });
  });
});
