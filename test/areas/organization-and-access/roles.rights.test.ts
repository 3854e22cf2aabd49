/** Who can grant which permissions, and what a custom role allows. */
import { describe, expect, test } from 'vitest';
import { type Operation, operations } from '#generated/operations';
import { type Caller, startApp } from '../../support/app.ts';
import { newApiKey, newOrganization, within } from '../../support/organization.ts';

const app = startApp();
const lead = { name: 'Risk lead', permissions: { risk: ['create', 'read'], app: ['read'] } };
type Call = Caller['call'];

async function addRole(call: Call, body: object = lead): Promise<{ id: string; updatedAt: string; [field: string]: unknown }> {
  const answer = await call('POST', '/v1/roles', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const statusAndError = (answer: { status: number; body: { error: string } }) => [answer.status, answer.body.error];

describe('callers grant only permissions that they have (rules 1 to 3)', () => {
  test('403 for an API key beyond its scopes, whatever its creator can do; 201 within its scopes', async () => {
    const { call, organization } = await app.caller(['ac:create', 'risk:read']);
    expect(statusAndError(await call('POST', '/v1/roles', { body: lead }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: risk:create, app:read',
    ]);
    await addRole(call, { ...lead, permissions: { risk: ['read'], ac: ['create'] } });
    const owner = await app.session(organization, organization.owner);
    await addRole(owner.call, { ...lead, name: 'By the owner' });
  });
  test('403 when obligations imply portal permissions that the caller lacks (rule 3 before rule 1)', async () => {
    const { call } = await app.caller(['ac:create', 'ac:update', 'risk:read', 'portal:read']);
    const role = { name: 'Lead', permissions: { risk: ['read'] } };
    expect(statusAndError(await call('POST', '/v1/roles', { body: { ...role, obligations: { compliance: true } } }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: portal:update',
    ]);
    const { id } = await addRole(call, role);
    expect(statusAndError(await call('PATCH', `/v1/roles/${id}`, { body: { obligations: { compliance: true } } }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: portal:update',
    ]);
  });
  test('201 for a session within the permissions of all its roles, 403 beyond them (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call, { name: 'Roles', permissions: { ac: ['create'], vendor: ['delete'] } });
    const session = await app.session(organization, ['auditor', id]);
    await addRole(session.call, { name: 'Union', permissions: { vendor: ['read', 'delete'], finding: ['create'] } });
    expect(
      statusAndError(
        await session.call('POST', '/v1/roles', {
          body: { name: 'More', permissions: { vendor: ['read', 'update'], task: ['read', 'delete'] } },
        }),
      ),
    ).toEqual([403, 'You cannot grant permissions that you do not have: vendor:update, task:delete']);
  });
  test('403 for an owner who grants finding:create, which only auditors have', async () => {
    const organization = await newOrganization(app.database);
    const owner = await app.session(organization, organization.owner);
    expect(
      statusAndError(await owner.call('POST', '/v1/roles', { body: { name: 'Finder', permissions: { finding: ['create', 'read'] } } })),
    ).toEqual([403, 'You cannot grant permissions that you do not have: finding:create']);
  });
  test('201 for an owner who grants organization:delete; 403 for an admin, a custom role that has it, and an API key of the owner', async () => {
    const organization = await newOrganization(app.database);
    const role = (name: string) => ({
      body: { name, permissions: { organization: ['read', 'delete'], ac: ['create', 'read', 'update'] } },
    });
    const owner = await app.session(organization, organization.owner);
    const granted = await owner.call('POST', '/v1/roles', role('Closer'));
    expect(granted).toMatchObject({ status: 201, body: { permissions: { organization: ['read', 'delete'] } } });
    const [admin, closer] = [await app.session(organization, ['admin']), await app.session(organization, ['admin', granted.body.id])];
    expect(statusAndError(await admin.call('POST', '/v1/roles', role('Second')))).toEqual([
      403,
      'You cannot grant permissions that you do not have: organization:delete',
    ]);
    expect(statusAndError(await closer.call('POST', '/v1/roles', role('Second')))).toEqual([
      403,
      'Only an owner can grant organization:delete',
    ]);
    expect(statusAndError(await app.call('POST', '/v1/roles', { key: organization.key, ...role('Second') }))).toEqual([
      403,
      'Only an owner can grant organization:delete',
    ]);
  });
  test('200 for an update that keeps or removes permissions that the caller lacks, 403 for an update that adds them', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call, { name: 'Wide', permissions: { risk: ['read', 'delete'], vendor: ['read'] } });
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['ac:update'], created_by_member_id: organization.owner.id });
    const update = (permissions: object) => app.call('PATCH', `/v1/roles/${id}`, { key, body: { permissions } });
    expect(await update({ risk: ['read', 'delete'] })).toMatchObject({ status: 200, body: { permissions: { risk: ['read', 'delete'] } } });
    expect(statusAndError(await update({ risk: ['read', 'delete'], vendor: ['read'] }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: vendor:read',
    ]);
    expect(await update({})).toMatchObject({ status: 200, body: { permissions: {} } });
    expect((await update({ risk: ['read'] })).status).toBe(403);
  });
  test('403 when an API key adds organization:delete; 200 when it keeps the permission that an owner granted', async () => {
    const organization = await newOrganization(app.database);
    const owner = await app.session(organization, organization.owner);
    const { id } = await addRole(owner.call, { name: 'Closer', permissions: { organization: ['delete'] } });
    const update = (permissions: object) => app.call('PATCH', `/v1/roles/${id}`, { key: organization.key, body: { permissions } });
    expect((await update({ organization: ['read', 'delete'] })).status).toBe(200);
    expect((await update({ organization: ['read'] })).status).toBe(200);
    expect(statusAndError(await update({ organization: ['delete'] }))).toEqual([403, 'Only an owner can grant organization:delete']);
  });
  test('403 without ac:create, ac:update and ac:delete, also for auditors', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call);
    const auditor = await app.session(organization, ['auditor']);
    for (const [method, url, body] of [
      ['POST', '/v1/roles', lead],
      ['PATCH', `/v1/roles/${id}`, { name: 'Other' }],
      ['DELETE', `/v1/roles/${id}`, undefined],
      ['PATCH', '/v1/roles/built-in/admin/obligations', { obligations: {} }],
      ['GET', `/v1/roles/${id}`, undefined],
      ['GET', '/v1/roles/built-in/admin/obligations', undefined],
    ] as const) {
      expect([method, url, ...statusAndError(await auditor.call(method, url, { body }))]).toEqual([
        method,
        url,
        403,
        expect.stringContaining('Missing permission'),
      ]);
      expect((await app.call(method, url, { body })).status).toBe(401);
    }
  });
});

describe('what a custom role allows', () => {
  test('403 for exactly the reads that the role does not grant', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call, { name: 'Reader', permissions: { risk: ['read'], app: ['read'] } });
    const member = await app.session(organization, [id]);
    const registry: readonly Operation[] = Object.values(operations);
    const reads = registry.filter(
      ({ method, path, permission, area }) =>
        method === 'get' &&
        typeof permission === 'string' &&
        permission.includes(':') &&
        !path.includes('{') &&
        ['risks', 'roles', 'organization', 'employees'].includes(area),
    );
    expect(reads.length).toBeGreaterThan(5);
    for (const { path, permission } of reads)
      expect([path, permission, (await member.call('GET', path)).status === 403]).toEqual([
        path,
        permission,
        permission !== 'risk:read' && permission !== 'app:read',
      ]);
  });
  test('201 and 200 for operations that the roles of a member grant together, 403 for all others', async () => {
    const { call, organization } = await app.caller();
    const [{ id: writer }, { id: eraser }] = [
      await addRole(call, { name: 'Writer', permissions: { risk: ['create'] } }),
      await addRole(call, { name: 'Eraser', permissions: { risk: ['read', 'delete'] } }),
    ];
    const [withWriter, withBoth] = [
      await app.session(organization, [writer]),
      await app.session(organization, ['contractor', writer, eraser]),
    ];
    const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
    const {
      status,
      body: { data },
    } = await withWriter.call('POST', '/v1/risks', { body: risk });
    expect([
      status,
      (await withWriter.call('GET', `/v1/risks/${data.id}`)).status,
      (await withWriter.call('DELETE', `/v1/risks/${data.id}`)).status,
    ]).toEqual([201, 403, 403]);
    expect([
      (await withBoth.call('GET', `/v1/risks/${data.id}`)).status,
      (await withBoth.call('PATCH', `/v1/risks/${data.id}`, { body: { impact: 1 } })).status,
      (await withBoth.call('DELETE', `/v1/risks/${data.id}`)).status,
    ]).toEqual([200, 403, 200]);
  });
  test('200 and 403 follow changes of the role and the member immediately', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call, { name: 'Reader', permissions: { risk: ['read'] } });
    const member = await app.session(organization, [id]);
    const expectStatus = (status: number, url: string) => expect.poll(async () => (await member.call('GET', url)).status).toBe(status);
    await expectStatus(200, '/v1/risks');
    await call('PATCH', `/v1/roles/${id}`, { body: { permissions: { ac: ['read'] } } });
    await expectStatus(403, '/v1/risks');
    await expectStatus(200, '/v1/roles');
    await app.database.system
      .updateTable('member')
      .set({ roles: ['employee'] })
      .where('id', '=', member.member.id)
      .execute();
    await expectStatus(403, '/v1/roles');
  });
  test('403 for a member whose role has malformed stored permissions, or does not exist (rule 10)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await addRole(call);
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('custom_role')
        .set({ permissions: JSON.stringify(['risk:read']) })
        .where('id', '=', id)
        .execute(),
    );
    for (const memberRole of [id, 'Risk lead'])
      expect((await (await app.session(organization, [memberRole])).call('GET', '/v1/risks')).status).toBe(403);
  });
});
