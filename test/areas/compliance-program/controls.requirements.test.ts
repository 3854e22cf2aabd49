import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { addControl, addPolicies, archive, invalid, scopedLinks, withFrameworks } from '../../support/controls.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
type Call = Caller['call'];

const send = (call: Call, method: 'POST' | 'DELETE', id: string, requirements: unknown) =>
  call(method, `/v1/controls/${id}/requirements/link`, { body: { requirements } });
const readMappedIds = async (call: Call, id: string): Promise<string[]> =>
  (await call('GET', `/v1/controls/${id}`)).body.requirementsMapped
    .map(
      ({ requirementId, customRequirementId }: { requirementId: string | null; customRequirementId: string | null }) =>
        requirementId ?? customRequirementId,
    )
    .sort();

test('200 with the number of links removed, of platform and of custom requirements; again 0, and of an empty list 0', async () => {
  const { call, map, customMap } = await withFrameworks(app);
  const id = await addControl(call, { requirementMappings: [map(), map(1), customMap()] });
  const answer = await send(call, 'DELETE', id, [map(), customMap(), customMap(1)]);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({ count: 2 });
  expect(await readMappedIds(call, id)).toEqual([map(1).requirementId]);
  expect(await send(call, 'DELETE', id, [map(), customMap(), customMap(1)])).toMatchObject({ status: 200, body: { count: 0 } });
  expect(await send(call, 'DELETE', id, [])).toMatchObject({ status: 200, body: { count: 0 } });
  expect(await readMappedIds(call, id)).toEqual([map(1).requirementId]);
});
test('200 from linking with the body that unlinking takes, with the number of new links; again 0', async () => {
  const { call, map, customMap } = await withFrameworks(app);
  const id = await addControl(call);
  const requirements = [map(), map(1), customMap(), map()];
  expect(await send(call, 'POST', id, requirements)).toMatchObject({ status: 200, body: { count: 3 } });
  expect((await send(call, 'POST', id, requirements)).body).toEqual({ count: 0 });
  expect((await send(call, 'POST', id, [map(1), customMap(1)])).body).toEqual({ count: 1 });
  expect(await readMappedIds(call, id)).toHaveLength(4);
  expect((await send(call, 'DELETE', id, requirements)).body).toEqual({ count: 3 });
});
test.each(['POST', 'DELETE'] as const)(
  '400 from %s for both requirements, neither, no framework, and no list, in both forms',
  async (method) => {
    const { call, map, customMap } = await withFrameworks(app);
    const id = await addControl(call, { requirementMappings: [map()] });
    const cases: [unknown, Readonly<Record<string, string>>][] = [
      [[{ ...map(), ...customMap() }], { 'requirements.0': 'must fit exactly one of the alternatives' }],
      [
        [map(), { frameworkInstanceId: map().frameworkInstanceId }],
        { 'requirements.1': 'must have exactly one of: requirementId, customRequirementId' },
      ],
      [[{ requirementId: map().requirementId }], { 'requirements.0.frameworkInstanceId': 'is required' }],
      [undefined, { requirements: 'is required' }],
      [map(), { requirements: 'must be an array' }],
    ];
    for (const [requirements, details] of cases)
      expect(await send(call, method, id, requirements), JSON.stringify(requirements)).toMatchObject(invalid(details));
    const empty = await call(method, `/v1/controls/${id}/requirements/link`, { type: 'application/json' });
    expect(empty).toMatchObject({ status: 400, body: { success: false, error: 'Validation failed' } });
    expect(await call(method, `/v1/controls/${id}/requirements/link`, { body: {}, ...asProblem })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '#/requirements', detail: 'is required' }] },
    });
    expect(await readMappedIds(call, id)).toEqual([map().requirementId]);
  },
);
test('200 skips invalid mappings; 400 with an error for each invalid field when no mapping is left, in both error formats (rules 6, 9)', async () => {
  const [{ call, platform, custom, map, customMap }, theirs] = [await withFrameworks(app), await withFrameworks(app)];
  const id = await addControl(call);
  const invalidMappings = [
    theirs.map(),
    { frameworkInstanceId: platform.id, requirementId: theirs.platform.requirements[0] },
    { frameworkInstanceId: platform.id, customRequirementId: custom.requirements[0] },
    { frameworkInstanceId: custom.id, customRequirementId: theirs.custom.requirements[0] },
    { frameworkInstanceId: custom.id, requirementId: platform.requirements[0] },
  ];
  const rejection = await send(call, 'POST', id, invalidMappings);
  expect(rejection).toMatchObject({ status: 400 });
  const expectedRejection = invalid({
    'requirements.0.frameworkInstanceId': 'must be an adopted framework of the organization',
    'requirements.1.requirementId': 'must be a requirement of the framework',
    'requirements.2.customRequirementId': 'must be a requirement of the framework',
    'requirements.3.customRequirementId': 'must be a requirement of the framework',
    'requirements.4.requirementId': 'must be a requirement of the framework',
  });
  expect(rejection).toMatchObject(expectedRejection);
  expect(Object.keys(rejection.body.details)).toEqual(Object.keys(expectedRejection.body.details));
  expect(await send(call, 'POST', id, [])).toMatchObject(invalid({ requirements: 'must have at least 1 item' }));
  expect(await call('POST', `/v1/controls/${id}/requirements/link`, { body: { requirements: [] }, ...asProblem })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '#/requirements' }] },
  });
  expect((await send(call, 'POST', id, [...invalidMappings, map(), customMap()])).body).toEqual({ count: 2 });
  expect(await readMappedIds(call, id)).toEqual([map().requirementId, customMap().customRequirementId].sort());
});
test('200 with count 0 on unlink of links that do not exist or belong to another organization, which keeps its links (rule 9)', async () => {
  const [ours, theirs] = [await withFrameworks(app), await withFrameworks(app)];
  const [id, foreign] = [
    await addControl(ours.call, { requirementMappings: [ours.map()] }),
    await addControl(theirs.call, { requirementMappings: [theirs.map(), theirs.customMap()] }),
  ];
  const unknownMappings = [
    theirs.map(),
    theirs.customMap(),
    { frameworkInstanceId: newId('frm'), requirementId: newId('frk_rq') },
    { frameworkInstanceId: ours.custom.id, requirementId: ours.map().requirementId },
  ];
  expect(await send(ours.call, 'DELETE', id, unknownMappings)).toMatchObject({ status: 200, body: { count: 0 } });
  expect([(await readMappedIds(ours.call, id)).length, (await readMappedIds(theirs.call, foreign)).length]).toEqual([1, 2]);
});
test('200 restores an archived map and counts it as a new link; unlinking ignores archived maps (rule 7)', async () => {
  const { call, organization, map, customMap } = await withFrameworks(app);
  const id = await addControl(call, { requirementMappings: [map(), customMap()] });
  const rows = () =>
    within(app.database, organization.id, (db) => db.selectFrom('requirement_map').select(['id', 'archived_at']).orderBy('id').execute());
  const before = await rows();
  await archive(app, organization.id, 'requirement_map', 'control_id', id);
  expect((await send(call, 'DELETE', id, [map(), customMap()])).body).toEqual({ count: 0 });
  expect((await send(call, 'POST', id, [map(), customMap()])).body).toEqual({ count: 2 });
  expect(await rows()).toEqual(before);
});
test('200 copies the direct links of a control to the custom framework, and keeps them there when the requirement is unlinked (rule 3)', async () => {
  const { call, organization, custom, map, customMap } = await withFrameworks(app);
  const [policy = ''] = await addPolicies(app, organization.id, [{}]);
  const id = await addControl(call, { policyIds: [policy], documentTypes: ['meeting'] });
  await send(call, 'POST', id, [map()]);
  expect(await scopedLinks(app, organization.id, id)).toEqual({ policies: [], tasks: [], forms: [] });
  await send(call, 'POST', id, [customMap()]);
  const copiedLinks = { policies: [{ instance: custom.id, key: policy }], tasks: [], forms: [{ instance: custom.id, key: 'meeting' }] };
  expect(await scopedLinks(app, organization.id, id)).toEqual(copiedLinks);
  await send(call, 'DELETE', id, [customMap()]);
  expect(await scopedLinks(app, organization.id, id)).toEqual(copiedLinks);
});
test('409 for a control that a framework update archived, in both error formats; requirements can still be unlinked', async () => {
  const { call, organization, map } = await withFrameworks(app);
  const id = await addControl(call, { requirementMappings: [map()] });
  await archive(app, organization.id, 'control', 'id', id);
  expect(await send(call, 'POST', id, [map(1)])).toMatchObject({ status: 409, body: { success: false, error: 'Control is archived' } });
  expect((await call('POST', `/v1/controls/${id}/requirements/link`, { body: { requirements: [map(1)] }, ...asProblem })).body).toEqual({
    type: '/problems/control_archived',
    title: 'Control archived',
    code: 'control_archived',
    status: 409,
    detail: 'Control is archived',
  });
  expect((await send(call, 'DELETE', id, [map()])).body).toEqual({ count: 1 });
});
test('200 for the same links at the same time, with each map stored once and counts that add up', async () => {
  const { call, map, customMap } = await withFrameworks(app);
  const id = await addControl(call);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => send(call, 'POST', id, n % 2 ? [map(), customMap()] : [customMap(), map(1)])),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(answers.reduce((sum, { body }) => sum + body.count, 0)).toBe(3);
  expect(await readMappedIds(call, id)).toHaveLength(3);
  const unlinkAnswers = await Promise.all(Array.from({ length: 4 }, () => send(call, 'DELETE', id, [map(), customMap()])));
  expect(unlinkAnswers.reduce((sum, { body }) => sum + body.count, 0)).toBe(2);
});
test('200 with the API key in X-API-Key, 401 without it', async () => {
  const { call, map } = await withFrameworks(app);
  const id = await addControl(call, { requirementMappings: [map()] });
  const url = `/v1/controls/${id}/requirements/link`;
  const anonymous = { body: { requirements: [map()] }, key: undefined };
  expect(await call('DELETE', url, anonymous)).toMatchObject({ status: 401, body: { success: false } });
  expect(await call('DELETE', url, { body: { requirements: [map()] } })).toMatchObject({ status: 200, body: { count: 1 } });
});
test('200 for the largest allowed list, 400 for a longer list', async () => {
  const { call, map } = await withFrameworks(app);
  const id = await addControl(call);
  const mappings = (length: number) => Array.from({ length }, (_, n) => (n ? { ...map(), requirementId: newId('frk_rq') } : map()));
  expect((await send(call, 'POST', id, mappings(500))).body).toEqual({ count: 1 });
  expect((await send(call, 'DELETE', id, mappings(500))).body).toEqual({ count: 1 });
  expect(await send(call, 'POST', id, mappings(501))).toMatchObject(invalid({ requirements: 'must have at most 500 items' }));
});
