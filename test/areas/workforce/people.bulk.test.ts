/** Creating and updating members in bulk. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { outcomesOf, upsert, fieldError } from '../../support/bulk.ts';
import { newApiKey, newMember, within } from '../../support/organization.ts';
import { generalTrainingIds, mailsOf, getMember, newRole, trainingOf } from '../../support/people.ts';

const app = startApp();
const newAddress = () => `${crypto.randomUUID()}@example.com`;

const entriesOf = (organizationId: string) =>
  within(app.database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_id', 'description', 'data']).orderBy('sequence').execute(),
  );

describe('upsertMembers', () => {
  test('200 adds people, and finds members first by address and later by external id (rule 18)', async () => {
    const { call, organization } = await app.caller();
    const ben = await newMember(app.database, organization.id, ['auditor'], { name: 'Ben' });
    const ida = newAddress();
    const rows = [
      {
        externalId: 'H-1',
        email: ida.toUpperCase(),
        name: ' Ida Novak ',
        department: ' it ',
        jobTitle: ' Engineer ',
        onboardDate: '2026-05-01T00:00:00Z',
      },
      { externalId: 'H-2', email: ben.email, name: 'Ben Ortiz', roles: ['auditor'] },
    ];
    const first = await upsert(call, 'people', rows);
    expect(outcomesOf(first)).toEqual(['created', 'updated']);
    expect(await getMember(call, first.results[0].id)).toMatchObject({
      externalId: 'H-1',
      roles: ['employee'],
      department: 'it',
      jobTitle: 'Engineer',
      isActive: true,
      onboardDate: '2026-05-01T00:00:00.000Z',
      user: { name: 'Ida Novak', email: ida },
    });
    expect(first.results[1].id).toBe(ben.id);
    expect(await getMember(call, ben.id)).toMatchObject({ externalId: 'H-2', roles: ['auditor'], user: { name: 'Ben Ortiz' } });
    expect(await trainingOf(app.database, first.results[0].id)).toEqual(generalTrainingIds);
    const entries = await entriesOf(organization.id);
    expect(
      entries
        .slice(-2)
        .map(({ entity_id }) => entity_id)
        .toSorted(),
    ).toEqual([first.results[0].id, ben.id].toSorted());
    expect(outcomesOf(await upsert(call, 'people', rows))).toEqual(['unchanged', 'unchanged']);
    expect(await entriesOf(organization.id)).toEqual(entries);
  });

  test('200 for a dry run adds nobody and sends no mail', async () => {
    const { call, organization } = await app.caller();
    const dryRun = await upsert(call, 'people', [{ externalId: 'H-1', email: newAddress(), name: 'Ida' }], '?dryRun=true');
    expect(dryRun).toMatchObject({ results: [{ outcome: 'created', id: null }], summary: { createdCount: 1 } });
    expect((await call('GET', '/v1/people')).body.data).toHaveLength(1);
    expect(await mailsOf(app.database, organization)).toEqual([]);
  });

  test('200 deactivates and reactivates by the rules of an update, and unassigns the records of deactivated members', async () => {
    const { call, inPerson, organization } = await app.caller();
    const [ben, cara] = await Promise.all([
      newMember(app.database, organization.id, ['admin'], { name: 'Ben' }),
      newMember(app.database, organization.id, ['admin'], { name: 'Cara' }),
    ]);
    const risk = { title: 'Theft', description: 'x', category: 'technology', assigneeId: ben.id };
    const { id } = (await call('POST', '/v1/risks', { body: risk })).body.data;
    const rows = (isActive: boolean) => [ben, cara].map(({ email, name }) => ({ externalId: `H-${name}`, email, name, isActive }));
    expect(outcomesOf(await upsert(call, 'people', rows(false)))).toEqual(['session_required', 'session_required']);
    expect(outcomesOf(await upsert(inPerson, 'people', rows(false)))).toEqual(['updated', 'updated']);
    expect(await getMember(call, ben.id)).toMatchObject({ isActive: false, deactivated: true, offboardDate: expect.any(String) });
    expect((await call('GET', `/v1/risks/${id}`)).body.data).toMatchObject({ assigneeId: null });
    expect(outcomesOf(await upsert(call, 'people', rows(false)))).toEqual(['unchanged', 'unchanged']);
    expect(outcomesOf(await upsert(call, 'people', rows(true)))).toEqual(['session_required', 'session_required']);
    expect(outcomesOf(await upsert(inPerson, 'people', rows(true)))).toEqual(['updated', 'updated']);
    expect(await getMember(call, cara.id)).toMatchObject({ isActive: true, offboardDate: null });
  });

  test('200 rejects rows that a single update would reject: roles, owners, oneself, addresses (rules 6 and 18)', async () => {
    const { call, inPerson, organization } = await app.caller();
    const ben = await newMember(app.database, organization.id, ['employee'], { name: 'Ben' });
    const { owner } = organization;
    const custom = await newRole(call, 'Clerk', {}, { compliance: true });
    await upsert(call, 'people', [{ externalId: 'H-1', email: ben.email, name: 'Ben' }]);
    const answer = await upsert(call, 'people', [
      { externalId: 'H-1', email: newAddress(), name: 'Ben' },
      { externalId: 'H-2', email: ben.email, name: 'Ben' },
      { externalId: 'H-3', email: newAddress(), name: 'Admin', roles: ['admin'] },
      { externalId: 'H-4', email: newAddress(), name: 'Clerk', roles: [custom] },
      { externalId: 'H-5', email: newAddress(), name: 'Owner', roles: ['owner'] },
      { externalId: 'H-6', email: newAddress(), name: 'Nobody', roles: ['nonsense'] },
      { externalId: 'H-7', email: owner.email, name: 'Olive Owner', isActive: false },
      { externalId: 'H-8', email: owner.email, name: 'Olive Owner' },
    ]);
    const notInvited = 'must be employee or contractor for somebody new, because others accept an invitation';
    expect(outcomesOf(answer)).toEqual([
      fieldError('email', 'must be the address of the member, which only an update of the member changes'),
      fieldError('externalId', 'must be the external id of the member who has the address'),
      'session_required',
      fieldError('roles', notInvited),
      'owner_role_not_assignable',
      fieldError('roles.0', 'must be a role of the organization'),
      'session_required',
      fieldError('email', 'must not be repeated in the request'),
    ]);
    expect(
      outcomesOf(await upsert(inPerson, 'people', [{ externalId: 'H-7', email: owner.email, name: 'Olive Owner', isActive: false }])),
    ).toEqual(['own_membership']);
    expect(await getMember(call, owner.id)).toMatchObject({ isActive: true, externalId: null });
  });

  test('200 assigns no role that the caller cannot assign (rules 6 and 7)', async () => {
    const { organization } = await app.caller();
    const [ben, admin] = await Promise.all([
      newMember(app.database, organization.id, ['employee'], { name: 'Ben' }),
      newMember(app.database, organization.id, ['admin'], { name: 'Ada' }),
    ]);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['member:create', 'member:update', 'member:read'],
      created_by_member_id: admin.id,
    });
    const call: typeof app.call = (method, url, options) => app.call(method, url, { key, ...options });
    const answer = await upsert(call, 'people', [
      { externalId: 'H-1', email: ben.email, name: 'Ben', roles: ['admin'] },
      { externalId: 'H-2', email: admin.email, name: 'Ada', roles: ['employee'] },
    ]);
    expect(outcomesOf(answer)).toEqual(['role_not_assignable', 'own_roles']);
    expect((await call('GET', `/v1/people/${ben.id}`)).body).toMatchObject({ roles: ['employee'], externalId: null });
  });

  test('200 leaves accounts of other organizations unchanged; the persons join by following the mailed link (rule 8)', async () => {
    const [{ call, organization }, other] = [await app.caller(), await app.caller()];
    const otherMember = await newMember(app.database, other.organization.id, ['employee'], { name: 'Kim' });
    const [{ id, outcome }] = (await upsert(call, 'people', [{ externalId: 'H-1', email: otherMember.email, name: 'Kim Here' }])).results;
    expect(outcome).toBe('created');
    expect((await getMember(call, id)).userId).not.toBe(otherMember.userId);
    expect((await mailsOf(app.database, organization)).length).toBe(1);
    expect(await getMember(other.call, otherMember.id)).toMatchObject({ user: { name: 'Kim' } });
  });

  test('409 for the external id of another member; 403 without both permissions; 400 for a malformed row', async () => {
    const { call, organization } = await app.caller();
    const [first, second] = (
      await upsert(
        call,
        'people',
        ['H-1', 'H-2'].map((externalId) => ({ externalId, email: newAddress(), name: externalId })),
      )
    ).results;
    const patch = (body: object) => call('PATCH', `/v1/people/${second.id}`, { body });
    expect(await patch({ externalId: 'H-1' })).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
    expect(await patch({ externalId: null })).toMatchObject({ status: 200, body: { externalId: null } });
    expect(await patch({ externalId: ' H-9 ' })).toMatchObject({ status: 200, body: { externalId: 'H-9' } });
    expect(first.id).not.toBe(second.id);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['member:create', 'member:read'],
      created_by_member_id: organization.owner.id,
    });
    const body = { rows: [{ externalId: 'H-1', email: newAddress(), name: 'x' }] };
    expect((await app.call('PUT', '/v1/people/bulk', { key, body })).status).toBe(403);
    expect(await call('PUT', '/v1/people/bulk', { body: { rows: [{ externalId: 'H-1', email: 'nobody', name: 'x' }] } })).toMatchObject({
      status: 400,
      body: { details: { 'rows.0.email': expect.anything() } },
    });
  });

  test('two concurrent requests with opposite row orders never fail, even while risks are assigned to the leaving members', async () => {
    const { call, inPerson, organization } = await app.caller();
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => newMember(app.database, organization.id, ['admin'], { name: `Person ${index}` })),
    );
    const rows = people.map(({ email, name }) => ({ externalId: name, email, name, isActive: false }));
    const ids = await Promise.all(
      people.map(async ({ id }) => {
        const body = { title: 'Theft', description: 'x', category: 'technology', assigneeId: id };
        return (await call('POST', '/v1/risks', { body })).body.data.id;
      }),
    );
    const newAssignees = people.toReversed();
    const responses = await Promise.all([
      inPerson('PUT', '/v1/people/bulk', { body: { rows } }),
      inPerson('PUT', '/v1/people/bulk', { body: { rows: rows.toReversed() } }),
      ...ids.map((id, index) => call('PATCH', `/v1/risks/${id}`, { body: { assigneeId: newAssignees[index]?.id } })),
    ]);
    expect(responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
    expect(
      responses
        .slice(0, 2)
        .map(({ body }) => body.summary.updatedCount)
        .toSorted(),
    ).toEqual([0, 8]);
    for (const id of ids) expect((await call('GET', `/v1/risks/${id}`)).body.data.assigneeId).toBeNull();
  });
});
