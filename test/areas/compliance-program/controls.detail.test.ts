/** Details of one control, and the records that a control can be linked to. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { addControl, addPolicies, addTasks, archive, notFound, scopedLinks, withFrameworks } from '../../support/controls.ts';
import { newMember, within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();

test('201 with links of every kind; 200 with all linked records and the progress of the control (rules 1, 2)', async () => {
  const { call, organization, platform, custom, frameworkId, customFramework, map, customMap } = await withFrameworks(app);
  const member = await newMember(app.database, organization.id, ['admin']);
  await within(app.database, organization.id, (db) => db.insertInto('stored_file').values({ id: 'key', size: 1 }).execute());
  const policyIds = await addPolicies(app, organization.id, [
    {
      name: 'Restore',
      status: 'published',
      assignee_id: member.id,
      pdf_key: 'key',
      visible_to_departments: ['it'],
      review_date: '2027-01-02',
    },
    { name: 'Backup' },
  ]);
  const taskIds = await addTasks(app, organization.id, [
    { title: 'Report', status: 'not_relevant', position: 3 },
    { title: 'Protocol', previous_status: 'todo', status: 'in_review' },
    { title: 'Other', status: 'done' },
  ]);
  const id = await addControl(call, {
    policyIds,
    taskIds,
    documentTypes: ['tabletop-exercise', 'meeting'],
    requirementMappings: [map(), customMap(1)],
  });
  await within(app.database, organization.id, async (db) => {
    await db
      .insertInto('evidence_form_setting')
      .values({ id: newId('efs'), form_type: 'meeting', is_not_relevant: true })
      .execute();
    await db
      .insertInto('evidence_submission')
      .values(
        ['tabletop-exercise', 'tabletop-exercise', 'rbac-matrix'].map((form) => ({
          id: newId('evs'),
          form_type: form === 'rbac-matrix' ? form : 'tabletop-exercise',
        })),
      )
      .execute();
  });
  const { body } = await call('GET', `/v1/controls/${id}`);
  expect(body.policies).toMatchObject([
    { id: policyIds[1], name: 'Backup', status: 'draft', hasPdf: false, assigneeId: null },
    {
      id: policyIds[0],
      organizationId: organization.id,
      name: 'Restore',
      status: 'published',
      hasPdf: true,
      assigneeId: member.id,
      visibleToDepartments: ['it'],
      reviewDate: '2027-01-02T00:00:00.000Z',
      isArchived: false,
    },
  ]);
  expect(body.tasks).toMatchObject([
    { id: taskIds[2], title: 'Other', status: 'done' },
    { id: taskIds[1], title: 'Protocol', status: 'in_review', previousStatus: 'todo' },
    { id: taskIds[0], title: 'Report', status: 'not_relevant', order: 3, frequency: null },
  ]);
  expect(body.controlDocumentTypes).toEqual([
    { id: expect.stringMatching(/^cdt_/), controlId: id, formType: 'meeting', isNotRelevant: true },
    { id: expect.stringMatching(/^cdt_/), controlId: id, formType: 'tabletop-exercise', isNotRelevant: false },
  ]);
  expect(body.submissionCountsByFormType).toEqual({ meeting: 0, 'tabletop-exercise': 2 });
  expect(body.progress).toEqual({
    total: 5,
    completed: 3,
    percentComplete: 60,
    byType: { policy: { total: 2, completed: 1 }, task: { total: 3, completed: 2 } },
  });
  expect(body.requirementsMapped).toHaveLength(2);
  expect(body.requirementsMapped).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: expect.stringMatching(/^req_/),
        controlId: id,
        frameworkInstanceId: platform.id,
        requirementId: platform.requirements[0],
        customRequirementId: null,
        archivedAt: null,
        customRequirement: null,
        requirement: expect.objectContaining({
          id: platform.requirements[0],
          frameworkId,
          name: 'Criterion 1',
          identifier: 'CC1.1',
          requirementFamily: null,
          sortOrder: 1,
        }),
        frameworkInstance: expect.objectContaining({
          id: platform.id,
          frameworkId,
          customFrameworkId: null,
          framework: expect.objectContaining({ id: frameworkId, name: 'SOC 2', visible: true }),
          customFramework: null,
        }),
      }),
      expect.objectContaining({
        frameworkInstanceId: custom.id,
        requirementId: null,
        customRequirementId: custom.requirements[1],
        requirement: null,
        customRequirement: expect.objectContaining({
          name: 'Demand 2',
          identifier: 'SEC-2',
          customFrameworkId: customFramework,
          frameworkInstanceId: null,
        }),
        frameworkInstance: expect.objectContaining({
          framework: null,
          customFramework: expect.objectContaining({ id: customFramework, name: 'Customer annex', version: '1.0.0' }),
        }),
      }),
    ]),
  );
});
test('200 for one framework: a catalogue framework has only its own links, a custom framework also the direct links, each once (rule 2)', async () => {
  const { call, organization, platform, custom, customMap } = await withFrameworks(app);
  const [direct = '', scoped = ''] = await addPolicies(app, organization.id, [{ name: 'Direct', status: 'published' }, { name: 'Scoped' }]);
  const [task = '', scopedTask = ''] = await addTasks(app, organization.id, [{ title: 'Direct' }, { title: 'Scoped' }]);
  const id = await addControl(call, {
    policyIds: [direct],
    taskIds: [task],
    documentTypes: ['meeting'],
    requirementMappings: [customMap()],
  });
  for (const { id: instance } of [platform, custom]) {
    await call('POST', `/v1/controls/${id}/policies/link?frameworkInstanceId=${instance}`, { body: { policyIds: [scoped] } });
    await call('POST', `/v1/controls/${id}/tasks/link?frameworkInstanceId=${instance}`, { body: { taskIds: [scopedTask] } });
    await call('POST', `/v1/controls/${id}/document-types/link?frameworkInstanceId=${instance}`, { body: { formTypes: ['rbac-matrix'] } });
  }
  const linksFor = async (query: string) => {
    const { policies, tasks, controlDocumentTypes, progress, submissionCountsByFormType, requirementsMapped } = (
      await call('GET', `/v1/controls/${id}${query}`)
    ).body;
    expect(requirementsMapped).toHaveLength(1);
    expect(Object.keys(submissionCountsByFormType)).toEqual(controlDocumentTypes.map(({ formType }: { formType: string }) => formType));
    return [
      policies.map(({ name }: { name: string }) => name),
      tasks.map(({ title }: { title: string }) => title),
      controlDocumentTypes.map(({ formType }: { formType: string }) => formType),
      progress.total,
      progress.completed,
    ];
  };
  expect(await linksFor('')).toEqual([['Direct'], ['Direct'], ['meeting'], 2, 1]);
  expect(await linksFor(`?frameworkInstanceId=${platform.id}`)).toEqual([['Scoped'], ['Scoped'], ['rbac-matrix'], 2, 0]);
  expect(await linksFor(`?frameworkInstanceId=${custom.id}`)).toEqual([
    ['Direct', 'Scoped'],
    ['Direct', 'Scoped'],
    ['meeting', 'rbac-matrix'],
    4,
    1,
  ]);
});
test('404 for an adopted framework that does not exist or belongs to another organization, in both error formats', async () => {
  const [{ call }, otherCaller] = [await app.caller(), await withFrameworks(app)];
  const id = await addControl(call);
  for (const instance of [newId('frm'), otherCaller.platform.id, 'x'])
    expect(await call('GET', `/v1/controls/${id}?frameworkInstanceId=${instance}`)).toMatchObject(notFound('Framework instance'));
  expect((await call('GET', `/v1/controls/${id}?frameworkInstanceId=x`, asProblem)).body).toEqual({
    type: '/problems/framework_instance_not_found',
    title: 'Framework instance not found',
    status: 404,
    detail: 'Framework instance not found',
    code: 'framework_instance_not_found',
  });
});
test('200 omits policies, tasks, and requirement maps that were archived', async () => {
  const { call, organization, map, customMap } = await withFrameworks(app);
  const policyIds = await addPolicies(app, organization.id, [{}, {}, {}]);
  const taskIds = await addTasks(app, organization.id, [{}, {}]);
  const id = await addControl(call, { policyIds, taskIds, requirementMappings: [map()] });
  await archive(app, organization.id, 'policy', 'id', policyIds[0] ?? '');
  await app.database.system
    .updateTable('policy')
    .set({ is_archived: true })
    .where('id', '=', policyIds[1] ?? '')
    .execute();
  await archive(app, organization.id, 'task', 'id', taskIds[0] ?? '');
  await archive(app, organization.id, 'requirement_map', 'control_id', id);
  await call('POST', `/v1/controls/${id}/requirements/link`, { body: { requirements: [customMap()] } });
  const [detail, [listed]] = [(await call('GET', `/v1/controls/${id}`)).body, (await call('GET', '/v1/controls')).body.data];
  for (const { policies, tasks, requirementsMapped } of [detail, listed])
    expect([policies, tasks, requirementsMapped]).toMatchObject([
      [{ id: policyIds[2] }],
      [{ id: taskIds[1] }],
      [{ customRequirementId: customMap().customRequirementId }],
    ]);
  expect(detail.progress.total).toBe(2);
  expect(await scopedLinks(app, organization.id, id)).toMatchObject({ policies: [{ key: policyIds[2] }], tasks: [{ key: taskIds[1] }] });
});
test('200 with policies by name, tasks by title, and requirements in the order of their framework, without archived records', async () => {
  const { call, organization, platform, custom, frameworkId } = await withFrameworks(app);
  const [secondPolicy = '', firstPolicy = ''] = await addPolicies(app, organization.id, [
    { name: 'B' },
    { name: 'A' },
    { name: 'C', is_archived: true },
    { name: 'D', archived_at: '2026-01-01' },
  ]);
  const [secondTask = '', firstTask = ''] = await addTasks(app, organization.id, [
    { title: 'B' },
    { title: 'A' },
    { title: 'C', archived_at: '2026-01-01' },
  ]);
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
  await app.database.system
    .insertInto('platform_requirement')
    .values({
      id: newId('frk_rq'),
      framework_id: frameworkId,
      name: 'Gone',
      identifier: 'CC0.1',
      description: '',
      removed_at: '2026-01-01',
    })
    .execute();
  const answer = await call('GET', '/v1/controls/options');
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    policies: [
      { id: firstPolicy, name: 'A' },
      { id: secondPolicy, name: 'B' },
    ],
    tasks: [
      { id: firstTask, title: 'A' },
      { id: secondTask, title: 'B' },
    ],
    requirements: [
      ...custom.requirements.map((id, index) => ({
        id,
        name: `Demand ${index + 1}`,
        identifier: `SEC-${index + 1}`,
        frameworkInstanceId: custom.id,
        frameworkName: 'Customer annex',
        isCustom: true,
        customRequirementId: id,
      })),
      ...platform.requirements.map((id, index) => ({
        id,
        name: `Criterion ${index + 1}`,
        identifier: `CC${index + 1}.1`,
        frameworkInstanceId: platform.id,
        frameworkName: 'SOC 2',
        isCustom: false,
        requirementId: id,
      })),
      {
        id: addedId,
        name: 'Also',
        identifier: 'X-1',
        frameworkInstanceId: platform.id,
        frameworkName: 'SOC 2',
        isCustom: true,
        customRequirementId: addedId,
      },
    ],
  });
});
test('200 with linkable records whose name contains the search text, at most 500 of each kind (rule 14)', async () => {
  const { call, organization, platform } = await withFrameworks(app);
  await addPolicies(app, organization.id, [{ name: 'Backup 100%' }, { name: 'Backup' }]);
  await addTasks(app, organization.id, [
    ...Array.from({ length: 501 }, (_one, index) => ({ title: `Task ${String(index).padStart(3, '0')}` })),
    { title: 'Weekly BACKUP' },
  ]);
  const allOptions = (await call('GET', '/v1/controls/options')).body;
  expect([allOptions.tasks.length, allOptions.tasks.at(-1).title]).toEqual([500, 'Task 499']);
  expect((await call('GET', '/v1/controls/options?search=backup')).body).toMatchObject({
    policies: [{ name: 'Backup' }, { name: 'Backup 100%' }],
    tasks: [{ title: 'Weekly BACKUP' }],
    requirements: [],
  });
  expect((await call('GET', '/v1/controls/options?search=100%25')).body).toMatchObject({ policies: [{ name: 'Backup 100%' }], tasks: [] });
  expect((await call('GET', '/v1/controls/options?search=cc1.1')).body.requirements).toMatchObject([{ id: platform.requirements[0] }]);
  expect(await call('GET', '/v1/controls/options?search=')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});
test('200 with the first 100 links of a kind in the list of controls, and with all links in the details (rule 14)', async () => {
  const { call, organization } = await app.caller();
  const policyIds = await addPolicies(
    app,
    organization.id,
    Array.from({ length: 101 }, (_one, index) => ({ name: `P${String(index).padStart(3, '0')}` })),
  );
  const id = await addControl(call, { policyIds });
  const [listed] = (await call('GET', '/v1/controls')).body.data;
  expect([listed.policies.length, listed.policies.at(-1).name]).toEqual([100, 'P099']);
  expect((await call('GET', `/v1/controls/${id}`)).body.policies.length).toBe(101);
});
test('200 with the requirements of the framework version that the organization uses, not of the current catalogue', async () => {
  const { call, organization, platform, frameworkId } = await withFrameworks(app);
  const version = newId('fvr');
  const requirements = [
    { id: platform.requirements[1], identifier: 'CC2.1', name: 'As it was', description: '', requirementFamily: null, sortOrder: null },
  ];
  await app.database.system
    .insertInto('framework_version')
    .values({ id: version, framework_id: frameworkId, version: '1.0.0', manifest: JSON.stringify({ requirements }) })
    .execute();
  await within(app.database, organization.id, (db) =>
    db.updateTable('framework_instance').set({ current_version_id: version }).where('id', '=', platform.id).execute(),
  );
  const { body } = await call('GET', '/v1/controls/options');
  expect(body.requirements.filter(({ isCustom }: { isCustom: boolean }) => !isCustom)).toEqual([
    {
      id: platform.requirements[1],
      name: 'As it was',
      identifier: 'CC2.1',
      frameworkInstanceId: platform.id,
      frameworkName: 'SOC 2',
      isCustom: false,
      requirementId: platform.requirements[1],
    },
  ]);
});
