/** Creating, reading, updating and deleting risks. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { readLog } from '../../support/log.ts';
import { within } from '../../support/organization.ts';
import { add, categories, departments, list, risk, riskActors, scales, statuses, titles } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const lowest = { assessed: false, raw: 0, score: 1, level: 'very_low', levelLabel: 'Very low' };
const notFound = { success: false, error: 'Risk not found' };

test('201 returns the defaults, no owner and the organization, but neither treatment nor mitigation tasks', async () => {
  const { call, organization } = await app.caller();
  const created = await call('POST', '/v1/risks', { body: risk });
  expect(created).toMatchObject({ status: 201, body: { success: true } });
  expect(created.body.data).toEqual({
    id: expect.stringMatching(/^rsk_[0-9a-f]{24}$/),
    ...risk,
    department: 'none',
    status: 'open',
    probability: 0,
    impact: 0,
    residual_probability: 0,
    residual_impact: 0,
    assigneeId: null,
    organizationId: organization.id,
    inherentRating: lowest,
    residualRating: lowest,
    reviewDueAt: null,
    externalId: null,
    createdAt: time,
    updatedAt: created.body.data.createdAt,
    version: 1,
  });
  expect(created.headers.get('location')).toBe(`/v1/risks/${created.body.data.id}`);
});
test('201 stores every sent field; 200 returns the stored fields for a single risk and in the list, each with its own extra fields', async () => {
  const { call, member, organization } = await actors.withMember();
  const sentFields = {
    ...risk,
    department: 'itsm',
    status: 'pending',
    probability: 3.5,
    impact: 10,
    residual_probability: 0.25,
    residual_impact: 4,
    assigneeId: member.id,
    reviewDueAt: '2027-03-01T00:00:00.000Z',
  };
  const { organizationId, ...common } = await add(call, {
    ...sentFields,
    title: '  Laptop theft ',
    treatmentStrategy: { type: 'transfer', description: 'Insure' },
  });
  expect(organizationId).toBe(organization.id);
  const ratings = {
    inherentRating: { assessed: true, raw: 35, score: 4, level: 'low', levelLabel: 'Low' },
    residualRating: { assessed: true, raw: 1, score: 1, level: 'very_low', levelLabel: 'Very low' },
  };
  expect(common).toEqual({
    id: expect.any(String),
    ...sentFields,
    ...ratings,
    externalId: null,
    createdAt: time,
    updatedAt: time,
    version: 1,
  });
  const assignee = { id: member.id, user: { id: member.userId, name: 'Ada Marsh', email: member.email, image: null } };
  const detail = await call('GET', `/v1/risks/${common.id}`);
  expect(detail).toMatchObject({ status: 200 });
  expect(detail.body).toEqual({
    success: true,
    data: {
      ...common,
      assignee,
      mitigationTasks: [],
      tasks: [],
      controls: [],
      treatmentStrategy: {
        id: expect.stringMatching(/^rts_[0-9a-f]{24}$/),
        type: 'transfer',
        description: 'Insure',
        createdAt: time,
        updatedAt: time,
      },
    },
  });
  expect((await call('GET', '/v1/risks')).body).toEqual({ success: true, data: [{ ...common, assignee, tasks: [] }] });
});
test('200 returns null for a missing owner, and mitigation as the default treatment', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  expect((await call('GET', `/v1/risks/${id}`)).body.data).toMatchObject({
    assigneeId: null,
    assignee: null,
    treatmentStrategy: { type: 'mitigate', description: '' },
  });
  expect(await list(call)).toMatchObject([{ assigneeId: null, assignee: null }]);
});
test('201 for every category, department and status, and for both ends of the scales', async () => {
  const { call } = await app.caller();
  for (const [field, values] of Object.entries({
    category: categories,
    department: departments,
    status: statuses,
    ...Object.fromEntries(scales.map((scale) => [scale, [0, 10]])),
  })) {
    for (const value of values) expect(await add(call, { [field]: value })).toMatchObject({ [field]: value });
  }
});
test('200 on update changes the sent fields and the ratings that depend on them, and keeps all other fields', async () => {
  const { call, member } = await actors.withMember();
  const { id } = await add(call, { probability: 2, impact: 3 });
  const original = (await call('GET', `/v1/risks/${id}`)).body.data;
  const update = (body: object) => call('PATCH', `/v1/risks/${id}`, { body });
  const answer = await update({ residual_probability: 5, residual_impact: 10 });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    success: true,
    data: {
      ...original,
      residual_probability: 5,
      residual_impact: 10,
      residualRating: { assessed: true, raw: 50, score: 5, level: 'medium', levelLabel: 'Medium' },
      updatedAt: time,
      version: 2,
    },
  });
  expect(answer.body.data.updatedAt >= original.updatedAt).toBe(true);
  const fields = {
    title: 'Theft',
    description: 'D',
    category: 'people',
    department: 'hr',
    probability: 10,
    impact: 10,
    assigneeId: member.id,
  };
  expect((await update({ ...fields, title: ' Theft\n' })).body.data).toMatchObject({
    ...fields,
    inherentRating: { raw: 100, level: 'very_high' },
    residual_impact: 10,
  });
  expect((await update({})).body.data).toMatchObject(fields);
  const lastUpdate = await update({ title: 'Theft' });
  expect((await call('GET', `/v1/risks/${id}`)).body).toEqual(lastUpdate.body);
});
test('200 changes any status to any other status', async () => {
  const { call } = await app.caller();
  const { id } = await add(call);
  for (const from of statuses) {
    for (const to of statuses) {
      await call('PATCH', `/v1/risks/${id}`, { body: { status: from } });
      expect(await call('PATCH', `/v1/risks/${id}`, { body: { status: to } })).toMatchObject({
        status: 200,
        body: { data: { status: to } },
      });
    }
  }
});
test('200 on delete removes everything that belongs to the risk, but not the linked tasks; 404 afterwards', async () => {
  const { call, inPerson, organization, member, tasks } = await actors.withMember();
  const [{ id }, other] = [await add(call, { assigneeId: member.id }), await add(call)];
  await call('PUT', `/v1/risks/${id}/tasks`, { body: { taskIds: tasks } });
  await inPerson('POST', `/v1/risks/${id}/acceptances`, { body: {} });
  await call('PATCH', `/v1/risks/${id}`, { body: { treatmentStrategy: { type: 'accept' } } });
  await within(app.database, organization.id, (db) =>
    db
      .insertInto('task_item')
      .values({ id: newId('tski'), risk_id: id, title: 'Train', created_by_snapshot: '{}' })
      .execute(),
  );
  const answer = await call('DELETE', `/v1/risks/${id}`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({ success: true, data: { message: 'Risk deleted successfully' } });
  expect(await call('DELETE', `/v1/risks/${id}`)).toMatchObject({ status: 404, body: notFound });
  const remaining = await within(app.database, organization.id, async (db) => ({
    treatments: await db.selectFrom('risk_treatment').select('risk_id').execute(),
    acceptances: await db.selectFrom('risk_acceptance').select('id').execute(),
    links: await db.selectFrom('risk_task').select('id').execute(),
    items: await db.selectFrom('task_item').select('id').execute(),
    tasks: (await db.selectFrom('task').select('id').execute()).length,
  }));
  expect(remaining).toEqual({ treatments: [{ risk_id: other.id }], acceptances: [], links: [], items: [], tasks: 3 });
});
test('404 from every operation for an unknown risk or a risk of another organization, which no list or statistic includes', async () => {
  const [owner, other] = [await actors.withMember(), await app.caller()];
  const { id } = await add(owner.call, { assigneeId: owner.member.id });
  for (const inaccessibleId of [id, newId('rsk'), 'x']) {
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', ''],
      ['PUT', '/tasks', { taskIds: [] }],
      ['GET', '/acceptances'],
      ['POST', '/acceptances', {}],
    ] as const) {
      const answer = await other[path === '/acceptances' ? 'inPerson' : 'call'](method, `/v1/risks/${inaccessibleId}${path}`, { body });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 404 });
      expect(answer.body).toEqual(notFound);
    }
  }
  expect(await list(other.call)).toEqual([]);
  expect((await other.call('GET', '/v1/risks/stats')).body).toMatchObject({ total: 0, heatMap: [], unassigned: 0 });
  for (const statistic of ['by-assignee', 'by-department'])
    expect((await other.call('GET', `/v1/risks/stats/${statistic}`)).body).toEqual({ data: [] });
  expect(await titles(owner.call)).toEqual([risk.title]);
});
test('changes are logged under the risk, with old and new values and the name of the owner; rejected requests are not logged', async () => {
  const {
    call,
    inPerson,
    organization,
    member,
    tasks: [task = ''],
  } = await actors.withMember();
  const ownerText = `Ada Marsh (${member.id})`;
  const { id } = await add(call, { probability: 4, assigneeId: member.id, treatmentStrategy: { type: 'avoid', description: 'Stop' } });
  const requests: [string, string, object?][] = [
    [
      'PATCH',
      '',
      {
        title: 'Theft',
        status: 'closed',
        description: risk.description,
        impact: 0,
        assigneeId: organization.owner.id,
        treatmentStrategy: { type: 'accept' },
      },
    ],
    ['PATCH', '', { assigneeId: null }],
    ['PATCH', '', { title: 'Theft' }],
    ['PATCH', '', { title: '' }],
    ['POST', '/acceptances', {}],
    ['POST', '/acceptances', { acceptedById: member.id, notes: 'For a year' }],
    ['PUT', '/tasks', { taskIds: [task] }],
    ['PUT', '/tasks', { taskIds: [task] }],
    ['PUT', '/tasks', { taskIds: ['x'] }],
    ['DELETE', ''],
    ['DELETE', ''],
  ];
  for (const [method, path, body] of requests)
    await (path === '/acceptances' ? inPerson : call)(method, `/v1/risks/${id}${path}`, { body });
  const entries = await readLog(app.database, organization.id);
  expect(entries.every(({ entityType, entityId }) => entityType === 'risk' && entityId === id)).toBe(true);
  const setTo = (current: unknown) => ({ previous: null, current });
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    [
      'Created risk',
      expect.objectContaining({
        title: setTo(risk.title),
        category: setTo('technology'),
        probability: setTo(4),
        assignee: setTo(ownerText),
        'treatmentStrategy.type': setTo('avoid'),
        'treatmentStrategy.description': setTo('Stop'),
      }),
    ],
    [
      'Updated risk',
      {
        title: { previous: risk.title, current: 'Theft' },
        status: { previous: 'open', current: 'closed' },
        assignee: { previous: ownerText, current: `Olive Owner (${organization.owner.id})` },
        'treatmentStrategy.type': { previous: 'avoid', current: 'accept' },
        'treatmentStrategy.description': { previous: 'Stop', current: '' },
      },
    ],
    ['Updated risk', { assignee: { previous: `Olive Owner (${organization.owner.id})`, current: 'Unassigned' } }],
    ['Updated risk', undefined],
    ['Accepted risk', { acceptedBy: setTo(ownerText), notes: setTo('For a year') }],
    ['Mapped tasks to risk', { tasks: { previous: [], current: [task] } }],
    ['Mapped tasks to risk', undefined],
    ['Deleted risk', undefined],
  ]);
});
test('200 under the prefix /api, too, and with the API key as a bearer token', async () => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  for (const prefix of ['/v1', '/api/v1']) {
    for (const path of ['/risks', `/risks/${id}`, `/risks/${id}/acceptances`, '/risks/stats'])
      expect(await app.call('GET', prefix + path, { bearer: organization.key })).toMatchObject({ status: 200 });
  }
  expect(await call('DELETE', `/api/v1/risks/${id}`)).toMatchObject({ status: 200 });
});
test('201 for 40 concurrent requests, each of which has a log entry', async () => {
  const [first, second] = [await app.caller(), await app.caller()];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second).call('POST', '/v1/risks', { body: risk })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201));
  for (const { organization } of [first, second]) expect(await readLog(app.database, organization.id)).toHaveLength(20);
});
