/** Updating members: the membership and the account. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { newAccount, newMember, newMembership } from '../../support/organization.ts';
import {
  expectSameProblem,
  generalTrainingIds,
  invalid,
  lastEntry,
  mailsOf,
  getMember,
  newRole,
  errorAnswer,
  trainingOf,
} from '../../support/people.ts';

const app = startApp();
async function withMember(roles: readonly string[] = ['employee']) {
  const caller = await app.caller();
  const ada = await newMember(app.database, caller.organization.id, roles, { name: 'Ada Marsh' });
  const update = (body: object, options: object = {}) => caller.call('PATCH', `/v1/people/${ada.id}`, { body, ...options });
  return { ...caller, ada, update };
}
/** Updates the member and checks that reading the member returns the same. */
async function updateMember(caller: { call: Caller['call']; ada: { id: string } }, body: object) {
  const answer = await caller.call('PATCH', `/v1/people/${caller.ada.id}`, { body });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(await getMember(caller.call, caller.ada.id)).toEqual(answer.body);
  return answer.body;
}
const changesIn = async (organization: { id: string }) => Object(await lastEntry(app.database, organization)).data.changes;

describe('the membership', () => {
  test('200 changes the sent fields and keeps all other fields', async () => {
    const caller = await withMember();
    const { version, ...before } = await getMember(caller.call, caller.ada.id);
    expect(await updateMember(caller, {})).toEqual({ ...before, version });
    const fields = {
      jobTitle: 'Engineer',
      deviceMgmtLabelId: 214.5,
      createdAt: '2026-01-15T08:30:00.000Z',
      onboardDate: '2026-01-15T00:00:00.000Z',
      offboardDate: '2026-09-30T15:00:00.000Z',
    };
    for (const [field, value] of Object.entries(fields))
      expect(await updateMember(caller, { [field]: value })).toMatchObject({ [field]: value });
    expect(await updateMember(caller, {})).toMatchObject({ ...before, ...fields });
    expect(await updateMember(caller, { onboardDate: null, offboardDate: null, jobTitle: '' })).toMatchObject({
      ...before,
      ...fields,
      onboardDate: null,
      offboardDate: null,
      jobTitle: null,
    });
  });
  test('200 accepts a day as the date of joining, and stores its midnight in UTC', async () => {
    expect(await updateMember(await withMember(), { createdAt: '2026-02-28' })).toMatchObject({ createdAt: '2026-02-28T00:00:00.000Z' });
  });
  test("200 with a built-in department or one of the organization's own, of up to 64 characters", async () => {
    const caller = await withMember();
    for (const department of ['none', 'admin', 'gov', 'hr', 'it', 'itsm', 'qms', 'Customer care', 'x'.repeat(64)])
      expect(await updateMember(caller, { department })).toMatchObject({ department });
    expect(await updateMember(caller, { department: ' Legal ' })).toMatchObject({ department: 'Legal' });
    for (const department of ['x'.repeat(65), '', '  ', null, 7])
      expect(await caller.update({ department }), String(department)).toMatchObject({ status: 400, body: { details: { department: {} } } });
  });
  test('200 deactivates and reactivates by isActive: unassigns records, keeps or sets the date of leaving, and clears it on reactivation', async () => {
    const caller = await withMember();
    const {
      body: { data: risk },
    } = await caller.call('POST', '/v1/risks', {
      body: { title: 'Theft', description: 'A laptop.', category: 'technology', assigneeId: caller.ada.id },
    });
    await updateMember(caller, { offboardDate: '2026-09-30T15:00:00.000Z' });
    expect(await updateMember(caller, { isActive: false })).toMatchObject({
      isActive: false,
      deactivated: true,
      offboardDate: '2026-09-30T15:00:00.000Z',
    });
    expect((await caller.call('GET', `/v1/risks/${risk.id}`)).body.data.assigneeId).toBeNull();
    const mails = await mailsOf(app.database, caller.organization);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Unassigned after .+ left$/)]);
    expect(await updateMember(caller, { isActive: false })).toMatchObject({ isActive: false });
    expect(await updateMember(caller, { isActive: true })).toMatchObject({ isActive: true, deactivated: false, offboardDate: null });
    expect(await updateMember(caller, { isActive: false })).toMatchObject({ offboardDate: expect.any(String) });
    expect(await updateMember(caller, { isActive: true, offboardDate: '2026-10-01T00:00:00.000Z' })).toMatchObject({
      isActive: true,
      offboardDate: '2026-10-01T00:00:00.000Z',
    });
  });
  test('200 exempts a member with reason and justification; false clears both, even if the same request sends them (rule 5)', async () => {
    const caller = await withMember();
    const reasons = { backgroundCheckExemptReason: 'other', backgroundCheckExemptJustification: 'Seen the report of the agency.' };
    expect(await updateMember(caller, { backgroundCheckExempt: true, ...reasons })).toMatchObject({
      backgroundCheckExempt: true,
      ...reasons,
    });
    // The later GET is logged, too, so the newest entry is not the update.
    const { data } = await app.database.system
      .selectFrom('audit_entry')
      .select('data')
      .where('organization_id', '=', caller.organization.id)
      .where('description', 'like', 'Updated member%')
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({
      changes: {
        backgroundCheckExempt: { previous: false, current: true },
        backgroundCheckExemptJustification: { previous: null, current: reasons.backgroundCheckExemptJustification },
      },
    });
    expect(await updateMember(caller, { backgroundCheckExemptReason: 'contractor_with_vendor_check' })).toMatchObject({
      backgroundCheckExempt: true,
      backgroundCheckExemptReason: 'contractor_with_vendor_check',
      backgroundCheckExemptJustification: reasons.backgroundCheckExemptJustification,
    });
    const none = { backgroundCheckExempt: false, backgroundCheckExemptReason: null, backgroundCheckExemptJustification: null };
    expect(await updateMember(caller, { backgroundCheckExempt: false })).toMatchObject(none);
    await updateMember(caller, { backgroundCheckExempt: true, ...reasons });
    expect(await updateMember(caller, { backgroundCheckExempt: false, ...reasons })).toMatchObject(none);
  });
  test('200 sets the sent role, built-in or custom by id, or all sent roles, with the leading role first', async () => {
    const { inPerson, ...prepared } = await withMember(['employee', 'contractor']);
    const caller = { ...prepared, call: inPerson };
    const custom = await newRole(caller.call, 'Clerk', {}, { compliance: true });
    expect(await updateMember(caller, { role: 'auditor' })).toMatchObject({ role: 'auditor', roles: ['auditor'] });
    expect(await updateMember(caller, { role: custom })).toMatchObject({ role: custom, roles: [custom] });
    expect(await trainingOf(app.database, caller.ada.id)).toEqual(generalTrainingIds);
    expect(await updateMember(caller, { roles: ['employee', custom, 'auditor', 'employee'] })).toMatchObject({
      role: 'auditor',
      roles: ['auditor', custom, 'employee'],
    });
  });
  test('200 passes the membership on to another account', async () => {
    const caller = await withMember();
    const email = `${newId('ben')}@example.com`;
    const {
      body: { data: employee },
    } = await caller.call('POST', '/v1/employees', { body: { name: 'Ada Marsh', email: caller.ada.email, linkId: caller.ada.id } });
    const userId = await newAccount(app.database, { name: 'Ben Okoro', email });
    expect(await updateMember(caller, { userId })).toMatchObject({
      id: caller.ada.id,
      userId,
      user: { id: userId, name: 'Ben Okoro', email },
    });
    expect(
      await app.database.system.selectFrom('employee').select(['member_id', 'user_id']).where('id', '=', employee.id).executeTakeFirst(),
    ).toEqual({ member_id: caller.ada.id, user_id: userId });
  });
  test('400 for unknown users and roles, for role together with roles, and for invalid values', async () => {
    const { call, update } = await withMember();
    await newRole(call, 'Clerk');
    expect(await update({ userId: newId('usr') })).toMatchObject(invalid({ userId: 'must be an existing user' }));
    for (const role of ['nonsense', 'Clerk', newId('rol')])
      expect(await update({ role })).toMatchObject(invalid({ role: 'must be a role of the organization' }));
    expect(await update({ roles: ['employee', 'x', 'y'] })).toMatchObject(
      invalid({ 'roles.1': 'must be a role of the organization', 'roles.2': 'must be a role of the organization' }),
    );
    expect(await update({ role: 'employee', roles: ['employee'] })).toMatchObject(
      invalid({ roles: 'must not be sent together with role' }),
    );
    for (const [field, value] of Object.entries({
      onboardDate: '2026-01-01',
      offboardDate: 'x',
      createdAt: 'yesterday',
      isActive: null,
      deviceMgmtLabelId: null,
      name: ' ',
      email: 'ada@',
      roles: [],
      deactivated: true,
      backgroundCheckExemptReason: 'x'.repeat(101),
    })) {
      expect(await update({ [field]: value }), field).toMatchObject({
        status: 400,
        body: { details: { [field]: { _errors: expect.any(Array) } } },
      });
    }
    expect(await update({ email: 'ada at example.com' })).toMatchObject(invalid({ email: 'must be an e-mail address' }));
  });
  test('409 for the user of another member, active or not', async () => {
    const { organization, update } = await withMember();
    for (const active of [true, false])
      expect(await update({ userId: (await newMember(app.database, organization.id, ['employee'], { active })).userId })).toMatchObject(
        errorAnswer(409, 'The user is already a member'),
      );
    const userId = organization.owner.userId;
    await expectSameProblem((options) => update({ userId }, options), 409, 'The user is already a member');
  });
});

describe('the account', () => {
  test('200 changes the name only in this organization (rule 2)', async () => {
    const caller = await withMember();
    const other = await app.caller();
    const otherMemberId = await newMembership(app.database, other.organization.id, caller.ada.userId);
    expect(await updateMember(caller, { name: ' Ada Marsh-Liu ', jobTitle: 'CTO' })).toMatchObject({
      jobTitle: 'CTO',
      user: { name: 'Ada Marsh-Liu', email: caller.ada.email },
    });
    expect((await getMember(other.call, otherMemberId)).user.name).toBe('Ada Marsh');
  });
  test('200 changes the address, trimmed and in lower case, to an unverified one; both addresses are mailed (rule 4)', async () => {
    const caller = await withMember();
    const email = `${newId('ada')}@example.com`;
    expect(await updateMember(caller, { email: `  ${email.toUpperCase()} ` })).toMatchObject({ user: { email, emailVerified: false } });
    const mails = await mailsOf(app.database, caller.organization);
    const notified = mails.filter(({ subject }) => subject === 'Your e-mail address was changed');
    expect(notified.map(({ recipient }) => recipient).sort()).toEqual([caller.ada.email, email].sort());
    for (const { text } of notified)
      expect(text).toContain(`The address by which Test organization knows you was changed from ${caller.ada.email} to ${email}.`);
    expect(mails.filter((mail) => !notified.includes(mail))).toMatchObject([
      { recipient: email, subject: 'Confirm your e-mail address for Test organization' },
    ]);
    expect(
      await app.database.system.selectFrom('user_account').select('email').where('id', '=', caller.ada.userId).executeTakeFirst(),
    ).toEqual({ email: caller.ada.email });
  });
  test('200 links the employee with the new address to the member', async () => {
    const caller = await withMember();
    const email = `${newId('ada')}@example.com`;
    const {
      body: { data: employee },
    } = await caller.call('POST', '/v1/employees', { body: { name: 'Ada Marsh', email } });
    await updateMember(caller, { email });
    expect(await app.database.system.selectFrom('employee').select('member_id').where('id', '=', employee.id).executeTakeFirst()).toEqual({
      member_id: caller.ada.id,
    });
  });
  test('200 writes and mails nothing when the address is unchanged (rule 4)', async () => {
    const caller = await withMember();
    const rows = () =>
      app.database.system
        .selectFrom('user_account')
        .innerJoin('member', 'member.user_id', 'user_account.id')
        .select(['user_account.updated_at', 'member.updated_at as memberUpdatedAt'])
        .where('member.id', '=', caller.ada.id)
        .executeTakeFirst();
    const before = await rows();
    expect(await updateMember(caller, { email: caller.ada.email.toUpperCase() })).toMatchObject({ user: { email: caller.ada.email } });
    expect(await rows()).toEqual(before);
    expect(await mailsOf(app.database, caller.organization)).toEqual([]);
  });
  test('200 returns the sent name and address of the account to which the membership is passed on (rule 2)', async () => {
    const caller = await withMember();
    const [userId, email] = [await newAccount(app.database), `${newId('ben')}@example.com`];
    expect(await updateMember(caller, { userId, name: 'Ben Okoro', email })).toMatchObject({ userId, user: { name: 'Ben Okoro', email } });
    expect(
      await app.database.system.selectFrom('user_account').select(['name', 'email']).where('id', '=', caller.ada.userId).executeTakeFirst(),
    ).toEqual({ name: 'Ada Marsh', email: caller.ada.email });
  });
  test('409 for the address of another member, also for concurrent requests (rule 4)', async () => {
    const { organization, update, ada, call } = await withMember();
    expect(
      await update({ email: (await newMember(app.database, organization.id, ['employee'], { active: false })).email, jobTitle: 'x' }),
    ).toMatchObject(errorAnswer(409, 'E-mail address is already in use'));
    expect(await getMember(call, ada.id)).toMatchObject({ jobTitle: null, user: { email: ada.email } });
    const [ben, email] = [await newMember(app.database, organization.id, ['employee']), `${newId('race')}@example.com`];
    const answers = await Promise.all([ada, ben].map(({ id }) => call('PATCH', `/v1/people/${id}`, { body: { email } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('404 for a member of another organization, whose account stays unchanged', async () => {
  const [{ call }, { organization }] = [await app.caller(), await app.caller()];
  expect(await call('PATCH', `/v1/people/${organization.owner.id}`, { body: { name: 'Eve', jobTitle: 'Intruder' } })).toMatchObject(
    errorAnswer(404, 'Member not found'),
  );
  expect(
    await app.database.system.selectFrom('member').select(['name', 'job_title']).where('id', '=', organization.owner.id).executeTakeFirst(),
  ).toEqual({ name: 'Olive Owner', job_title: null });
});
test('the log has the changes of the membership and of the account (rule 15)', async () => {
  const { inPerson, organization, ada } = await withMember();
  await inPerson('PATCH', `/v1/people/${ada.id}`, { body: { name: 'Ada Liu', jobTitle: 'CTO', department: 'none', role: 'auditor' } });
  expect(await lastEntry(app.database, organization)).toMatchObject({
    entity_type: 'people',
    entity_id: ada.id,
    description: 'Updated member',
  });
  expect(await changesIn(organization)).toEqual({
    name: { previous: 'Ada Marsh', current: 'Ada Liu' },
    jobTitle: { previous: null, current: 'CTO' },
    role: { previous: 'employee', current: 'auditor' },
    roles: { previous: ['employee'], current: ['auditor'] },
  });
});
