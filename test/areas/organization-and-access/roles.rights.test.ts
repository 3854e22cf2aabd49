/** Who may grant what, and what a custom role then allows. */
import { describe, expect, test, vi } from 'vitest';
import { type Operation, operations } from '#generated/operations';
import { type Caller, startApp } from '../../support/app.ts';
import { newApiKey, newOrganization, within } from '../../support/organization.ts';

const app = startApp();
const lead = { name: 'Risk lead', permissions: { risk: ['create', 'read'], app: ['read'] } };
type Call = Caller['call'];

async function created(call: Call, body: object = lead): Promise<{ id: string; updatedAt: string; [field: string]: unknown }> {
  const answer = await call('POST', '/v1/roles', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const named = (answer: { status: number; body: { error: string } }) => [answer.status, answer.body.error];

describe('nobody grants more than they have (rules 1 to 3)', () => {
  test('403 for a key beyond its scopes, whatever its maker may; 201 within them', async () => {
    const { call, organization } = await app.caller(['ac:create', 'risk:read']);
    expect(named(await call('POST', '/v1/roles', { body: lead }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: risk:create, app:read',
    ]);
    await created(call, { ...lead, permissions: { risk: ['read'], ac: ['create'] } });
    const owner = await app.session(organization, organization.owner);
    await created(owner.call, { ...lead, name: 'By the owner' });
  });
  test('403 for the portal that duties imply, when the caller lacks it (rule 3 before rule 1)', async () => {
    const { call } = await app.caller(['ac:create', 'ac:update', 'risk:read', 'portal:read']);
    const role = { name: 'Lead', permissions: { risk: ['read'] } };
    expect(named(await call('POST', '/v1/roles', { body: { ...role, obligations: { compliance: true } } }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: portal:update',
    ]);
    const { id } = await created(call, role);
    expect(named(await call('PATCH', `/v1/roles/${id}`, { body: { obligations: { compliance: true } } }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: portal:update',
    ]);
  });
  test('201 for a session within the union of its roles, 403 beyond it (rule 2)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await created(call, { name: 'Roles', permissions: { ac: ['create'], vendor: ['delete'] } });
    const session = await app.session(organization, ['auditor', id]);
    await created(session.call, { name: 'Union', permissions: { vendor: ['read', 'delete'], finding: ['create'] } });
    expect(
      named(
        await session.call('POST', '/v1/roles', {
          body: { name: 'More', permissions: { vendor: ['read', 'update'], task: ['read', 'delete'] } },
        }),
      ),
    ).toEqual([403, 'You cannot grant permissions that you do not have: vendor:update, task:delete']);
  });
  test('403 for an owner who would grant the raising of findings, which only auditors have', async () => {
    const organization = await newOrganization(app.database);
    const owner = await app.session(organization, organization.owner);
    expect(
      named(await owner.call('POST', '/v1/roles', { body: { name: 'Finder', permissions: { finding: ['create', 'read'] } } })),
    ).toEqual([403, 'You cannot grant permissions that you do not have: finding:create']);
  });
  test('201 for an owner who grants organization:delete; 403 for an admin, for a holder by a custom role and for a key of the owner', async () => {
    const organization = await newOrganization(app.database);
    const role = (name: string) => ({
      body: { name, permissions: { organization: ['read', 'delete'], ac: ['create', 'read', 'update'] } },
    });
    const owner = await app.session(organization, organization.owner);
    const granted = await owner.call('POST', '/v1/roles', role('Closer'));
    expect(granted).toMatchObject({ status: 201, body: { permissions: { organization: ['read', 'delete'] } } });
    const [admin, closer] = [await app.session(organization, ['admin']), await app.session(organization, ['admin', granted.body.id])];
    expect(named(await admin.call('POST', '/v1/roles', role('Second')))).toEqual([
      403,
      'You cannot grant permissions that you do not have: organization:delete',
    ]);
    expect(named(await closer.call('POST', '/v1/roles', role('Second')))).toEqual([403, 'Only an owner can grant organization:delete']);
    expect(named(await app.call('POST', '/v1/roles', { key: organization.key, ...role('Second') }))).toEqual([
      403,
      'Only an owner can grant organization:delete',
    ]);
  });
  test('200 for an update that keeps or takes what the caller lacks, 403 for one that adds it', async () => {
    const { call, organization } = await app.caller();
    const { id } = await created(call, { name: 'Wide', permissions: { risk: ['read', 'delete'], vendor: ['read'] } });
    const { key } = await newApiKey(app.database, organization.id, { scopes: ['ac:update'], created_by_member_id: organization.owner.id });
    const update = (permissions: object) => app.call('PATCH', `/v1/roles/${id}`, { key, body: { permissions } });
    expect(await update({ risk: ['read', 'delete'] })).toMatchObject({ status: 200, body: { permissions: { risk: ['read', 'delete'] } } });
    expect(named(await update({ risk: ['read', 'delete'], vendor: ['read'] }))).toEqual([
      403,
      'You cannot grant permissions that you do not have: vendor:read',
    ]);
    expect(await update({})).toMatchObject({ status: 200, body: { permissions: {} } });
    expect((await update({ risk: ['read'] })).status).toBe(403);
  });
  test('403 for organization:delete added by an update of a key; 200 for one that leaves it where an owner put it', async () => {
    const organization = await newOrganization(app.database);
    const owner = await app.session(organization, organization.owner);
    const { id } = await created(owner.call, { name: 'Closer', permissions: { organization: ['delete'] } });
    const update = (permissions: object) => app.call('PATCH', `/v1/roles/${id}`, { key: organization.key, body: { permissions } });
    expect((await update({ organization: ['read', 'delete'] })).status).toBe(200);
    expect((await update({ organization: ['read'] })).status).toBe(200);
    expect(named(await update({ organization: ['delete'] }))).toEqual([403, 'Only an owner can grant organization:delete']);
  });
  test('403 without ac:create, ac:update and ac:delete, auditors included', async () => {
    const { call, organization } = await app.caller();
    const { id } = await created(call);
    const auditor = await app.session(organization, ['auditor']);
    for (const [method, url, body] of [
      ['POST', '/v1/roles', lead],
      ['PATCH', `/v1/roles/${id}`, { name: 'Other' }],
      ['DELETE', `/v1/roles/${id}`, undefined],
      ['PATCH', '/v1/roles/built-in/admin/obligations', { obligations: {} }],
      ['GET', `/v1/roles/${id}`, undefined],
      ['GET', '/v1/roles/built-in/admin/obligations', undefined],
    ] as const) {
      expect([method, url, ...named(await auditor.call(method, url, { body }))]).toEqual([
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
  test('403 for exactly those reads that the role does not grant', async () => {
    const { call, organization } = await app.caller();
    const { id } = await created(call, { name: 'Reader', permissions: { risk: ['read'], app: ['read'] } });
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
  test('201 for what it grants and 403 for the rest, several roles united', async () => {
    const { call, organization } = await app.caller();
    const [{ id: writer }, { id: eraser }] = [
      await created(call, { name: 'Writer', permissions: { risk: ['create'] } }),
      await created(call, { name: 'Eraser', permissions: { risk: ['read', 'delete'] } }),
    ];
    const [one, both] = [await app.session(organization, [writer]), await app.session(organization, ['contractor', writer, eraser])];
    const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
    const {
      status,
      body: { data },
    } = await one.call('POST', '/v1/risks', { body: risk });
    expect([
      status,
      (await one.call('GET', `/v1/risks/${data.id}`)).status,
      (await one.call('DELETE', `/v1/risks/${data.id}`)).status,
    ]).toEqual([201, 403, 403]);
    expect([
      (await both.call('GET', `/v1/risks/${data.id}`)).status,
      (await both.call('PATCH', `/v1/risks/${data.id}`, { body: { impact: 1 } })).status,
      (await both.call('DELETE', `/v1/risks/${data.id}`)).status,
    ]).toEqual([200, 403, 200]);
  });
  test('200 and 403 follow a change of the role and of the member at once', async () => {
    const { call, organization } = await app.caller();
    const { id } = await created(call, { name: 'Reader', permissions: { risk: ['read'] } });
    const member = await app.session(organization, [id]);
    const answers = (status: number, url: string) =>
      vi.waitFor(async () => expect((await member.call('GET', url)).status).toBe(status), { timeout: 3_000 });
    await answers(200, '/v1/risks');
    await call('PATCH', `/v1/roles/${id}`, { body: { permissions: { ac: ['read'] } } });
    await answers(403, '/v1/risks');
    await answers(200, '/v1/roles');
    await app.database.system
      .updateTable('member')
      .set({ roles: ['employee'] })
      .where('id', '=', member.member.id)
      .execute();
    await answers(403, '/v1/roles');
  });
  test('403 for the holder of a role whose stored permissions are malformed, and of one that never was (rule 10)', async () => {
    const { call, organization } = await app.caller();
    const { id } = await created(call);
    await within(app.database, organization.id, (db) =>
      db
        .updateTable('custom_role')
        .set({ permissions: JSON.stringify(['risk:read']) })
        .where('id', '=', id)
        .execute(),
    );
    for (const held of [id, 'Risk lead'])
      expect((await (await app.session(organization, [held])).call('GET', '/v1/risks')).status).toBe(403);
  });
});
