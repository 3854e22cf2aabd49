/** Deactivating and reactivating members. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { call as send, listenOn, startApp, testConfig } from '../../support/app.ts';
import { databaseUrl } from '../../support/engine.ts';
import { newApiKey, newMember, newMembership, type TestMember, within } from '../../support/organization.ts';
import { addPublished, policyOf } from '../../support/policies.ts';
import { expectSameProblem, lastEntry, listMembers, mailsOf, getMember, errorAnswer } from '../../support/people.ts';

const app = startApp();
async function withMember(roles: readonly string[] = ['employee']) {
  const caller = await app.caller();
  const ben = await newMember(app.database, caller.organization.id, roles, { name: 'Ben Okoro' });
  return { ...caller, ben, path: `/v1/people/${ben.id}` };
}

/** Assigns one record of each kind to the member. @returns a function that reads the current assignees */
async function assign(organizationId: string, { id: assignee_id }: TestMember) {
  const [task, policy, risk, item] = [newId('tsk'), newId('pol'), newId('rsk'), newId('tski')];
  await within(app.database, organizationId, async (db) => {
    await db.insertInto('task').values({ id: task, title: 'Review access', assignee_id }).execute();
    await db.insertInto('policy').values({ id: policy, name: 'Access policy', assignee_id }).execute();
    await db
      .insertInto('risk')
      .values({ id: risk, title: 'Laptop theft', description: 'x', category: 'technology', assignee_id })
      .execute();
    await db
      .insertInto('task_item')
      .values({ id: item, risk_id: risk, title: 'Buy locks', assignee_id, created_by_snapshot: JSON.stringify({ name: 'Ada Marsh' }) })
      .execute();
  });
  return () =>
    Promise.all(
      (['task', 'policy', 'risk', 'task_item'] as const).map(
        async (table) =>
          (
            await app.database.system
              .selectFrom(table)
              .select('assignee_id')
              .where('organization_id', '=', organizationId)
              .executeTakeFirstOrThrow()
          ).assignee_id,
      ),
    );
}

describe('deactivateMember', () => {
  // The embedded engine cannot run two transactions at the same time.
  test.runIf(databaseUrl)('204 without a deadlock while another transaction assigns a record to the member', async () => {
    const { call, inPerson, organization, ben, path } = await withMember(['admin']);
    const { id } = (await call('POST', '/v1/tasks', { body: { title: 'Review access', description: 'Look.' } })).body;
    const countWaitingLocks = async () =>
      (await sql<{ count: number }>`select count(*) as count from pg_locks where not granted`.execute(app.database.system)).rows[0]?.count;
    const transaction = await app.database.system.startTransaction().execute();
    await transaction.updateTable('task').set({ assignee_id: ben.id }).where('id', '=', id).execute();
    // The deactivation has read the assignments and now waits for the lock on the member.
    const deactivation = inPerson('DELETE', path);
    await expect.poll(countWaitingLocks).toBeGreaterThanOrEqual(1);
    // The update gets the lock on the task first and then waits for the member.
    const update = call('PATCH', `/v1/tasks/${id}`, { body: { approverId: ben.id } });
    await expect.poll(countWaitingLocks).toBeGreaterThanOrEqual(2);
    await transaction.commit().execute();
    expect(await deactivation).toMatchObject({ status: 204 });
    expect([200, 400]).toContain((await update).status);
    expect((await call('GET', `/v1/tasks/${id}`)).body).toMatchObject({ assigneeId: null });
    expect(
      await within(app.database, organization.id, (db) => db.selectFrom('member').select('is_active').where('id', '=', ben.id).execute()),
    ).toEqual([{ is_active: false }]);
  });
  test('204 without a deadlock while the member acknowledges policies that the member owns', async () => {
    const { call, inPerson, organization } = await app.caller();
    for (let round = 0; round < 3; round += 1) {
      const { member: ben, call: asBen } = await app.session(organization, ['admin']);
      const policyIds: string[] = [];
      for (const assigneeId of [organization.owner.id, ben.id, ben.id]) policyIds.push((await addPublished(call, { assigneeId })).id);
      const answers = await Promise.all([
        asBen('POST', '/v1/policies/acknowledgements', { body: { policyIds } }),
        inPerson('DELETE', `/v1/people/${ben.id}`),
        ...policyIds.map((id) => asBen('POST', `/v1/policies/${id}/acknowledgements`, { body: {} })),
        ...policyIds.slice(1).map((id) => call('PATCH', `/v1/policies/${id}`, { body: { approverId: ben.id } })),
      ]);
      expect(answers.map(({ status }) => status)).not.toContain(503);
      expect(answers[1]).toMatchObject({ status: 204 });
      for (const id of policyIds) expect(await policyOf(call, id)).not.toMatchObject({ assigneeId: ben.id });
    }
  });
  test('204 keeps the member readable, and sets the date of leaving to now', async () => {
    const { call, path, ben } = await withMember();
    const before = Date.now();
    expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
    const { offboardDate, ...deactivated } = await getMember(call, ben.id);
    expect(deactivated).toMatchObject({ isActive: false, deactivated: true, roles: ['employee'] });
    expect(Date.parse(offboardDate ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect((await listMembers(call)).map(({ id }) => id)).not.toContain(ben.id);
  });
  test('204 keeps a date of leaving that was set before', async () => {
    const { call, path, ben } = await withMember();
    await call('PATCH', path, { body: { offboardDate: '2026-12-31T00:00:00.000Z' } });
    await call('DELETE', path);
    expect(await getMember(call, ben.id)).toMatchObject({ offboardDate: '2026-12-31T00:00:00.000Z' });
  });
  test('204 unassigns tasks, policies, risks and task items, and mails the list to the owners', async () => {
    const { call, path, organization, ben } = await withMember();
    const readAssignees = await assign(organization.id, ben);
    await newMember(app.database, organization.id, ['owner'], { active: false });
    await call('DELETE', path);
    expect(await readAssignees()).toEqual([null, null, null, null]);
    const [mail, ...otherMails] = await mailsOf(app.database, organization);
    expect(mail).toMatchObject({ recipient: organization.owner.email, subject: 'Unassigned after Ben Okoro left' });
    expect(mail?.text.match(/^- .*$/gm)).toEqual([
      '- Task: Review access',
      '- Task item: Buy locks',
      '- Policy: Access policy',
      '- Risk: Laptop theft',
    ]);
    expect(otherMails).toEqual([]);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      entity_type: 'people',
      entity_id: ben.id,
      description: 'Deactivated member [via API key "test"]',
      data: {
        changes: {
          isActive: { previous: true, current: false },
          unassigned: { previous: expect.arrayContaining(['Task: Review access']) },
        },
      },
    });
  });
  test('204 with skipOffboarding sets no date and sends no mail, but unassigns the records', async () => {
    const { call, path, organization, ben } = await withMember();
    const readAssignees = await assign(organization.id, ben);
    await call('PATCH', path, { body: { offboardDate: '2026-12-31T00:00:00.000Z' } });
    expect((await call('DELETE', `${path}?skipOffboarding=true`)).status).toBe(204);
    expect(await getMember(call, ben.id)).toMatchObject({ isActive: false, offboardDate: null });
    expect([await readAssignees(), await mailsOf(app.database, organization)]).toEqual([[null, null, null, null], []]);
    expect((await call('DELETE', `${path}?skipOffboarding=perhaps`)).status).toBe(400);
  });
  test('204 without a mail when nothing was assigned, or when the owner disabled the mail', async () => {
    const { call, path, organization, ben } = await withMember();
    const otherMember = await newMember(app.database, organization.id, ['employee']);
    await call('DELETE', path);
    await assign(organization.id, otherMember);
    const preferences = {
      policyNotifications: true,
      taskReminders: true,
      weeklyTaskDigest: true,
      unassignedItemsNotifications: false,
      taskMentions: true,
      taskAssignments: true,
      findingNotifications: true,
    };
    await call('PUT', '/v1/people/me/email-preferences', { body: { preferences } });
    await call('DELETE', `/v1/people/${otherMember.id}`);
    expect(await mailsOf(app.database, organization)).toEqual([]);
    expect((await getMember(call, ben.id)).isActive).toBe(false);
  });
  test('204 ends the sessions of the member, except in other organizations', async () => {
    const { inPerson: call, path, organization, ben } = await withMember(['admin']);
    const otherOrganization = await app.caller();
    await newMembership(app.database, otherOrganization.organization.id, ben.userId, ['admin']);
    const session = await app.session(organization, ben);
    expect((await session.call('GET', '/v1/people')).status).toBe(200);
    await call('DELETE', path);
    await expect.poll(async () => (await session.call('GET', '/v1/people')).status).toBe(401);
    expect(
      (await app.call('GET', '/v1/people', { bearer: session.token, headers: { 'X-Organization-Id': otherOrganization.organization.id } }))
        .status,
    ).toBe(200);
  });
  test('204 suspends the API keys of the member until the member is reactivated (States)', async () => {
    const { organization, ben, inPerson: call, path } = await withMember(['admin']);
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['risk:read'], created_by_member_id: ben.id });
    await call('DELETE', path);
    await expect.poll(async () => (await app.call('GET', '/v1/risks', { key })).status).toBe(403);
    await call('POST', `${path}/reactivate`);
    await expect.poll(async () => (await app.call('GET', '/v1/risks', { key })).status).toBe(200);
  });
  test('403 for oneself and for an owner, with DELETE and with isActive', async () => {
    const { organization, call: byKey } = await withMember();
    const { call, member: admin } = await app.session(organization, ['admin']);
    for (const [id, message] of [
      [admin.id, 'You cannot deactivate yourself'],
      [organization.owner.id, 'An owner cannot be deactivated'],
    ] as const) {
      expect(await call('DELETE', `/v1/people/${id}`)).toMatchObject(errorAnswer(403, message));
      expect(await call('PATCH', `/v1/people/${id}`, { body: { isActive: false } })).toMatchObject(errorAnswer(403, message));
      await expectSameProblem((options) => call('DELETE', `/v1/people/${id}`, options), 403, message);
    }
    expect(await byKey('DELETE', `/v1/people/${organization.owner.id}`)).toMatchObject({ status: 403, body: { code: 'session_required' } });
    expect(await byKey('DELETE', `/v1/people/${admin.id}`)).toMatchObject({ status: 403, body: { code: 'session_required' } });
  });
  test('403 for an account of the platform staff with a verified address', async () => {
    const { organization } = await withMember();
    const { base } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'staff.example' }));
    const [guest, pretender] = [
      await newMember(app.database, organization.id, ['employee'], { email: `${newId('g')}@staff.example` }),
      await newMember(app.database, organization.id, ['employee'], { email: `${newId('p')}@staff.example`, verified: false }),
    ];
    const options = { key: organization.key };
    expect(await send(base, 'DELETE', `/v1/people/${guest.id}`, options)).toMatchObject(
      errorAnswer(403, 'An account of the platform staff cannot be deactivated'),
    );
    expect(await send(base, 'PATCH', `/v1/people/${guest.id}`, { ...options, body: { isActive: false } })).toMatchObject({ status: 403 });
    expect((await send(base, 'DELETE', `/v1/people/${pretender.id}`, options)).status).toBe(204);
  });
  test('409 for a deactivated member, also for concurrent requests', async () => {
    const { call, path, organization } = await withMember();
    expect((await Promise.all([call('DELETE', path), call('DELETE', path)])).map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await call('DELETE', path)).toMatchObject(errorAnswer(409, 'Member is already deactivated'));
    await expectSameProblem((options) => call('DELETE', path, options), 409, 'Member is already deactivated');
    expect((await call('DELETE', `/v1/people/${organization.id}`)).status).toBe(404);
  });
});

describe('reactivateMember', () => {
  test('200 reactivates with the earlier roles, without assignments and without a date of leaving', async () => {
    const { inPerson: call, path, organization, ben } = await withMember(['auditor', 'employee']);
    const readAssignees = await assign(organization.id, ben);
    await call('DELETE', path);
    expect(await call('POST', `${path}/reactivate`)).toMatchObject({
      status: 200,
      body: { id: ben.id, isActive: true, deactivated: false, roles: ['auditor', 'employee'], offboardDate: null },
    });
    expect(await readAssignees()).toEqual([null, null, null, null]);
    expect(await lastEntry(app.database, organization)).toMatchObject({
      description: 'Reactivated member',
      data: { changes: { isActive: { previous: false, current: true } } },
    });
  });
  test('409 for an active member', async () => {
    const { call, path } = await withMember();
    expect(await call('POST', `${path}/reactivate`)).toMatchObject(errorAnswer(409, 'Member is already active'));
    await expectSameProblem((options) => call('POST', `${path}/reactivate`, options), 409, 'Member is already active');
  });
});
