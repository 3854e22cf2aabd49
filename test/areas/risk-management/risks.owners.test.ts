/** Owners of risks, and the risks that restricted members see. */
import { expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { newApiKey, newMember, newOrganization, newRole, within } from '../../support/organization.ts';
import { addTasks } from '../../support/controls.ts';
import { addItem } from '../../support/task-items.ts';
import { add, invalid, list, noParticipant, risk, riskActors } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);

test('400 for an owner who is unknown, deactivated or of another organization, on create and on update', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
  const stranger = await newMember(app.database, (await newOrganization(app.database)).id, ['admin']);
  for (const assigneeId of ['mem_x', '', inactive.id, stranger.id, organization.owner.userId]) {
    expect(await call('POST', '/v1/risks', { body: { ...risk, assigneeId } })).toMatchObject(
      invalid({ assigneeId: { _errors: noParticipant } }),
    );
    expect(await call('PATCH', `/v1/risks/${id}`, { body: { title: 'Not kept', assigneeId } })).toMatchObject(
      invalid({ assigneeId: { _errors: noParticipant } }),
    );
  }
  expect(await list(call)).toMatchObject([{ title: risk.title, assigneeId: null }]);
});
test('200 on update keeps an owner who was deactivated meanwhile; null removes the owner', async () => {
  const { call, organization, member } = await actors.withMember();
  const { id } = await add(call, { assigneeId: member.id });
  const update = (body: object) => call('PATCH', `/v1/risks/${id}`, { body });
  await within(app.database, organization.id, (db) =>
    db.updateTable('member').set({ is_active: false }).where('id', '=', member.id).execute(),
  );
  expect(await update({ title: 'Same owner', assigneeId: member.id })).toMatchObject({
    status: 200,
    body: { data: { title: 'Same owner', assigneeId: member.id, assignee: { id: member.id } } },
  });
  expect(await update({ assigneeId: null })).toMatchObject({ status: 200, body: { data: { assigneeId: null, assignee: null } } });
  expect(await update({ assigneeId: member.id })).toMatchObject(invalid({ assigneeId: { _errors: noParticipant } }));
});
test('200 returns no owner after the member was removed', async () => {
  const { call, member } = await actors.withMember();
  const { id } = await add(call, { assigneeId: member.id });
  await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
  expect((await call('GET', `/v1/risks/${id}`)).body.data).toMatchObject({ assigneeId: null, assignee: null });
});
test('200 lists no unassigned risks for employees and contractors, all risks for other roles; 403 without a role (rule 5)', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  const role = await newRole(app.database, organization.id, ['risk:read', 'risk:update']);
  for (const roles of [['employee'], ['contractor'], ['employee', 'contractor']]) {
    const session = await app.session(organization, roles);
    expect(await list(session.call)).toEqual([]);
    for (const path of [`/${id}`, `/${id}/acceptances`])
      expect(await session.call('GET', `/v1/risks${path}`)).toMatchObject({ status: 403, body: { error: 'Risk is not assigned to you' } });
  }
  const withoutRole = await app.session(organization, []);
  for (const path of ['', `/${id}`, `/${id}/acceptances`, '/stats'])
    expect(await withoutRole.call('GET', `/v1/risks${path}`)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Missing permission') },
    });
  for (const roles of [[role], ['employee', role], ['auditor'], ['contractor', 'auditor']]) {
    const session = await app.session(organization, roles);
    expect(await list(session.call)).toMatchObject([{ id }]);
    expect(await session.call('GET', `/v1/risks/${id}`)).toMatchObject({ status: 200 });
  }
});
test('200 returns only assigned risks to a restricted member and its API key, 403 for other risks and all changes (rule 5)', async () => {
  const { call, organization } = await app.caller();
  const { call: ask, member } = await app.session(organization, ['employee']);
  const [ownTaskId = '', otherTaskId = ''] = await addTasks(app, organization.id, [
    { title: 'Mine', assignee_id: member.id },
    { title: 'Theirs', assignee_id: organization.owner.id },
  ]);
  const [ownRisk, otherRisk] = [
    await add(call, { title: 'Own', assigneeId: member.id, department: 'it' }),
    await add(call, { title: 'Of others', assigneeId: organization.owner.id }),
  ];
  await add(call, { title: 'Of nobody' });
  await call('PUT', `/v1/risks/${ownRisk.id}/tasks`, { body: { taskIds: [ownTaskId, otherTaskId] } });
  await addItem(call, ownRisk.id);
  const { key } = await newApiKey(app.database, organization.id, {
    scopes: ['risk:read', 'risk:update', 'task:read'],
    created_by_member_id: member.id,
  });
  const byKey: Caller['call'] = (method, url, options = {}) => app.call(method, url, { key, ...options });
  for (const restrictedCall of [ask, byKey]) {
    expect(await list(restrictedCall)).toMatchObject([{ id: ownRisk.id, tasks: [{ id: ownTaskId }] }]);
    const { data } = (await restrictedCall('GET', `/v1/risks/${ownRisk.id}`)).body;
    expect([data.tasks.map(({ id }: { id: string }) => id), data.mitigationTasks.length]).toEqual([[ownTaskId], 1]);
    expect(await list(restrictedCall, `?assigneeId=${organization.owner.id}`)).toEqual([]);
    expect((await restrictedCall('GET', '/v1/risks/stats')).body).toMatchObject({ total: 1, unassigned: 0 });
    expect((await restrictedCall('GET', '/v1/risks/stats/by-assignee')).body.data).toMatchObject([{ id: member.id, totalRisks: 1 }]);
    expect((await restrictedCall('GET', '/v1/risks/stats/by-department')).body).toEqual({ data: [{ department: 'it', count: 1 }] });
    for (const [id, status] of [
      [ownRisk.id, 200],
      [otherRisk.id, 403],
      ['x', 404],
    ] as const) {
      for (const path of [id, `${id}/acceptances`])
        expect([path, (await restrictedCall('GET', `/v1/risks/${path}`)).status]).toEqual([path, status]);
      for (const [method, path, body] of [
        ['PATCH', id, { title: 'Mine' }],
        ['DELETE', id, undefined],
        ['PUT', `${id}/tasks`, { taskIds: [] }],
        ['POST', `${id}/acceptances`, {}],
      ] as const)
        expect([method, path, (await restrictedCall(method, `/v1/risks/${path}`, { body })).status]).toEqual([method, path, 403]);
    }
  }
  expect(await call('GET', `/v1/risks/${ownRisk.id}`)).toMatchObject({ body: { data: { title: 'Own' } } });
});
