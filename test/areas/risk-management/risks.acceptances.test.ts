/** Accepting risks, and when an acceptance becomes stale. */
import { expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { newMember, newOrganization, within } from '../../support/organization.ts';
import { add, invalid, noMember, riskActors } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('201 stores an acceptance by the owner of the risk or a named member, with a copy of the residual rating', async () => {
  const { call, inPerson, member, organization } = await actors.withMember();
  const { id } = await add(call, { probability: 10, impact: 10, residual_probability: 5, residual_impact: 10, assigneeId: member.id });
  const accept = (body: object) => inPerson('POST', `/v1/risks/${id}/acceptances`, { body });
  const accepted = await accept({ notes: '  For a year. ' });
  expect(accepted).toMatchObject({ status: 201 });
  expect(accepted.headers.get('location')).toBe(`/v1/risks/${id}/acceptances`);
  expect(accepted.body).toEqual({
    id: expect.stringMatching(/^rska_[0-9a-f]{24}$/),
    riskId: id,
    acceptedById: member.id,
    acceptedByName: 'Ada Marsh',
    recordedById: organization.owner.id,
    recordedByName: 'Olive Owner',
    notes: 'For a year.',
    residual_probability: 5,
    residual_impact: 10,
    level: 'medium',
    levelLabel: 'Medium',
    stale: false,
    createdAt: time,
  });
  expect(await accept({ acceptedById: organization.owner.id, notes: ' \n' })).toMatchObject({
    status: 201,
    body: { acceptedById: organization.owner.id, acceptedByName: 'Olive Owner', notes: null },
  });
  expect(await accept({})).toMatchObject({ status: 201, body: { notes: null } });
});
test('201 shows the e-mail address of an acceptor without a name', async () => {
  const { call, inPerson, organization } = await app.caller();
  const unnamedMember = await newMember(app.database, organization.id, ['admin'], { name: ' ' });
  const { id } = await add(call);
  expect((await inPerson('POST', `/v1/risks/${id}/acceptances`, { body: { acceptedById: unnamedMember.id } })).body.acceptedByName).toBe(
    unnamedMember.email,
  );
});
test('400 without an acceptor, for an acceptor who is not an active member, and for notes that are too long', async () => {
  const { call, inPerson, organization, member } = await actors.withMember();
  const { id } = await add(call);
  const accept = (body: object) => inPerson('POST', `/v1/risks/${id}/acceptances`, { body });
  expect(await accept({})).toMatchObject(invalid({ acceptedById: { _errors: ['is required because the risk has no assignee'] } }));
  const stranger = await newMember(app.database, (await newOrganization(app.database)).id, ['admin']);
  await call('PATCH', `/v1/risks/${id}`, { body: { assigneeId: member.id } });
  await within(app.database, organization.id, (db) =>
    db.updateTable('member').set({ is_active: false }).where('id', '=', member.id).execute(),
  );
  for (const body of [{}, { acceptedById: member.id }, { acceptedById: stranger.id }, { acceptedById: 'x' }])
    expect(await accept(body)).toMatchObject(invalid({ acceptedById: { _errors: noMember } }));
  expect(await accept({ notes: 'x'.repeat(2001) })).toMatchObject(invalid({ notes: { _errors: [expect.any(String)] } }));
  expect((await call('GET', `/v1/risks/${id}/acceptances`)).body).toEqual({ data: [], nextCursor: null });
});
test('200 returns stale while the residual rating differs from the acceptance, whose copy of the rating never changes', async () => {
  const { call, inPerson, member } = await actors.withMember();
  const { id } = await add(call, { residual_probability: 2, residual_impact: 5, assigneeId: member.id });
  const {
    body: { stale, ...copy },
  } = await inPerson('POST', `/v1/risks/${id}/acceptances`, { body: {} });
  expect(stale).toBe(false);
  const steps: [object, boolean][] = [
    [{ title: 'Other', probability: 9, impact: 9 }, false],
    [{ residual_impact: 6 }, true],
    [{ residual_impact: 5 }, false],
    [{ residual_probability: 5 }, true],
    [{ residual_impact: 2 }, true],
    [{ residual_probability: 2, residual_impact: 5 }, false],
  ];
  for (const [body, expected] of steps) {
    await call('PATCH', `/v1/risks/${id}`, { body });
    expect((await call('GET', `/v1/risks/${id}/acceptances`)).body.data, JSON.stringify(body)).toEqual([{ ...copy, stale: expected }]);
  }
  await app.database.system.updateTable('member').set({ name: 'Ada New' }).where('id', '=', member.id).execute();
  await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
  expect((await call('GET', `/v1/risks/${id}/acceptances`)).body.data).toEqual([{ ...copy, acceptedById: null, stale: false }]);
});
test('201 never returns a stale acceptance, even if the rating changes concurrently', async () => {
  const { call, inPerson, member } = await actors.withMember();
  const { id } = await add(call, { assigneeId: member.id });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      n % 2
        ? inPerson('POST', `/v1/risks/${id}/acceptances`, { body: {} })
        : call('PATCH', `/v1/risks/${id}`, { body: { residual_probability: n % 10, residual_impact: n % 10 } }),
    ),
  );
  expect(
    answers.filter(({ status }) => status === 201).map(({ body }) => [body.stale, body.residual_probability === body.residual_impact]),
  ).toEqual(Array(12).fill([false, true]));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
});
test('200 returns acceptances in pages, newest first, with a count on request; 405 and 404 for attempts to change them', async () => {
  const { call, inPerson, member } = await actors.withMember();
  const { id } = await add(call, { assigneeId: member.id });
  const { body: otherAcceptance } = await inPerson('POST', `/v1/risks/${(await add(call, { assigneeId: member.id })).id}/acceptances`, {
    body: {},
  });
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await inPerson('POST', `/v1/risks/${id}/acceptances`, { body: { notes: String(n) } })).body.id);
  const pages = await allPages(call, `/v1/risks/${id}/acceptances?limit=2&count=true`);
  const listed = pages.flatMap(({ data }) => data);
  expect(pages.map(({ data, totalCount, nextCursor }) => [data.length, totalCount, typeof nextCursor])).toEqual([
    [2, 5, 'string'],
    [2, 5, 'string'],
    [1, 5, 'object'],
  ]);
  expect(listed).toEqual(
    listed.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1)),
  );
  expect(listed.map((acceptance) => acceptance.id).sort()).toEqual(ids.sort());
  expect(ids).not.toContain(otherAcceptance.id);
  for (const method of ['PATCH', 'PUT', 'DELETE']) {
    expect(await call(method, `/v1/risks/${id}/acceptances`, { body: {} })).toMatchObject({ status: 405 });
    expect(await call(method, `/v1/risks/${id}/acceptances/${ids[0]}`, { body: {} })).toMatchObject({ status: 404 });
  }
  expect(await call('GET', `/v1/risks/${id}/acceptances?limit=0`)).toMatchObject({ status: 400 });
});
