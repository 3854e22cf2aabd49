import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { newAccount, newMember } from '../../support/organization.ts';
import { general, invalid, lastEntry, listed, mailsOf, newRole, trainingOf } from '../../support/people.ts';

const app = startApp();
const someone = () => `${newId('ida')}@example.com`;
interface Item {
  readonly email: string;
  readonly roles: readonly string[];
  readonly sendPortalEmail?: boolean;
}
async function invite(call: Caller['call'], ...invites: readonly Item[]) {
  const answer = await call('POST', '/v1/people/invite', { body: { invites } });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
const invitations = async (call: Caller['call']) => (await call('GET', '/v1/auth/invitations')).body.data;
const accountOf = (email: string) =>
  app.database.system.selectFrom('user_account').select(['id', 'name', 'email_verified']).where('email', '=', email).executeTakeFirst();

describe('employees and contractors', () => {
  test('200 added with a new account, verified and named after the address, and with the training (rule 8a)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const email = someone();
    expect(await invite(call, { email: email.toUpperCase(), roles: ['contractor', 'employee'] })).toEqual([{ email, outcome: 'added' }]);
    const [ida] = await listed(call);
    expect(ida).toMatchObject({
      role: 'employee',
      roles: ['employee', 'contractor'],
      user: { email, name: email.split('@')[0], emailVerified: true },
    });
    expect(await trainingOf(app.database, ida?.id ?? '')).toEqual(general);
    expect([await invitations(call), await mailsOf(app.database, organization)]).toEqual([[], []]);
  });
  test('200 with the portal mail where it is asked for (rule 8a)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [asked, silent] = [someone(), someone()];
    expect(
      await invite(
        call,
        { email: asked, roles: ['employee'], sendPortalEmail: true },
        { email: silent, roles: ['employee'], sendPortalEmail: false },
      ),
    ).toEqual([
      { email: asked, outcome: 'added', emailSent: true },
      { email: silent, outcome: 'added' },
    ]);
    expect(await mailsOf(app.database, organization)).toMatchObject([
      { recipient: asked, text: expect.stringContaining(`/portal/${organization.id}`) },
    ]);
  });
  test('200 with the account that there is, where nobody else has it; what it says of the person is not shown, and not verified by it', async () => {
    const { inPerson: call } = await app.caller();
    const email = someone();
    const id = await newAccount(app.database, { name: 'Ida Novak', email, verified: false });
    expect(await invite(call, { email, roles: ['employee'] })).toMatchObject([{ outcome: 'added' }]);
    expect(await accountOf(email)).toEqual({ id, name: 'Ida Novak', email_verified: false });
    expect((await listed(call))[0]).toMatchObject({ userId: id, user: { name: email.split('@')[0], emailVerified: true } });
  });
  test('200 reactivated with these roles instead of those before, or united with those there are (rule 8a)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [gone, here] = [
      await newMember(app.database, organization.id, ['auditor'], { active: false }),
      await newMember(app.database, organization.id, ['auditor']),
    ];
    expect(await invite(call, { email: gone.email, roles: ['employee'] }, { email: here.email, roles: ['employee'] })).toMatchObject([
      { outcome: 'reactivated' },
      { outcome: 'updated' },
    ]);
    const members = await listed(call);
    expect(members.find(({ id }) => id === gone.id)).toMatchObject({ roles: ['employee'], isActive: true });
    expect(members.find(({ id }) => id === here.id)).toMatchObject({ role: 'auditor', roles: ['auditor', 'employee'] });
    expect(await trainingOf(app.database, here.id)).toEqual(general);
  });
});

describe('anybody else', () => {
  test('200 invited for seven days, by a mail with the link (rule 8b)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const email = someone();
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
    expect(await listed(call)).toHaveLength(1);
  });
  test('200 with the portal in the mail where that is asked for and one of the roles obliges', async () => {
    const { inPerson: call, organization } = await app.caller();
    const clerk = await newRole(call, 'Clerk', {}, { compliance: true });
    const [obliged, free] = [someone(), someone()];
    expect(
      await invite(
        call,
        { email: obliged, roles: [clerk], sendPortalEmail: true },
        { email: free, roles: ['auditor'], sendPortalEmail: true },
      ),
    ).toEqual([
      { email: obliged, outcome: 'invited', emailSent: true },
      { email: free, outcome: 'invited' },
    ]);
    const withPortal = (await mailsOf(app.database, organization)).filter(({ text }) => text.includes(`/portal/${organization.id}`));
    expect(withPortal.map(({ recipient }) => recipient)).toEqual([obliged]);
  });
  test('200 with roles of an active member united silently, and a deactivated one back with the new ones (rule 8b)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const [here, gone] = [
      await newMember(app.database, organization.id, ['employee']),
      await newMember(app.database, organization.id, ['employee'], { active: false }),
    ];
    expect(
      await invite(call, { email: here.email, roles: ['admin'] }, { email: gone.email, roles: ['auditor'], sendPortalEmail: true }),
    ).toEqual([
      { email: here.email, outcome: 'updated' },
      { email: gone.email, outcome: 'reactivated' },
    ]);
    const members = await listed(call);
    expect(members.find(({ id }) => id === here.id)?.roles).toEqual(['admin', 'employee']);
    expect(members.find(({ id }) => id === gone.id)?.roles).toEqual(['auditor']);
    expect([await mailsOf(app.database, organization), await invitations(call)]).toEqual([[], []]);
  });
  test('200 with one invitation for an address however often, with the roles of the last time (invitations, rule 2)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const email = someone();
    await invite(call, { email, roles: ['auditor'] });
    const [first] = await invitations(call);
    await app.database.system.updateTable('invitation').set({ expires_at: '2026-01-01T00:00:00Z' }).where('id', '=', first.id).execute();
    await invite(call, { email, roles: ['admin'] });
    expect(await invitations(call)).toMatchObject([{ id: first.id, roles: ['admin'], status: 'pending' }]);
    expect(await mailsOf(app.database, organization)).toHaveLength(2);
    const many = await Promise.all(Array.from({ length: 8 }, () => invite(call, { email: 'twice@example.com', roles: ['auditor'] })));
    expect(many.flat().map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'invited'));
    expect(await invitations(call)).toHaveLength(2);
  });
});

describe('one item does not stop the others', () => {
  test('200 with failures in their places: unknown roles, the owner role (rule 7)', async () => {
    const { inPerson: call } = await app.caller();
    const clerk = await newRole(call, 'Clerk');
    const good = someone();
    expect(
      await invite(
        call,
        { email: 'a@example.com', roles: ['employee', 'nonsense'] },
        { email: good, roles: ['CLERK'] },
        { email: 'b@example.com', roles: ['owner', 'admin'] },
      ),
    ).toEqual([
      { email: 'a@example.com', outcome: 'failed', error: 'The organization has no role nonsense' },
      { email: good, outcome: 'invited' },
      { email: 'b@example.com', outcome: 'failed', error: 'The owner role is transferred with the ownership only' },
    ]);
    expect(await invitations(call)).toMatchObject([{ email: good, roles: [clerk] }]);
  });
  test('200 where an auditor adds employees, contractors and custom roles, and nobody with a privileged one (rule 7)', async () => {
    const { inPerson: call, organization } = await app.caller();
    const clerk = await newRole(call, 'Clerk');
    const { call: auditor } = await app.session(organization, ['auditor']);
    const results = await invite(
      auditor,
      ...['employee', 'contractor', clerk, 'auditor', 'admin', 'owner'].map((role) => ({ email: someone(), roles: [role] })),
    );
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['added', 'added', 'invited', 'failed', 'failed', 'failed']);
    expect(results[3].error).toBe('You cannot assign the role auditor');
    const { call: weak } = await app.caller(['member:create', 'member:read']);
    expect(await invite(weak, { email: someone(), roles: ['admin'] }, { email: someone(), roles: ['employee'] })).toMatchObject([
      { outcome: 'failed' },
      { outcome: 'added' },
    ]);
  });
  test('200 where an admin may invite with any role but owner, and nobody with more roles oneself', async () => {
    const { organization } = await app.caller();
    const { call, member: admin } = await app.session(organization, ['admin']);
    expect(await invite(call, { email: someone(), roles: ['auditor'] }, { email: admin.email, roles: ['auditor'] })).toMatchObject([
      { outcome: 'invited' },
      { outcome: 'failed', error: 'You cannot change your own roles' },
    ]);
    expect(await invitations(call)).toMatchObject([{ inviterId: admin.userId }]);
  });
  test('400 for the shape of the request as a whole', async () => {
    const { inPerson: call } = await app.caller();
    const ask = (invites: unknown) => call('POST', '/v1/people/invite', { body: { invites } });
    expect(await ask([])).toMatchObject(invalid({ invites: 'must have at least 1 item' }));
    expect(await ask(Array.from({ length: 101 }, () => ({ email: someone(), roles: ['employee'] })))).toMatchObject(
      invalid({ invites: 'must have at most 100 items' }),
    );
    expect(await ask([{ email: 'nobody', roles: ['employee'] }])).toMatchObject(
      invalid({ 'invites.0.email': 'must be an e-mail address' }),
    );
    expect(await ask([{ email: someone(), roles: [] }])).toMatchObject(invalid({ 'invites.0.roles': 'must have at least 1 item' }));
    expect(await listed(call)).toHaveLength(1);
  });
  test('the log has what became of each, and no record of its own (rule 15)', async () => {
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
