import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { addControl, addPolicies, addTasks, archive, control, withFrameworks } from '../../support/controls.ts';
import { newRole, within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
type Call = Caller['call'];

async function names(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/controls${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ name }: { name: string }) => name);
}

test('200 with the controls in use, with policies, tasks and requirements in brief', async () => {
  const { call, organization, platform, custom, map, customMap } = await withFrameworks(app);
  const [policyIds, taskIds] = [
    await addPolicies(app, organization.id, [{ name: 'Restore' }, { name: 'Backup', status: 'published' }]),
    await addTasks(app, organization.id, [{ title: 'Report', status: 'done' }]),
  ];
  const id = await addControl(call, { name: 'Linked', policyIds, taskIds, documentTypes: ['meeting'], requirementMappings: [map()] });
  await call('POST', `/v1/controls/${id}/requirements/link`, { body: { requirements: [customMap(1)] } });
  await addControl(call, { name: 'Bare' });
  await archive(app, organization.id, 'control', 'id', await addControl(call, { name: 'Archived' }));
  const { body } = await call('GET', '/v1/controls?count=true');
  expect(body).toMatchObject({
    nextCursor: null,
    totalCount: 2,
    data: [
      { name: 'Bare', policies: [], tasks: [], requirementsMapped: [] },
      { id, name: 'Linked' },
    ],
  });
  const [, { policies, tasks, requirementsMapped, ...otherFields }] = body.data;
  expect(policies).toEqual([
    { id: policyIds[1], name: 'Backup', status: 'published' },
    { id: policyIds[0], name: 'Restore', status: 'draft' },
  ]);
  expect(tasks).toEqual([{ id: taskIds[0], title: 'Report', status: 'done' }]);
  expect(requirementsMapped).toEqual([
    {
      id: expect.stringMatching(/^req_/),
      frameworkInstanceId: platform.id,
      frameworkName: 'SOC 2',
      requirementId: expect.any(String),
      customRequirementId: null,
      name: 'Criterion 1',
      identifier: 'CC1.1',
    },
    {
      id: expect.stringMatching(/^req_/),
      frameworkInstanceId: custom.id,
      frameworkName: 'Customer annex',
      requirementId: null,
      customRequirementId: expect.any(String),
      name: 'Demand 2',
      identifier: 'SEC-2',
    },
  ]);
  expect(Object.keys(otherFields).sort()).toEqual([
    'archivedAt',
    'controlTemplateId',
    'createdAt',
    'description',
    'externalId',
    'id',
    'implementationStatus',
    'lastReviewDate',
    'name',
    'nextReviewDate',
    'organizationId',
    'ownerId',
    'updatedAt',
    'version',
  ]);
});
test('200 sorts controls by name unless sortBy is given, in either direction, with unset dates always last', async () => {
  const { call } = await app.caller();
  const dates: Readonly<Record<string, string | null>> = { B: '2026-05-01', A: null, D: '2026-03-01', C: null, E: '9999-12-31' };
  for (const [name, date] of Object.entries(dates)) {
    const id = await addControl(call, { name });
    await call('PATCH', `/v1/controls/${id}`, { body: { lastReviewDate: date, nextReviewDate: date } });
  }
  expect(await names(call)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(await names(call, '?sortOrder=desc')).toEqual(['E', 'D', 'C', 'B', 'A']);
  for (const sortBy of ['createdAt', 'updatedAt']) {
    expect(await names(call, `?sortBy=${sortBy}`)).toEqual(['B', 'A', 'D', 'C', 'E']);
    expect(await names(call, `?sortBy=${sortBy}&sortOrder=desc`)).toEqual(['E', 'C', 'D', 'A', 'B']);
  }
  for (const sortBy of ['lastReviewDate', 'nextReviewDate']) {
    const [ascending, descending] = [await names(call, `?sortBy=${sortBy}`), await names(call, `?sortBy=${sortBy}&sortOrder=desc`)];
    expect([ascending.slice(0, 3), ascending.slice(3).sort()]).toEqual([
      ['D', 'B', 'E'],
      ['A', 'C'],
    ]);
    expect([descending.slice(0, 3), descending.slice(3).sort()]).toEqual([
      ['E', 'B', 'D'],
      ['A', 'C'],
    ]);
  }
});
test('200 returns each control once across all pages, in every sort order', async () => {
  const { call } = await app.caller();
  const dates = ['2026-05-01', null, null, '2026-03-01', null, '2026-05-01', null];
  for (const [index, lastReviewDate] of dates.entries()) {
    const id = await addControl(call, { name: `Control ${index % 3}` });
    await call('PATCH', `/v1/controls/${id}`, { body: { lastReviewDate, nextReviewDate: lastReviewDate } });
  }
  for (const sortBy of ['name', 'createdAt', 'updatedAt', 'lastReviewDate', 'nextReviewDate'])
    for (const sortOrder of ['asc', 'desc']) {
      const order = `sortBy=${sortBy}&sortOrder=${sortOrder}`;
      const ids = (data: readonly { readonly id: string }[]) => data.map(({ id }) => id);
      const sortedIds = ids((await call('GET', `/v1/controls?${order}`)).body.data);
      const pages = await allPages(call, `/v1/controls?${order}&limit=2&count=true`);
      expect(
        pages.map(({ data, totalCount }) => [data.length, totalCount]),
        order,
      ).toEqual([
        [2, 7],
        [2, 7],
        [2, 7],
        [1, 7],
      ]);
      expect(
        pages.flatMap(({ data }) => ids(data)),
        order,
      ).toEqual(sortedIds);
    }
});
test('200 finds names that contain the search text in any case, including wildcard characters', async () => {
  const { call } = await app.caller();
  for (const name of ['Backup', 'backups of 100% of data', 'under_score', 'back\\slash', 'Other']) await addControl(call, { name });
  const searchNames = (name: string) => names(call, `?search=${encodeURIComponent(name)}`);
  expect((await searchNames('BACKUP')).sort()).toEqual(['Backup', 'backups of 100% of data']);
  expect([await searchNames('%'), await searchNames('_'), await searchNames('\\'), await searchNames('nothing')]).toEqual([
    ['backups of 100% of data'],
    ['under_score'],
    ['back\\slash'],
    [],
  ]);
});
test('200 with the controls of the requested frameworks; none for an unknown framework or a framework of another organization', async () => {
  const [{ call, organization, platform, custom, map, customMap }, otherOrg] = [await withFrameworks(app), await withFrameworks(app)];
  await addControl(call, { name: 'Neither' });
  await addControl(call, { name: 'Platform', requirementMappings: [map(), map(1)] });
  await addControl(call, { name: 'Both', requirementMappings: [map(), customMap()] });
  await archive(
    app,
    organization.id,
    'requirement_map',
    'control_id',
    await addControl(call, { name: 'No longer', requirementMappings: [map()] }),
  );
  expect(await names(call, `?frameworkInstanceId=${platform.id}`)).toEqual(['Both', 'Platform']);
  expect(await names(call, `?frameworkInstanceId=${custom.id}`)).toEqual(['Both']);
  expect(await names(call, `?frameworkInstanceId=${custom.id}&frameworkInstanceId=${platform.id}`)).toEqual(['Both', 'Platform']);
  for (const unknownId of [otherOrg.platform.id, newId('frm')]) expect(await names(call, `?frameworkInstanceId=${unknownId}`)).toEqual([]);
});
test('200 with the controls that lack a kind of link; links to archived records do not count', async () => {
  const { call, organization, map } = await withFrameworks(app);
  const [policy = '', archived = ''] = await addPolicies(app, organization.id, [{}, {}]);
  const [task = ''] = await addTasks(app, organization.id, [{}]);
  await addControl(call, { name: 'All', policyIds: [policy], taskIds: [task], documentTypes: ['meeting'], requirementMappings: [map()] });
  await addControl(call, {
    name: 'Archived policy',
    policyIds: [archived],
    taskIds: [task],
    documentTypes: ['meeting'],
    requirementMappings: [map()],
  });
  await addControl(call, { name: 'No form', policyIds: [policy], taskIds: [task], requirementMappings: [map()] });
  await addControl(call, { name: 'None' });
  await archive(app, organization.id, 'policy', 'id', archived);
  expect(await names(call, '?missing=policies')).toEqual(['Archived policy', 'None']);
  expect(await names(call, '?missing=document_types')).toEqual(['No form', 'None']);
  for (const kind of ['tasks', 'requirements']) expect(await names(call, `?missing=${kind}`)).toEqual(['None']);
  expect(await names(call, '?missing=policies&missing=document_types')).toEqual(['Archived policy', 'No form', 'None']);
  expect(await names(call, '?missing=policies&search=archived')).toEqual(['Archived policy']);
});
test('200 with the controls that are complete, incomplete, or empty according to their progress (rule 1)', async () => {
  const { call, organization } = await app.caller();
  const [published = '', draft = '', archived = ''] = await addPolicies(app, organization.id, [
    { status: 'published' },
    { status: 'needs_review' },
    {},
  ]);
  const [done = '', irrelevant = '', failed = ''] = await addTasks(app, organization.id, [
    { status: 'done' },
    { status: 'not_relevant' },
    { status: 'failed' },
  ]);
  const cases: Readonly<Record<string, object>> = {
    Bare: {},
    'Form alone': { documentTypes: ['meeting'] },
    'Archived alone': { policyIds: [archived] },
    Policy: { policyIds: [published] },
    'All done': { policyIds: [published, archived], taskIds: [done, irrelevant] },
    Draft: { policyIds: [published, draft], taskIds: [done] },
    Failed: { taskIds: [done, failed] },
  };
  for (const [name, links] of Object.entries(cases)) await addControl(call, { name, ...links });
  await archive(app, organization.id, 'policy', 'id', archived);
  expect(await names(call, '?completeness=empty')).toEqual(['Archived alone', 'Bare', 'Form alone']);
  expect(await names(call, '?completeness=complete')).toEqual(['All done', 'Policy']);
  expect(await names(call, '?completeness=incomplete')).toEqual(['Draft', 'Failed']);
  expect(await names(call, '?completeness=incomplete&completeness=complete')).toEqual(['All done', 'Draft', 'Failed', 'Policy']);
  for (const { id } of (await call('GET', '/v1/controls?completeness=complete')).body.data)
    expect((await call('GET', `/v1/controls/${id}`)).body.progress.percentComplete).toBe(100);
  for (const { id } of (await call('GET', '/v1/controls?completeness=incomplete')).body.data)
    expect((await call('GET', `/v1/controls/${id}`)).body.progress.percentComplete).toBeLessThan(100);
});
test('400 for an invalid filter, sort order, or page, in both error formats', async () => {
  const { call } = await app.caller();
  const cases: Readonly<Record<string, string>> = {
    'sortBy=description': 'sortBy',
    'sortOrder=up': 'sortOrder',
    'missing=controls': 'missing',
    'completeness=all': 'completeness',
    'limit=0': 'limit',
    'limit=251': 'limit',
    'count=1': 'count',
    'cursor=abc': 'cursor',
    'name=': 'name',
    'name=x': 'name',
    'frameworkInstanceId=': 'frameworkInstanceId',
  };
  for (const [query, field] of Object.entries(cases)) {
    const answer = await call('GET', `/v1/controls?${query}`);
    expect([answer.status, Object.keys(answer.body.details ?? {})], query).toEqual([400, [field]]);
  }
  expect(await call('GET', '/v1/controls?sortBy=status', asProblem)).toMatchObject({
    status: 400,
    body: {
      errors: [
        {
          pointer: '#/sortBy',
          detail: 'must be one of: name, createdAt, updatedAt, lastReviewDate, nextReviewDate',
        },
      ],
    },
  });
});

test('200 without controls for an employee or contractor without tasks, 403 without a role, 200 with all controls for any other role (rule 10)', async () => {
  const { call, organization } = await app.caller();
  const id = await addControl(call);
  const role = await newRole(app.database, organization.id, ['control:read']);
  for (const roles of [['employee'], ['contractor']]) {
    const session = await app.session(organization, roles);
    expect(await names(session.call)).toEqual([]);
    expect(await session.call('GET', `/v1/controls/${id}`)).toMatchObject({ status: 403, body: { code: 'control_not_assigned' } });
  }
  const nobody = await app.session(organization, []);
  for (const path of ['', '/options', `/${id}`])
    expect(await nobody.call('GET', `/v1/controls${path}`)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Missing permission') },
    });
  for (const roles of [[role], ['employee', role], ['auditor']]) {
    const session = await app.session(organization, roles);
    expect(await names(session.call)).toEqual([control.name]);
    expect(await session.call('GET', `/v1/controls/${id}`)).toMatchObject({ status: 200 });
    expect(await session.call('DELETE', `/v1/controls/${id}`)).toMatchObject({ status: 403 });
  }
});
test('200 with only the controls of their own tasks for restricted members, 403 for other controls and for every change (rule 10)', async () => {
  const { call, organization, platform } = await withFrameworks(app);
  const { call: ask, member } = await app.session(organization, ['employee']);
  const [ownTask = '', scopedTask = '', archivedTask = '', othersTask = ''] = await addTasks(app, organization.id, [
    { title: 'Own', assignee_id: member.id },
    { title: 'Scoped', assignee_id: member.id },
    { title: 'Gone', assignee_id: member.id, archived_at: '2026-01-01' },
    { title: 'Others', assignee_id: organization.owner.id },
  ]);
  const direct = await addControl(call, { name: 'Direct', taskIds: [ownTask, othersTask] });
  const inFramework = await addControl(call, { name: 'In a framework' });
  await call('POST', `/v1/controls/${inFramework}/tasks/link?frameworkInstanceId=${platform.id}`, { body: { taskIds: [scopedTask] } });
  const hiddenIds = [await addControl(call, { name: 'Of others', taskIds: [othersTask] }), await addControl(call, { name: 'Bare' })];
  const archived = await addControl(call, { name: 'Archived task' });
  await within(app.database, organization.id, (db) =>
    db
      .insertInto('control_task')
      .values({ id: newId('ctk'), control_id: archived, task_id: archivedTask })
      .execute(),
  );
  expect((await ask('GET', '/v1/controls?sortBy=name&sortOrder=asc&count=true')).body).toMatchObject({
    totalCount: 2,
    data: [{ id: direct }, { id: inFramework }],
  });
  expect(await ask('GET', '/v1/controls/options')).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
  for (const id of [direct, inFramework]) expect(await ask('GET', `/v1/controls/${id}`)).toMatchObject({ status: 200 });
  for (const id of [...hiddenIds, archived])
    expect(await ask('GET', `/v1/controls/${id}`)).toMatchObject({
      status: 403,
      body: { success: false, error: 'No task of this control is assigned to you', code: 'control_not_assigned' },
    });
  const [open = '', hr = ''] = await addPolicies(app, organization.id, [
    { name: 'For all', status: 'published', approver_id: organization.owner.id },
    { name: 'For HR', visibility: 'DEPARTMENT', visible_to_departments: ['hr'] },
  ]);
  await call('POST', `/v1/controls/${direct}/policies/link`, { body: { policyIds: [open, hr] } });
  const [listed] = (await ask('GET', '/v1/controls?search=Direct')).body.data;
  const detail = (await ask('GET', `/v1/controls/${direct}`)).body;
  for (const shownControl of [listed, detail])
    expect(shownControl).toMatchObject({ policies: [{ id: open, name: 'For all' }], tasks: [{ id: ownTask, title: 'Own' }] });
  expect([listed.policies.length, listed.tasks.length, detail.policies.length, detail.tasks.length]).toEqual([1, 1, 1, 1]);
  expect(detail.progress).toMatchObject({ total: 2, completed: 1 });
  const fullDetail = (await call('GET', `/v1/controls/${direct}`)).body;
  expect(fullDetail.progress).toMatchObject({ total: 4, completed: 1 });
  expect(fullDetail.policies.find((policy: { id: string }) => policy.id === open)).toMatchObject({ approverId: organization.owner.id });
  expect(detail.policies).toMatchObject([{ approverId: null, pendingVersionId: null }]);
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'Mine' }],
    ['DELETE', '', undefined],
    ['POST', '/tasks/link', { taskIds: [ownTask] }],
    ['DELETE', `/tasks/${ownTask}`, undefined],
  ] as const)
    expect([method, path, (await ask(method, `/v1/controls/${direct}${path}`, { body })).status]).toEqual([method, path, 403]);
});
