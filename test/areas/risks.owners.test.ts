import { expect, test } from 'vitest';
import { risks } from '../../server/areas/risks/handlers.ts';
import type { OrganizationContext } from '../../server/platform/context.ts';
import { auditInto } from '../../server/platform/audit/audit.ts';
import type { OrganizationDatabase } from '../../server/platform/database/handle.ts';
import { newId } from '../../server/platform/database/ids.ts';
import { startApp } from '../support/app.ts';
import { newMember, newOrganization, within } from '../support/organization.ts';
import { add, invalid, list, noMember, risk, riskActors } from '../support/risks.ts';

const app = startApp();
const actors = riskActors(app);

test('400 for an owner that is unknown, deactivated or of another organization, on create and on update', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  const inactive = await newMember(app.database, organization.id, ['admin'], { active: false });
  const stranger = await newMember(app.database, (await newOrganization(app.database)).id, ['admin']);
  for (const assigneeId of ['mem_x', '', inactive.id, stranger.id, organization.owner.userId]) {
    expect(await call('POST', '/v1/risks', { body: { ...risk, assigneeId } })).toMatchObject(
      invalid({ assigneeId: { _errors: noMember } }),
    );
    expect(await call('PATCH', `/v1/risks/${id}`, { body: { title: 'Not kept', assigneeId } })).toMatchObject(
      invalid({ assigneeId: { _errors: noMember } }),
    );
  }
  expect(await list(call)).toMatchObject([{ title: risk.title, assigneeId: null }]);
});
test('200 on update for an owner deactivated since, as long as it stays; null takes the owner away', async () => {
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
  expect(await update({ assigneeId: member.id })).toMatchObject(invalid({ assigneeId: { _errors: noMember } }));
});
test('200 with nobody as the owner once the member is removed', async () => {
  const { call, member } = await actors.withMember();
  const { id } = await add(call, { assigneeId: member.id });
  await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
  expect((await call('GET', `/v1/risks/${id}`)).body.data).toMatchObject({ assigneeId: null, assignee: null });
});
test('403 for an employee, a contractor and a member of no role, who may read no risks at all; 200 with all of them once a custom role adds that', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  const role = newId('rol');
  await app.database.system
    .insertInto('custom_role')
    .values({ id: role, organization_id: organization.id, name: 'Risk analyst', permissions: JSON.stringify({ risk: ['read', 'update'] }) })
    .execute();
  for (const roles of [['employee'], ['contractor'], ['employee', 'contractor'], []]) {
    const session = await app.session(organization, roles);
    for (const path of ['', `/${id}`, `/${id}/acceptances`, '/stats'])
      expect(await session.call('GET', `/v1/risks${path}`)).toMatchObject({ status: 403, body: { error: 'Missing permission' } });
  }
  for (const roles of [[role], ['employee', role], ['auditor'], ['contractor', 'auditor']]) {
    const session = await app.session(organization, roles);
    expect(await list(session.call)).toMatchObject([{ id }]);
    expect(await session.call('GET', `/v1/risks/${id}`)).toMatchObject({ status: 200 });
  }
});
/** No role of today is restricted and may read risks, so the handlers are asked themselves what a caller would be told that is. */
test('403 and nothing but its own for a restricted member that had the permission', async () => {
  const { call, organization, member } = await actors.withMember();
  const [own, others] = [
    await add(call, { title: 'Own', assigneeId: member.id, department: 'it' }),
    await add(call, { title: 'Of others', assigneeId: organization.owner.id }),
  ];
  await add(call, { title: 'Of nobody' });
  const contextIn = (db: OrganizationDatabase): OrganizationContext => ({
    requestId: 'x',
    ports: app.ports,
    db,
    audit: auditInto([]),
    skipAudit: () => undefined,
    newReadTransaction: () => Promise.reject(new Error('not asked for')),
    rolledBack: () => Promise.reject(new Error('not asked for')),
    afterCommit: () => undefined,
    actor: {
      organizationId: organization.id,
      credential: 'session',
      id: member.id,
      permissions: new Set(),
      user: undefined,
      memberId: member.id,
      roles: ['employee'],
      via: undefined,
      restrictedTo: member.id,
    },
  });
  type Handler = (call: object) => Promise<{ status: number }>;
  const inquire = (id: keyof typeof risks, request: object) =>
    within(app.database, organization.id, (db) => (risks[id] as unknown as Handler)({ ...contextIn(db), ...request }));
  const page = { limit: undefined, after: undefined, count: false, sortBy: 'createdAt', sortOrder: 'desc' };
  expect(await inquire('listRisks', { query: {}, page })).toMatchObject({ page: { rows: [{ id: own.id }] } });
  expect(await inquire('listRisks', { query: { assigneeId: organization.owner.id }, page })).toMatchObject({ page: { rows: [] } });
  expect(await inquire('getRiskStats', {})).toMatchObject({ body: { total: 1, unassigned: 0 } });
  expect(await inquire('listRiskStatsByAssignee', {})).toMatchObject({ body: { data: [{ id: member.id, totalRisks: 1 }] } });
  expect(await inquire('listRiskStatsByDepartment', {})).toEqual({ status: 200, body: { data: [{ department: 'it', count: 1 }] } });
  for (const [id, expected] of [
    [others.id, [403, 403, 403, 403, 403, 403]],
    [own.id, [200, 200, 200, 200, 201, 200]],
    ['x', [404, 404, 404, 404, 404, 404]],
  ] as const) {
    const path = { id };
    const replies = [
      await inquire('getRisk', { path }),
      await inquire('updateRisk', { path, body: {} }),
      await inquire('replaceRiskTasks', { path, body: { taskIds: [] } }),
      await inquire('listRiskAcceptances', { path, page }),
      await inquire('createRiskAcceptance', { path, body: {} }),
      await inquire('deleteRisk', { path }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(expected);
    if (id === others.id) expect(replies).toMatchObject(Array(6).fill({ body: { success: false, error: 'Risk is not assigned to you' } }));
  }
});
