import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { addControl, addPolicies, addTasks, control, invalid, notFound, scopedLinks, withFrameworks } from '../../support/controls.ts';
import { readLog } from '../../support/log.ts';
import { within } from '../../support/organization.ts';
import { expectError } from '../../support/refusals.ts';

const app = startApp();

test('201 with the control and where it is, with nothing but a name and a description; 200 with it bare', async () => {
  const { call, organization } = await app.caller();
  const created = await call('POST', '/v1/controls', { body: { name: '  Backup ', description: ' Every night. ' } });
  expect(created).toMatchObject({ status: 201 });
  const { id, createdAt } = created.body;
  expect(created.body).toEqual({
    id: expect.stringMatching(/^ctl_[0-9a-f]{24}$/),
    organizationId: organization.id,
    ownerId: null,
    owner: null,
    implementationStatus: 'not_started',
    name: 'Backup',
    description: ' Every night. ',
    lastReviewDate: null,
    nextReviewDate: null,
    archivedAt: null,
    controlTemplateId: null,
    externalId: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
  expect(created.headers.get('location')).toBe(`/v1/controls/${id}`);
  expect((await call('GET', `/v1/controls/${id}`)).body).toEqual({
    ...created.body,
    guidance: null,
    policies: [],
    tasks: [],
    controlDocumentTypes: [],
    requirementsMapped: [],
    risks: [],
    submissionCountsByFormType: {},
    progress: {
      total: 0,
      completed: 0,
      percentComplete: 0,
      byType: { policy: { total: 0, completed: 0 }, task: { total: 0, completed: 0 } },
    },
  });
});
test('201 copies direct links to the custom framework, and not to the catalogue framework (rule 3)', async () => {
  const { call, organization, custom, map, customMap } = await withFrameworks(app);
  const [[policy = ''], [task = '']] = [await addPolicies(app, organization.id, [{}]), await addTasks(app, organization.id, [{}])];
  const id = await addControl(call, {
    policyIds: [policy],
    taskIds: [task],
    documentTypes: ['meeting'],
    requirementMappings: [map(), customMap(), customMap(1)],
  });
  expect(await scopedLinks(app, organization.id, id)).toEqual({
    policies: [{ instance: custom.id, key: policy }],
    tasks: [{ instance: custom.id, key: task }],
    forms: [{ instance: custom.id, key: 'meeting' }],
  });
  const ids = await within(app.database, organization.id, (db) =>
    Promise.all(
      (['framework_control_policy', 'framework_control_task', 'framework_control_document_type'] as const).map((table) =>
        db.selectFrom(table).select('id').executeTakeFirst(),
      ),
    ),
  );
  expect(ids).toEqual(['fpl', 'ftl', 'fdl'].map((prefix) => ({ id: expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f]{24}$`)) })));
});
test('400 for links to unavailable records, each under its own field, and nothing is created (rules 6, 9)', async () => {
  const [{ call, organization, platform, custom, map, customMap }, otherOrg] = [await withFrameworks(app), await withFrameworks(app)];
  const [[ownPolicy = '', archivedPolicy = '', hiddenPolicy = ''], [foreignPolicy = '']] = [
    await addPolicies(app, organization.id, [{}, { is_archived: true }, { archived_at: '2026-01-01' }]),
    await addPolicies(app, otherOrg.organization.id, [{}]),
  ];
  const [[task = '', archivedTask = ''], [foreignTask = '']] = [
    await addTasks(app, organization.id, [{}, { archived_at: '2026-01-01' }]),
    await addTasks(app, otherOrg.organization.id, [{}]),
  ];
  const noPolicy = 'must be a policy of the organization that is not archived';
  const noTask = 'must be a task of the organization that is not archived';
  const [noFramework, noRequirement] = ['must be an adopted framework of the organization', 'must be a requirement of the framework'];
  const answer = await call('POST', '/v1/controls', {
    body: {
      ...control,
      policyIds: [ownPolicy, archivedPolicy, hiddenPolicy, foreignPolicy, newId('pol')],
      taskIds: [task, archivedTask, foreignTask, 'x'],
      requirementMappings: [
        map(),
        otherOrg.map(),
        otherOrg.customMap(),
        { frameworkInstanceId: platform.id, requirementId: otherOrg.platform.requirements[0] },
        { frameworkInstanceId: platform.id, customRequirementId: custom.requirements[0] },
        { frameworkInstanceId: custom.id, requirementId: platform.requirements[0] },
        { frameworkInstanceId: custom.id, customRequirementId: otherOrg.custom.requirements[0] },
        customMap(),
      ],
    },
  });
  const expectedAnswer = invalid({
    'policyIds.1': noPolicy,
    'policyIds.2': noPolicy,
    'policyIds.3': noPolicy,
    'policyIds.4': noPolicy,
    'taskIds.1': noTask,
    'taskIds.2': noTask,
    'taskIds.3': noTask,
    'requirementMappings.1.frameworkInstanceId': noFramework,
    'requirementMappings.2.frameworkInstanceId': noFramework,
    'requirementMappings.3.requirementId': noRequirement,
    'requirementMappings.4.customRequirementId': noRequirement,
    'requirementMappings.5.requirementId': noRequirement,
    'requirementMappings.6.customRequirementId': noRequirement,
  });
  expect(answer).toMatchObject(expectedAnswer);
  expect(Object.keys(answer.body.details)).toEqual(Object.keys(expectedAnswer.body.details));
  expect((await call('GET', '/v1/controls?count=true')).body).toEqual({ data: [], nextCursor: null, totalCount: 0 });
});
test('201 for a custom requirement that was added to a catalogue framework (rule 6)', async () => {
  const { call, organization, platform, custom } = await withFrameworks(app);
  const addedId = newId('creq');
  await within(app.database, organization.id, (db) =>
    db
      .insertInto('custom_requirement')
      .values({
        id: addedId,
        name: 'Also',
        identifier: 'X-1',
        description: '',
        custom_framework_id: null,
        framework_instance_id: platform.id,
      })
      .execute(),
  );
  await addControl(call, { requirementMappings: [{ frameworkInstanceId: platform.id, customRequirementId: addedId }] });
  expect(
    await call('POST', '/v1/controls', {
      body: { ...control, requirementMappings: [{ frameworkInstanceId: custom.id, customRequirementId: addedId }] },
    }),
  ).toMatchObject(invalid({ 'requirementMappings.0.customRequirementId': 'must be a requirement of the framework' }));
});
test('400 for each field that is missing or does not fit, under its own name', async () => {
  const { call } = await app.caller();
  const id = await addControl(call);
  expect(await call('POST', '/v1/controls', { body: {} })).toMatchObject(invalid({ name: 'is required', description: 'is required' }));
  const sharedCases: [string, unknown][] = [
    ['name', ''],
    ['name', ' '],
    ['name', null],
    ['name', 'x'.repeat(256)],
    ['description', ''],
    ['description', '\n'],
    ['description', null],
    ['description', 'x'.repeat(10_001)],
    ['archivedAt', null],
    ['id', 'ctl_x'],
    ['organizationId', 'org_x'],
    ['createdAt', '2026-01-01T00:00:00Z'],
  ];
  const createCases: [string, unknown, string?][] = [
    ...sharedCases,
    ['lastReviewDate', '2026-01-01'],
    ['policyIds', ['x', 'x']],
    ['taskIds', 'x'],
    ['taskIds', [7], 'taskIds.0'],
    ['documentTypes', ['meetings'], 'documentTypes.0'],
    ['documentTypes', ['meeting', 'meeting']],
    ['policyIds', [''], 'policyIds.0'],
  ];
  const updateCases: [string, unknown, string?][] = [
    ...sharedCases,
    ['lastReviewDate', 'yesterday'],
    ['nextReviewDate', '2026-02-30'],
    ['nextReviewDate', 7],
    ['policyIds', []],
    ['nextReviewDate', '0000-01-01T00:00:00Z'],
  ];
  for (const [method, url, cases] of [
    ['POST', '/v1/controls', createCases],
    ['PATCH', `/v1/controls/${id}`, updateCases],
  ] as const) {
    for (const [field, value, path = field] of cases) {
      const answer = await call(method, url, { body: { ...(method === 'POST' && control), [field]: value } });
      expect(
        [answer.status, Object.keys(answer.body.details ?? {})],
        `${method} ${JSON.stringify({ [field]: value }).slice(0, 60)}`,
      ).toEqual([400, [path]]);
    }
  }
});
test('400 for a mapping with both requirement ids or with neither', async () => {
  const { call, map, customMap } = await withFrameworks(app);
  expect(
    await call('POST', '/v1/controls', {
      body: { ...control, requirementMappings: [{ frameworkInstanceId: map().frameworkInstanceId }, { ...map(), ...customMap() }] },
    }),
  ).toMatchObject(
    invalid({
      'requirementMappings.0': 'must have exactly one of: requirementId, customRequirementId',
      'requirementMappings.1': 'must fit exactly one of the alternatives',
    }),
  );
});
test('409 on update for an external id that another control has', async () => {
  const { call } = await app.caller();
  await addControl(call, { externalId: 'A-1' });
  await expectError(call, 'PATCH', `/v1/controls/${await addControl(call)}`, 409, { externalId: 'A-1' });
});
test('200 on update trims the name, stores a day as its midnight in UTC, clears dates that are null, and keeps omitted fields', async () => {
  const { call } = await app.caller();
  const id = await addControl(call);
  const update = async (body: object) => {
    const answer = await call('PATCH', `/v1/controls/${id}`, { body });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return answer.body;
  };
  const first = await update({ name: ' Restore ', lastReviewDate: '2026-04-08', nextReviewDate: '2027-04-08T10:00:00+02:00' });
  expect(first).toMatchObject({
    id,
    name: 'Restore',
    description: control.description,
    lastReviewDate: '2026-04-08T00:00:00.000Z',
    nextReviewDate: '2027-04-08T08:00:00.000Z',
  });
  expect(first.updatedAt > first.createdAt).toBe(true);
  expect(await update({ description: 'Other', nextReviewDate: null })).toMatchObject({
    name: 'Restore',
    description: 'Other',
    lastReviewDate: '2026-04-08T00:00:00.000Z',
    nextReviewDate: null,
  });
  const last = await update({});
  expect((await call('GET', `/v1/controls/${id}`)).body).toMatchObject(last);
});
test('200 and 204 with the current version, 412 with an older one; linking and unlinking change the version', async () => {
  const { call, organization } = await app.caller();
  const [policy = ''] = await addPolicies(app, organization.id, [{}]);
  const id = await addControl(call);
  const etag = async () => (await call('GET', `/v1/controls/${id}`)).headers.get('etag') ?? '';
  const before = await etag();
  await call('POST', `/v1/controls/${id}/policies/link`, { body: { policyIds: [policy] } });
  expect(await etag()).not.toBe(before);
  const linked = await etag();
  for (const [method, path, body] of [
    ['PATCH', `/v1/controls/${id}`, { name: 'Late' }],
    ['DELETE', `/v1/controls/${id}`, undefined],
    ['DELETE', `/v1/controls/${id}/policies/${policy}`, undefined],
  ] as const)
    expect(await call(method, path, { body, headers: { 'If-Match': before } })).toMatchObject({ status: 412 });
  const unlink = () => call('DELETE', `/v1/controls/${id}/policies/${policy}`, { headers: { 'If-Match': linked } });
  expect(await unlink()).toMatchObject({ status: 204 });
  expect(await unlink()).toMatchObject({ status: 412 });
  expect(await call('PATCH', `/v1/controls/${id}`, { body: { name: 'In time' }, headers: { 'If-Match': await etag() } })).toMatchObject({
    status: 200,
    body: { name: 'In time' },
  });
  expect(await call('DELETE', `/v1/controls/${id}`, { headers: { 'If-Match': await etag() } })).toMatchObject({ status: 204 });
});
test('204 on delete removes all links of the control; policies, tasks, requirements, and other controls remain (rule 8)', async () => {
  const { call, organization, platform, map, customMap } = await withFrameworks(app);
  const [policyIds, taskIds] = [await addPolicies(app, organization.id, [{}]), await addTasks(app, organization.id, [{}])];
  const links = { policyIds, taskIds, documentTypes: ['meeting'], requirementMappings: [map(), customMap()] };
  const [id, otherId] = [await addControl(call, links), await addControl(call, links)];
  await within(app.database, organization.id, (db) =>
    db
      .insertInto('framework_control_family')
      .values(
        [id, otherId].map((controlId) => ({
          id: newId('fcf'),
          framework_instance_id: platform.id,
          control_id: controlId,
          control_family: 'Backup',
        })),
      )
      .execute(),
  );
  expect(await call('DELETE', `/v1/controls/${id}`)).toMatchObject({ status: 204, text: '' });
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect(await call(method, `/v1/controls/${id}`, method === 'PATCH' ? { body: {} } : {})).toMatchObject(notFound('Control'));
  const remaining = await within(app.database, organization.id, async (db) => [
    ...(await Promise.all(
      (
        [
          'requirement_map',
          'control_policy',
          'control_task',
          'control_document_type',
          'framework_control_policy',
          'framework_control_task',
          'framework_control_document_type',
          'framework_control_family',
        ] as const
      ).map(async (table) => [...new Set((await db.selectFrom(table).select('control_id').execute()).map(({ control_id }) => control_id))]),
    )),
    (await db.selectFrom('policy').select('id').execute()).length,
    (await db.selectFrom('task').select('id').execute()).length,
    (await db.selectFrom('custom_requirement').select('id').execute()).length,
  ]);
  expect(remaining).toEqual([...Array.from({ length: 8 }, () => [otherId]), 1, 1, 2]);
});
test('404 for a control that is not there or of another organization, whatever is asked of it', async () => {
  const [firstCaller, otherCaller] = [await app.caller(), await app.caller()];
  const id = await addControl(firstCaller.call);
  const requests: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/policies/link', { policyIds: ['x'] }],
    ['DELETE', '/policies/x'],
    ['POST', '/tasks/link', { taskIds: ['x'] }],
    ['DELETE', '/tasks/x'],
    ['POST', '/requirements/link', { requirements: [{ frameworkInstanceId: 'x', requirementId: 'x' }] }],
    ['DELETE', '/requirements/link', { requirements: [] }],
    ['POST', '/document-types/link', { formTypes: ['meeting'] }],
    ['DELETE', '/document-types/meeting'],
  ];
  for (const unknownId of [id, newId('ctl'), 'x'])
    for (const [method, path, body] of requests)
      expect(await otherCaller.call(method, `/v1/controls/${unknownId}${path}`, { body }), `${method} ${path}`).toMatchObject(
        notFound('Control'),
      );
  expect((await otherCaller.call('GET', '/v1/controls')).body.data).toEqual([]);
});
test("201, 200 and 204 are logged under the control's id, with names and ids of linked records, and only changed fields (rule 11)", async () => {
  const { call, organization, platform, custom, map, customMap } = await withFrameworks(app);
  const [[policy = ''], [task = '']] = [
    await addPolicies(app, organization.id, [{ name: 'Backup policy' }]),
    await addTasks(app, organization.id, [{ title: 'Restore test' }]),
  ];
  const id = await addControl(call, { policyIds: [policy], documentTypes: ['meeting'], requirementMappings: [map()] });
  const requests: [string, string, object?][] = [
    ['PATCH', '', { name: 'Restore', description: control.description, nextReviewDate: '2027-01-01' }],
    ['POST', '/policies/link', { policyIds: [policy, newId('pol')] }],
    ['POST', '/tasks/link', { taskIds: [task] }],
    ['DELETE', `/tasks/${task}`],
    ['DELETE', `/tasks/${task}`],
    ['POST', '/requirements/link', { requirements: [map(), customMap()] }],
    ['DELETE', '/requirements/link', { requirements: [map()] }],
    ['POST', '/document-types/link', { formTypes: ['rbac-matrix', 'meeting'] }],
    ['DELETE', '/document-types/meeting'],
    ['POST', '/tasks/link', { taskIds: ['x'] }],
    ['DELETE', ''],
  ];
  for (const [method, path, body] of requests) await call(method, `/v1/controls/${id}${path}`, { body });
  const entries = await readLog(app.database, organization.id);
  expect(entries.every(({ entityType, entityId }) => entityType === 'control' && entityId === id)).toBe(true);
  const [added, removed] = [
    (...current: string[]) => ({ previous: null, current }),
    (...previous: string[]) => ({ previous, current: null }),
  ];
  const [criterion, demand] = [`CC1.1 Criterion 1 (${platform.requirements[0]})`, `SEC-1 Demand 1 (${custom.requirements[0]})`];
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    [
      'Created control',
      {
        name: { previous: null, current: 'Backup' },
        description: { previous: null, current: control.description },
        policies: added(`Backup policy (${policy})`),
        documentTypes: added('meeting'),
        requirements: added(criterion),
      },
    ],
    [
      'Updated control',
      { name: { previous: 'Backup', current: 'Restore' }, nextReviewDate: { previous: null, current: '2027-01-01T00:00:00.000Z' } },
    ],
    ['Linked policies to control', undefined],
    ['Linked tasks to control', { tasks: added(`Restore test (${task})`) }],
    ['Unlinked tasks from control', { tasks: removed(`Restore test (${task})`) }],
    ['Unlinked tasks from control', undefined],
    ['Linked requirements to control', { requirements: added(demand) }],
    ['Unlinked requirements from control', { requirements: removed(criterion) }],
    ['Linked document types to control', { documentTypes: added('rbac-matrix') }],
    ['Unlinked document types from control', { documentTypes: removed('meeting') }],
    ['Deleted control', undefined],
  ]);
});
