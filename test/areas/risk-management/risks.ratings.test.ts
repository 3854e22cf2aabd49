/** Rating bands, unassessed risks, linked controls and planned reviews. */
import { expect, test } from 'vitest';
import { validateBands, ratingOf } from '#areas/risk-management/risks/rules/rating';
import { defaultBands } from '#domain/ratings/levels';
import { remindOfReviews } from '#areas/risk-management/risks/runs/reviews';
import { newId } from '#platform/database/ids';
import { call as send, type Caller, listenOn, startApp, testConfig } from '../../support/app.ts';
import { mailsOf } from '../../support/comments.ts';
import { addControl, addTasks, archive } from '../../support/controls.ts';
import { readLog } from '../../support/log.ts';
import { newMember } from '../../support/organization.ts';
import { add, invalid, list, noParticipant, titles } from '../../support/risks.ts';

const app = startApp();
const bands = '/v1/risks/rating-bands';
const strict = { veryLow: 1, low: 2, medium: 3, high: 4 };
const notRisingError = (field: string, than: string) => invalid({ [field]: { _errors: [`must be greater than ${than}`] } });

test('validateBands names each band that is not greater than the band before (rule 2)', () => {
  expect(validateBands(defaultBands)).toEqual({});
  expect(validateBands({ veryLow: 5, low: 5, medium: 4, high: 9 })).toEqual({
    low: { code: 'too_small', message: 'must be greater than veryLow', params: { minimum: 6 } },
    medium: { code: 'too_small', message: 'must be greater than low', params: { minimum: 6 } },
  });
  expect([1, 2, 3, 4, 5].map((n) => ratingOf({ probability: n, impact: 10, assessed: true }, strict).level)).toEqual([
    'very_low',
    'low',
    'medium',
    'high',
    'very_high',
  ]);
});
test('200 returns the default bands, then the changed bands in every rating; other organizations are unaffected (rule 2)', async () => {
  const [{ call, organization }, other] = [await app.caller(), await app.caller()];
  expect(await call('GET', bands)).toMatchObject({ status: 200, body: defaultBands });
  const { id } = await add(call, { probability: 5, impact: 10, residual_probability: 3, residual_impact: 10 });
  expect(await call('GET', `/v1/risks/${id}`)).toMatchObject({
    body: { data: { inherentRating: { score: 5, level: 'medium' }, residualRating: { score: 3, level: 'low' } } },
  });
  for (const newBands of [{ ...strict, high: 5 }, strict])
    expect(await call('PUT', bands, { body: newBands })).toMatchObject({ status: 200, body: newBands });
  const ratings = {
    inherentRating: { assessed: true, raw: 50, score: 5, level: 'very_high', levelLabel: 'Very high' },
    residualRating: { assessed: true, raw: 30, score: 3, level: 'medium', levelLabel: 'Medium' },
  };
  expect((await call('GET', bands)).body).toEqual(strict);
  expect((await call('GET', `/v1/risks/${id}`)).body.data).toMatchObject(ratings);
  expect((await call('PATCH', `/v1/risks/${id}`, { body: { title: 'Same' } })).body.data).toMatchObject(ratings);
  expect(await list(call)).toMatchObject([ratings]);
  expect(await add(call, { probability: 5, impact: 10 })).toMatchObject({ inherentRating: ratings.inherentRating });
  expect((await call('GET', '/v1/risks/stats')).body.byLevel).toMatchObject({ inherent: { very_high: 2 }, residual: { medium: 1 } });
  expect((await other.call('GET', bands)).body).toEqual(defaultBands);
  expect(await readLog(app.database, organization.id)).toContainEqual({
    entityType: 'organization',
    entityId: organization.id,
    action: 'Changed rating bands of risks',
    changes: {
      veryLow: { previous: 2, current: 1 },
      low: { previous: 4, current: 2 },
      medium: { previous: 6, current: 3 },
      high: { previous: 8, current: 5 },
    },
  });
});
test('304 while the bands are unchanged, 412 for an outdated version', async () => {
  const { call } = await app.caller();
  const etag = (await call('GET', bands)).headers.get('etag') ?? '';
  expect(await call('GET', bands, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304 });
  expect(await call('PUT', bands, { body: strict, headers: { 'If-Match': etag } })).toMatchObject({ status: 200 });
  expect(await call('PUT', bands, { body: strict, headers: { 'If-Match': etag } })).toMatchObject({ status: 412 });
});
test('400 for bands that do not rise or are out of range, 403 for members who can only read', async () => {
  const { call, organization } = await app.caller();
  expect(await call('PUT', bands, { body: { ...strict, medium: 2 } })).toMatchObject(notRisingError('medium', 'low'));
  for (const body of [
    { ...strict, veryLow: 0 },
    { ...strict, high: 10 },
    { ...strict, low: 2.5 },
    { veryLow: 1, low: 2, medium: 3 },
  ])
    expect((await call('PUT', bands, { body })).status).toBe(400);
  expect((await call('GET', bands)).body).toEqual(defaultBands);
  const auditor = await app.session(organization, ['auditor']);
  expect([(await auditor.call('GET', bands)).status, (await auditor.call('PUT', bands, { body: strict })).status]).toEqual([200, 403]);
});
test('201 stores the level at the time of the acceptance, which new bands neither change nor make stale (rule 6)', async () => {
  const { call, inPerson, organization } = await app.caller();
  const { id } = await add(call, { residual_probability: 3, residual_impact: 10, assigneeId: organization.owner.id });
  const unrated = await add(call, { assigneeId: organization.owner.id });
  const accept = (riskId: string) => inPerson('POST', `/v1/risks/${riskId}/acceptances`, { body: {} });
  expect((await accept(id)).body).toMatchObject({ level: 'low', levelLabel: 'Low', stale: false });
  expect((await accept(unrated.id)).body).toMatchObject({ level: 'very_low', levelLabel: 'Very low' });
  await call('PUT', bands, { body: strict });
  expect((await call('GET', `/v1/risks/${id}/acceptances`)).body.data).toMatchObject([{ level: 'low', levelLabel: 'Low', stale: false }]);
  await accept(id);
  expect((await call('GET', `/v1/risks/${id}/acceptances`)).body.data).toMatchObject([{ level: 'medium' }, { level: 'low' }]);
});
test('200 returns a risk as not assessed until a value is sent, even 0, and counts unassessed risks separately (rule 2)', async () => {
  const { call } = await app.caller();
  const { id, inherentRating } = await add(call, { residual_impact: 0.5 });
  expect(inherentRating).toEqual({ assessed: false, raw: 0, score: 1, level: 'very_low', levelLabel: 'Very low' });
  const stats = async () => {
    const { byLevel, notAssessed, heatMap } = (await call('GET', '/v1/risks/stats')).body;
    return { inherent: byLevel.inherent.very_low, residual: byLevel.residual.very_low, notAssessed, cells: heatMap.length };
  };
  expect(await stats()).toEqual({ inherent: 0, residual: 1, notAssessed: { inherent: 1, residual: 0 }, cells: 1 });
  const update = async (body: object) => (await call('PATCH', `/v1/risks/${id}`, { body })).body.data;
  expect(await update({ title: 'Other', residual_probability: 1 })).toMatchObject({ inherentRating: { assessed: false } });
  expect(await update({ impact: 0 })).toMatchObject({ inherentRating: { assessed: true, levelLabel: 'Very low' } });
  expect(await update({ residual_probability: 0, residual_impact: 0 })).toMatchObject({ residualRating: { assessed: true } });
  expect(await stats()).toEqual({ inherent: 1, residual: 1, notAssessed: { inherent: 0, residual: 0 }, cells: 1 });
});

test('200 replaces the linked controls and filters risks by control; deleting or archiving a control removes its link', async () => {
  const { call, organization } = await app.caller();
  const [backupId, accessId] = [await addControl(call, { name: 'Backup' }), await addControl(call, { name: 'Access' })];
  const { id } = await add(call, { title: 'Linked' });
  await add(call, { title: 'Bare' });
  const put = (controlIds: readonly string[]) => call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds } });
  const linkedControls = async () => (await call('GET', `/v1/risks/${id}`)).body.data.controls;
  expect(await put([backupId, accessId])).toMatchObject({
    status: 200,
    body: { riskId: id, linked: 2, unlinked: 0, controlIds: [backupId, accessId] },
  });
  expect(await linkedControls()).toEqual([
    { id: accessId, name: 'Access' },
    { id: backupId, name: 'Backup' },
  ]);
  expect(await put([backupId])).toMatchObject({ status: 200, body: { linked: 0, unlinked: 1 } });
  expect(await put([backupId])).toMatchObject({ status: 200, body: { linked: 0, unlinked: 0 } });
  expect([
    await titles(call, `?controlId=${backupId}`),
    await titles(call, `?controlId=${accessId}`),
    await titles(call, '?controlId=ctl_x'),
  ]).toEqual([['Linked'], [], []]);
  const actions = (await readLog(app.database, organization.id)).filter(({ action }) => action === 'Mapped controls to risk');
  expect(actions.map(({ entityType, entityId }) => [entityType, entityId])).toEqual(Array(3).fill(['risk', id]));
  // The log shows linked records as name and id (audit-logs, rule 8).
  const controlTexts = [`Backup (${backupId})`, `Access (${accessId})`];
  expect(actions.map(({ changes }) => changes)).toEqual([
    { controls: { previous: [], current: controlTexts } },
    { controls: { previous: expect.arrayContaining(controlTexts), current: [controlTexts[0]] } },
    undefined,
  ]);
  await archive(app, organization.id, 'control', 'id', backupId);
  expect(await linkedControls()).toEqual([]);
  expect(await put([accessId])).toMatchObject({ status: 200 });
  expect((await call('DELETE', `/v1/controls/${accessId}`)).status).toBe(204);
  expect(await linkedControls()).toEqual([]);
});
test('400 for a control that is unknown or of another organization, 404 for a risk of another organization', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  const [{ id }, ownControlId, otherControlId] = [await add(call), await addControl(call), await addControl(other.call)];
  for (const unknownId of [otherControlId, newId('ctl'), 'x'])
    expect(await call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds: [ownControlId, unknownId] } })).toMatchObject(
      invalid({ 'controlIds.1': { _errors: ['must be a control of the organization'] } }),
    );
  expect((await call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds: [ownControlId, ownControlId] } })).status).toBe(400);
  expect(await other.call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds: [] } })).toMatchObject({
    status: 404,
    body: { error: 'Risk not found' },
  });
  expect((await call('GET', `/v1/risks/${id}`)).body.data.controls).toEqual([]);
});
test('200 returns to a restricted member only the linked controls that the member can read (rule 5)', async () => {
  const { call, organization } = await app.caller();
  const { call: ask, member } = await app.session(organization, ['employee']);
  const [task = ''] = await addTasks(app, organization.id, [{ assignee_id: member.id }]);
  const [visibleId, hiddenId] = [await addControl(call, { name: 'Seen', taskIds: [task] }), await addControl(call, { name: 'Hidden' })];
  const { id } = await add(call, { assigneeId: member.id });
  await call('PUT', `/v1/risks/${id}/controls`, { body: { controlIds: [visibleId, hiddenId] } });
  expect((await ask('GET', `/v1/risks/${id}`)).body.data.controls).toEqual([{ id: visibleId, name: 'Seen' }]);
  expect((await call('GET', `/v1/risks/${id}`)).body.data.controls).toHaveLength(2);
});

test('200 sorts by planned review with unplanned risks last, in pages; filters by planned review, and counts overdue reviews', async () => {
  const { call } = await app.caller();
  for (const [title, reviewDueAt, status] of [
    ['Past', '2026-01-01', 'open'],
    ['Closed', '2026-02-01', 'closed'],
    ['None', undefined, 'open'],
    ['Future', '2999-01-01T00:00:00.000Z', 'pending'],
  ] as const)
    await add(call, { title, status, ...(reviewDueAt && { reviewDueAt }) });
  const inOrder = async (query: string) => (await list(call, `?sortBy=reviewDueAt&${query}`)).map(({ title }) => title);
  expect([await inOrder('sortOrder=asc'), await inOrder('sortOrder=desc')]).toEqual([
    ['Past', 'Closed', 'Future', 'None'],
    ['Future', 'Closed', 'Past', 'None'],
  ]);
  expect(await inOrder('sortOrder=asc&limit=2')).toEqual(['Past', 'Closed']);
  expect(Object.keys((await list(call, '?sortBy=reviewDueAt'))[0] ?? {})).toEqual(Object.keys((await list(call))[0] ?? {}));
  const first = await call('GET', '/v1/risks?sortBy=reviewDueAt&sortOrder=asc&limit=3');
  const nextLink = /<([^<>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect((await call('GET', nextLink.replace(/^https?:\/\/[^/]+/, ''))).body.data).toMatchObject([{ title: 'None' }]);
  expect(await titles(call, '?reviewDueAtBefore=2026-02-01')).toEqual(['Closed', 'Past']);
  expect((await call('GET', '/v1/risks/stats')).body.reviewOverdue).toBe(1);
});
test('each due review is mailed once: to the owner of the risk, or else to all owners and admins except staff (rule 11)', async () => {
  const { call, organization } = await app.caller();
  const [ada, admin] = [await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' }), organization.owner];
  const ownedRisk = await add(call, { title: 'Owned', assigneeId: ada.id, reviewDueAt: '2026-01-01' });
  await add(call, { title: 'Nobody’s', reviewDueAt: '2026-01-02' });
  await add(call, { title: 'Closed', status: 'closed', assigneeId: ada.id, reviewDueAt: '2026-01-01' });
  await add(call, { title: 'Later', assigneeId: ada.id, reviewDueAt: '2999-01-01' });
  await newMember(app.database, organization.id, ['admin'], { email: `${newId('usr')}@staff.example` });
  const ports = { ...app.ports, access: { ...app.ports.access, staffEmailDomains: ['staff.example'] } };
  const messages = async () => {
    while (await remindOfReviews(app.database, ports, new Date()));
    const mails = await mailsOf(app.database, organization.id);
    return mails.map(({ recipient, subject }) => `${recipient}: ${subject}`).sort();
  };
  const expected = [
    `${ada.email}: Risk due for review: Owned`,
    ...[ada, admin].map(({ email }) => `${email}: Risk due for review: Nobody’s`),
  ];
  const riskBefore = (await call('GET', `/v1/risks/${ownedRisk.id}`)).body.data;
  expect(await messages()).toEqual(expected.toSorted());
  expect(await messages()).toHaveLength(3);
  expect((await call('GET', `/v1/risks/${ownedRisk.id}`)).body.data).toEqual(riskBefore);
  await call('PATCH', `/v1/risks/${ownedRisk.id}`, { body: { reviewDueAt: '2026-06-01' } });
  expect(await messages()).toHaveLength(4);
  expect((await mailsOf(app.database, organization.id)).find(({ subject }) => subject.endsWith('Owned'))?.text).toContain(
    `/risks/${ownedRisk.id}`,
  );
});
test('400 for an owner who belongs to the staff of the operator (rule 3)', async () => {
  const { organization } = await app.caller();
  const staff = await newMember(app.database, organization.id, ['admin'], { email: `${newId('ada')}@staff.example` });
  const { base, server } = await listenOn(app.database, testConfig({ STAFF_EMAIL_DOMAINS: 'staff.example' }));
  const ask: Caller['call'] = (method, url, options = {}) => send(base, method, url, { key: organization.key, ...options });
  const risk = { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' };
  const rejection = invalid({ assigneeId: { _errors: noParticipant } });
  expect(await ask('POST', '/v1/risks', { body: { ...risk, assigneeId: staff.id } })).toMatchObject(rejection);
  const { id } = await add(ask);
  expect(await ask('PATCH', `/v1/risks/${id}`, { body: { assigneeId: staff.id } })).toMatchObject(rejection);
  server.close();
});
