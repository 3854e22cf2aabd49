import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, startApp } from '../../support/app.ts';
import { attach } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { comment, mailsOf } from '../../support/comments.ts';
import { addControl, addPlatformFramework, addPolicies, archive, withFrameworks } from '../../support/controls.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { newMember, newRole, within } from '../../support/organization.ts';
import { invalid } from '../../support/risks.ts';
import { addTask, change, entriesOf, titlesOf, withPeople } from '../../support/tasks.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const invalidMember = 'must be an active member who takes part in compliance work';

describe('creation', () => {
  test('201 with the defaults (rule 5)', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('POST', '/v1/tasks', { body: { title: ' Restore test ', description: 'Attach the protocol.' } });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^tsk_[0-9a-f]{24}$/),
      organizationId: organization.id,
      title: 'Restore test',
      description: 'Attach the protocol.',
      status: 'todo',
      automationStatus: 'automated',
      frequency: null,
      integrationScheduleFrequency: 'daily',
      integrationLastRunAt: null,
      department: 'none',
      order: 0,
      reviewDate: null,
      lastCompletedAt: null,
      assigneeId: null,
      approverId: null,
      approvedAt: null,
      previousStatus: null,
      notRelevantJustification: null,
      taskTemplateId: null,
      archivedAt: null,
      createdAt: time,
      updatedAt: answer.body.createdAt,
      version: 1,
    });
    expect(answer.headers.get('location')).toBe(`/v1/tasks/${answer.body.id}`);
    expect((await call('GET', `/v1/tasks/${answer.body.id}`)).body).toEqual({
      ...answer.body,
      assignee: null,
      approver: null,
      submittedBy: null,
      submittedAt: null,
      approvedBy: null,
      selfApproved: false,
      via: null,
      controls: [],
    });
  });
  test('201 with all fields, linked to controls and their custom frameworks, with a mail to the assignee (rules 5, 10 and 11)', async () => {
    const { call, organization, custom, customMap } = await withFrameworks(app);
    const ada = await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' });
    const control = await addControl(call, { requirementMappings: [customMap()] });
    const template = newId('frk_tt');
    await app.database.system
      .insertInto('task_template')
      .values({ id: template, name: 'Walk', description: 'Walk.', frequency: 'monthly', department: 'it', automation_status: 'manual' })
      .execute();
    const fields = { assigneeId: ada.id, frequency: 'weekly', department: 'legal', taskTemplateId: template };
    const task = await addTask(call, { ...fields, department: ' legal ', controlIds: [control] });
    expect(task).toMatchObject({ ...fields, automationStatus: 'manual' });
    expect((await call('GET', `/v1/tasks/${task.id}`)).body).toMatchObject({
      assignee: { id: ada.id, user: { name: 'Ada Marsh' } },
      controls: [{ id: control, name: 'Backup' }],
    });
    expect(await titlesOf(call, `?frameworkInstanceId=${custom.id}`)).toEqual(['Restore test']);
    expect(await mailsOf(app.database, organization.id)).toMatchObject([
      {
        recipient: ada.email,
        subject: '"Restore test" was assigned to you',
        text: expect.stringContaining(`/${organization.id}/tasks/${task.id}`),
      },
    ]);
    expect(await entriesOf(app, organization.id, task.id)).toMatchObject([
      { entity_type: 'task', data: { action: 'Created task', changes: { assignee: { current: `Ada Marsh (${ada.id})` } } } },
    ]);
  });
  test('400 for a deactivated assignee, unavailable controls and an unknown template (rule 7)', async () => {
    const { call, organization } = await app.caller();
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    const archived = await addControl(call);
    await archive(app, organization.id, 'control', 'id', archived);
    expect(
      await call('POST', '/v1/tasks', {
        body: {
          title: 'x',
          description: 'x',
          assigneeId: deactivated.id,
          controlIds: [archived, newId('ctl')],
          taskTemplateId: newId('frk_tt'),
        },
      }),
    ).toMatchObject(
      invalid({
        assigneeId: { _errors: [invalidMember] },
        'controlIds.0': { _errors: ['must be a control of the organization that is not archived'] },
        'controlIds.1': { _errors: ['must be a control of the organization that is not archived'] },
        taskTemplateId: { _errors: ['must be a task template of the catalog'] },
      }),
    );
    for (const [field, value] of [
      ['title', ' '],
      ['description', ' '],
      ['department', ''],
      ['frequency', 'hourly'],
      ['vendorId', 'x'],
    ])
      expect(await call('POST', '/v1/tasks', { body: { title: 'x', description: 'x', [field ?? '']: value } })).toMatchObject({
        status: 400,
      });
  });
});

describe('the list', () => {
  test('200 sorted by status, position and age, page by page; archived tasks are left out (rule 1)', async () => {
    const { call, organization } = await app.caller();
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await addTask(call, { title });
    const ids = new Map(
      (await call('GET', '/v1/tasks')).body.data.map(({ title, id }: { title: string; id: string }) => [title, id] as const),
    ) as Map<string, string>;
    const set = (title: string, body: object) => change(call, ids.get(title) ?? '', body);
    await set('a', { status: 'failed' });
    await set('b', { status: 'done' });
    await set('c', { status: 'in_progress' });
    await set('d', { status: 'not_relevant', notRelevantJustification: 'No.' });
    await call('POST', `/v1/tasks/${ids.get('e')}/submit-for-review`, { body: { approverId: organization.owner.id } });
    await call('PATCH', '/v1/tasks/reorder', {
      body: {
        updates: [
          { id: ids.get('f'), order: 11, status: 'todo' },
          { id: ids.get('g'), order: 9, status: 'todo' },
        ],
      },
    });
    await archive(app, organization.id, 'task', 'id', ids.get('h') ?? '');
    const pages = await allPages(call, '/v1/tasks?limit=2&count=true');
    expect(pages.flatMap((page) => page.data.map(({ title }: { title: string }) => title)).join('')).toBe('gfcebda');
    expect(pages[0].totalCount).toBe(7);
  });
  test('200 narrowed by each filter, and with controls', async () => {
    const { call, organization, platform, map } = await withFrameworks(app);
    const control = await addControl(call, { requirementMappings: [map()] });
    const first = await addTask(call, {
      title: 'One',
      frequency: 'weekly',
      department: 'it',
      controlIds: [control],
      assigneeId: organization.owner.id,
    });
    const second = await addTask(call, { title: 'Two', description: 'Attach 50% of it.' });
    await change(call, second.id, { status: 'done' });
    await call('POST', `/v1/controls/${control}/tasks/link?frameworkInstanceId=${platform.id}`, { body: { taskIds: [second.id] } });
    for (const [query, titles] of [
      ['', ['One', 'Two']],
      ['?status=done', ['Two']],
      ['?status=done&status=todo', ['One', 'Two']],
      ['?frequency=weekly', ['One']],
      ['?department=it&department=hr', ['One']],
      [`?assigneeId=${organization.owner.id}`, ['One']],
      ['?assigneeId=me', ['One']],
      ['?assigneeId=none', ['Two']],
      [`?controlId=${control}`, ['One', 'Two']],
      [`?controlId=${newId('ctl')}`, []],
      [`?frameworkInstanceId=${platform.id}`, ['Two']],
      ['?search=50%25', ['Two']],
      ['?search=ON', ['One']],
    ] as const)
      expect(await titlesOf(call, query), query).toEqual(titles);
    const { data } = (await call('GET', '/v1/tasks?includeRelations=true')).body;
    expect(data).toMatchObject([
      { id: first.id, controls: [{ id: control, name: 'Backup' }] },
      { id: second.id, controls: [{ id: control }] },
    ]);
    expect((await call('GET', '/v1/tasks')).body.data[0]).not.toHaveProperty('controls');
    expect((await call('GET', '/v1/tasks?includeRelations=true&search=nothing')).body.data).toEqual([]);
  });
  test('400 for invalid values of filters', async () => {
    const { call } = await app.caller();
    for (const path of ['', '/export.csv'])
      for (const query of ['status=open', 'frequency=hourly', 'department=', 'search='])
        expect(await call('GET', `/v1/tasks${path}?${query}`), query).toMatchObject({ status: 400 });
    expect(await call('GET', '/v1/tasks/templates?frameworkId=')).toMatchObject({ status: 400 });
  });
  test('200 exports a table with more tasks than a single read returns, without formulas, and logs the export (rule 11)', async () => {
    const { call, organization } = await app.caller();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('task')
        .values(
          Array.from({ length: 1001 }, (_, index) => ({
            id: newId('tsk'),
            title: `=A${index}`,
            description: 'say "x"',
            position: index,
            assignee_id: organization.owner.id,
          })),
        )
        .execute(),
    );
    const answer = await call('GET', '/v1/tasks/export.csv?status=todo');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tasks-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = answer.text.split('\r\n');
    expect(lines).toHaveLength(1003);
    expect(lines[0]).toMatch(/^"id","title","status","assignee"/);
    expect(lines[1]).toMatch(/^"tsk_[0-9a-f]{24}","'=A0","todo","Olive Owner","".*"say ""x""",/);
    expect(lines[1001]).toContain(`"'=A1000"`);
    expect((await call('GET', '/v1/tasks/export.csv?status=done')).text.split('\r\n')).toHaveLength(2);
    const { data } = (await call('GET', '/v1/audit-logs?search=Exported')).body;
    expect(data).toMatchObject([{ data: { changes: { status: { current: ['done'] } } } }, { data: { action: 'Exported tasks' } }]);
  });
});

describe('a task', () => {
  test('200 changes the sent fields, and keeps the other fields', async () => {
    const { call, ada, organization } = await withPeople(app);
    const before = await addTask(call, { frequency: 'weekly', department: 'it' });
    const fields = {
      title: 'Other',
      description: 'More.',
      frequency: 'monthly',
      integrationScheduleFrequency: 'weekly',
      department: 'legal',
    };
    const after = await change(call, before.id, {
      ...fields,
      title: ' Other ',
      department: ' legal ',
      assigneeId: ada.id,
      approverId: ada.id,
    });
    expect(after).toMatchObject({
      ...fields,
      assigneeId: ada.id,
      approverId: ada.id,
      assignee: { id: ada.id },
      approver: { id: ada.id },
      reviewDate: time,
    });
    const { reviewDate } = after;
    expect(await change(call, before.id, { frequency: 'monthly' })).toMatchObject({ reviewDate });
    expect(await change(call, before.id, { frequency: 'yearly', reviewDate: '2030-01-02' })).toMatchObject({
      reviewDate: '2030-01-02T00:00:00.000Z',
    });
    const emptyFields = { department: null, assigneeId: null, approverId: null, reviewDate: null };
    expect(await change(call, before.id, emptyFields)).toMatchObject(emptyFields);
    const last = await change(call, before.id, {});
    expect((await call('GET', `/v1/tasks/${before.id}`)).body).toEqual(last);
    const [, entry] = await entriesOf(app, organization.id, before.id);
    expect(entry).toMatchObject({
      data: {
        action: 'Updated task',
        changes: {
          title: { previous: 'Restore test', current: 'Other' },
          assignee: { previous: 'Unassigned', current: `Ada Marsh (${ada.id})` },
        },
      },
    });
  });
  test('200 with a status: done sets a due date, not_relevant needs a reason, and any other status clears the reason (rule 4)', async () => {
    const { call } = await app.caller();
    const { id } = await addTask(call, { frequency: 'weekly' });
    const done = await change(call, id, { status: 'done' });
    expect(done).toMatchObject({ status: 'done', lastCompletedAt: time });
    expect(Date.parse(done.reviewDate) - Date.parse(done.lastCompletedAt)).toBe(7 * 86_400_000);
    expect(await change(call, id, { status: 'done' })).toMatchObject({
      reviewDate: done.reviewDate,
      lastCompletedAt: done.lastCompletedAt,
    });
    const taskUrl = `/v1/tasks/${id}`;
    const required = invalid({ notRelevantJustification: { _errors: ['is required with the status not_relevant'] } });
    expect(await call('PATCH', taskUrl, { body: { status: 'not_relevant' } })).toMatchObject(required);
    expect(await call('PATCH', taskUrl, { body: { status: 'todo', notRelevantJustification: 'No.' } })).toMatchObject(
      invalid({ notRelevantJustification: { _errors: ['is accepted only for tasks that are not relevant'] } }),
    );
    expect(await change(call, id, { status: 'not_relevant', notRelevantJustification: ' No doors. ' })).toMatchObject({
      notRelevantJustification: 'No doors.',
    });
    expect(await change(call, id, { notRelevantJustification: 'No door.' })).toMatchObject({
      status: 'not_relevant',
      notRelevantJustification: 'No door.',
    });
    expect(await change(call, id, { status: 'not_relevant' })).toMatchObject({ notRelevantJustification: 'No door.' });
    expect(await change(call, id, { status: 'todo' })).toMatchObject({ notRelevantJustification: null });
    expect(await call('PATCH', taskUrl, { body: { status: 'in_review' } })).toMatchObject(
      invalid({ status: { _errors: ['must not be in_review, which submitting the task for review sets'] } }),
    );
  });
  test('400 for a deactivated or unknown assignee or approver (rule 7)', async () => {
    const { call, organization } = await app.caller();
    const deactivated = await newMember(app.database, organization.id, ['admin'], { active: false });
    const { id } = await addTask(call);
    for (const field of ['assigneeId', 'approverId'])
      for (const member of [deactivated.id, newId('mem')])
        expect(await call('PATCH', `/v1/tasks/${id}`, { body: { [field]: member } })).toMatchObject(
          invalid({ [field]: { _errors: [invalidMember] } }),
        );
  });
  test('204 on delete removes links, files and comments (rule 9); 404 for a deleted task, and for a task of another organization (rule 1)', async () => {
    const [{ call, organization }, other] = [await app.caller(), await app.caller()];
    const control = await addControl(call);
    const { id } = await addTask(call, { controlIds: [control] });
    const foreign = (await addTask(other.call)).id;
    const file = await attach(call, '', { entityType: 'task', entityId: id });
    await comment(call, '', { entityType: 'task', entityId: id });
    expect(await call('DELETE', `/v1/tasks/${id}`)).toMatchObject({ status: 204 });
    expect((await entriesOf(app, organization.id, id)).at(-1)).toMatchObject({
      data: { action: 'Deleted task', changes: { title: { previous: 'Restore test' } } },
    });
    const remaining = await within(app.database, organization.id, async (db) => [
      await db.selectFrom('comment').select('id').execute(),
      await db.selectFrom('attachment').select('id').execute(),
      await db.selectFrom('control_task').select('id').execute(),
    ]);
    expect(remaining).toEqual([[], [], []]);
    const { inPerson } = await app.caller();
    const member = organization.owner.id;
    for (const missingId of [id, foreign])
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', { title: 'x' }],
        ['DELETE', ''],
        ['GET', '/policies'],
        ['GET', '/activity'],
        ['POST', '/regenerate'],
        ['POST', '/submit-for-review', { approverId: member }],
        ['GET', '/attachments'],
        ['POST', '/attachments', { fileName: 'x.txt', fileType: 'text/plain', fileData: 'eA==' }],
        ['GET', `/attachments/${file.id}/download`],
        ['DELETE', `/attachments/${file.id}`],
      ] as const)
        await expectErrorInBothTypes(
          (options) => call(method, `/v1/tasks/${missingId}${path}`, { body, ...options }),
          404,
          'Task not found',
        );
    for (const path of ['approve', 'reject'])
      await expectErrorInBothTypes(
        (options) => inPerson('POST', `/v1/tasks/${id}/${path}`, { body: {}, ...options }),
        404,
        'Task not found',
      );
  });
  test('200 with the description for the adopted frameworks, in every response that contains the task (rule 3)', async () => {
    const { call } = await app.caller();
    const [instance = ''] = await adopt(call, frameworkId('soc2'));
    const description = 'Attach it.\n\nFor SOC 2: more.\n\nFor HIPAA: less.';
    const expected = 'Attach it.\n\nFor SOC 2: more.';
    const control = (await call('GET', '/v1/controls?limit=1')).body.data[0].id;
    const task = await addTask(call, { title: 'AAA', description });
    await call('POST', `/v1/controls/${control}/tasks/link`, { body: { taskIds: [task.id] } });
    await call('POST', `/v1/controls/${control}/tasks/link?frameworkInstanceId=${instance}`, { body: { taskIds: [task.id] } });
    const descriptionAt = async (url: string, pick: (body: Awaited<ReturnType<typeof call>>['body']) => { description: string }) =>
      pick((await call('GET', url)).body).description;
    expect(task.description).toBe(expected);
    expect(await descriptionAt(`/v1/tasks/${task.id}`, (body) => body)).toBe(expected);
    expect(await descriptionAt('/v1/tasks?search=AAA', ({ data }) => data[0])).toBe(expected);
    expect(await descriptionAt(`/v1/controls/${control}`, ({ tasks }) => tasks.find(({ id }: { id: string }) => id === task.id))).toBe(
      expected,
    );
    expect(await descriptionAt(`/v1/frameworks/${instance}/tasks?limit=1`, ({ data }) => data[0])).toBe(expected);
    const stored = await app.database.system.selectFrom('task').select('description').where('id', '=', task.id).executeTakeFirstOrThrow();
    expect(stored).toEqual({ description });
  });
  test('200 resets a task to its template in the current version, or in the catalog; 409 without a template (rule 16)', async () => {
    const { call, organization } = await app.caller();
    await adopt(call, frameworkId('soc2'));
    const { data } = (await call('GET', '/v1/tasks?limit=250')).body;
    const copy = data.find((task: { automationStatus: string }) => task.automationStatus === 'manual');
    await change(call, copy.id, { title: 'Mine', description: 'Mine.' });
    const reset = await call('POST', `/v1/tasks/${copy.id}/regenerate`);
    expect(reset).toMatchObject({ status: 200, body: { title: copy.title, description: copy.description, automationStatus: 'manual' } });
    expect((await entriesOf(app, organization.id, copy.id)).at(-1)).toMatchObject({
      data: { action: 'Reset task to its template', changes: { title: { previous: 'Mine', current: copy.title } } },
    });
    const pinned = newId('fvr');
    await app.database.system
      .insertInto('framework_version')
      .values({
        id: pinned,
        framework_id: frameworkId('soc2'),
        version: '0.0.1',
        manifest: JSON.stringify({
          tasks: [{ id: copy.taskTemplateId, name: 'As it was', description: 'Old.', automationStatus: 'automated' }],
        }),
      })
      .execute();
    await app.database.system
      .updateTable('framework_instance')
      .set({ current_version_id: pinned })
      .where('organization_id', '=', organization.id)
      .execute();
    expect((await call('POST', `/v1/tasks/${copy.id}/regenerate`)).body).toMatchObject({
      title: 'As it was',
      description: 'Old.',
      automationStatus: 'automated',
    });
    await app.database.system
      .updateTable('framework_instance')
      .set({ current_version_id: null })
      .where('organization_id', '=', organization.id)
      .execute();
    await app.database.system.deleteFrom('framework_version').where('id', '=', pinned).execute();
    expect((await call('POST', `/v1/tasks/${copy.id}/regenerate`)).body).toMatchObject({ title: copy.title });
    await change(call, copy.id, { title: 'Mine' });
    const approver = await newMember(app.database, organization.id, ['admin']);
    expect(await call('POST', `/v1/tasks/${copy.id}/submit-for-review`, { body: { approverId: approver.id } })).toMatchObject({
      status: 200,
    });
    await expectErrorInBothTypes((options) => call('POST', `/v1/tasks/${copy.id}/regenerate`, options), 409, 'Task is in review');
    const { id } = await addTask(call);
    await expectErrorInBothTypes((options) => call('POST', `/v1/tasks/${id}/regenerate`, options), 409, 'Task has no template');
  });
  test('200 with the policies of the task that the caller may read', async () => {
    const { call, organization, platform } = await withFrameworks(app);
    const [open = '', hidden = '', archived = '', scoped = ''] = await addPolicies(app, organization.id, [
      { name: 'Open', status: 'published', frequency: 'yearly', department: 'it' },
      { name: 'Hidden', visibility: 'DEPARTMENT', visible_to_departments: ['hr'] },
      { name: 'Archived', is_archived: true },
      { name: 'Scoped', status: 'published' },
    ]);
    const control = await addControl(call, { policyIds: [open, hidden] });
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('control_policy')
        .values({ id: newId('cpl'), control_id: control, policy_id: archived })
        .execute(),
    );
    await call('POST', `/v1/controls/${control}/policies/link?frameworkInstanceId=${platform.id}`, { body: { policyIds: [scoped] } });
    const { id } = await addTask(call, { controlIds: [control, await addControl(call, { name: 'Bare' })] });
    const answer = await call('GET', `/v1/tasks/${id}/policies`);
    expect(answer.body.data).toMatchObject([
      { control: { id: control, name: 'Backup' }, policies: [{ name: 'Hidden' }, { name: 'Open' }, { name: 'Scoped' }] },
    ]);
    const reader = await app.session(organization, [
      await newRole(app.database, organization.id, ['task:read', 'policy:read', 'control:read']),
    ]);
    expect((await reader.call('GET', `/v1/tasks/${id}/policies`)).body.data).toMatchObject([
      { policies: [{ id: open, name: 'Open', status: 'published', frequency: 'yearly', department: 'it' }, { name: 'Scoped' }] },
    ]);
    expect((await call('GET', `/v1/tasks/${(await addTask(call)).id}/policies`)).body).toEqual({ data: [] });
  });
  test('200 with the activity, newest first, including files and comments', async () => {
    const { call, asAda, ada } = await withPeople(app);
    const { id } = await addTask(call);
    await attach(call, '', { entityType: 'task', entityId: id });
    await change(asAda, id, { status: 'in_progress' });
    const { data, totalCount } = (await call('GET', `/v1/tasks/${id}/activity?count=true`)).body;
    expect(totalCount).toBe(3);
    expect(data).toMatchObject([
      {
        entityType: 'task',
        entityId: id,
        userId: ada.userId,
        memberId: ada.id,
        user: { name: 'Ada Marsh', role: 'admin' },
        data: { changes: { status: { previous: 'todo', current: 'in_progress' } } },
      },
      { data: { action: 'Added attachment' } },
      { data: { action: 'Created task' } },
    ]);
    await app.database.system.deleteFrom('user_account').where('id', '=', ada.userId).execute();
    expect((await call('GET', `/v1/tasks/${id}/activity?limit=1`)).body.data).toMatchObject([{ user: { name: 'Ada Marsh', role: null } }]);
  });
});

describe('data for a task form', () => {
  test('200 with templates sorted by name, filtered by framework, page by page', async () => {
    const { call } = await app.caller();
    const templates = (await allPages(call, '/v1/tasks/templates?limit=100')).flatMap(({ data }) => data);
    expect(templates.length).toBeGreaterThan(100);
    expect(templates[0]).toEqual({
      id: expect.stringMatching(/^frk_tt_/),
      name: expect.any(String),
      description: expect.any(String),
      frequency: expect.any(String),
      department: expect.any(String),
      automationStatus: expect.any(String),
      createdAt: time,
      updatedAt: time,
    });
    const filtered = (await call('GET', `/v1/tasks/templates?frameworkId=${frameworkId('gdpr')}&count=true&limit=1`)).body;
    expect(filtered.totalCount).toBeGreaterThan(5);
    expect(filtered.totalCount).toBeLessThan(templates.length);
    expect((await call('GET', `/v1/tasks/templates?frameworkId=${(await addPlatformFramework(app.database)).id}`)).body.data).toEqual([]);
  });
  test('200 with controls, frameworks and settings', async () => {
    const { call, organization, platform, custom, frameworkId: id, customFramework, map } = await withFrameworks(app);
    const control = await addControl(call, { requirementMappings: [map(0), map(1)] });
    expect((await call('GET', '/v1/tasks/options')).body).toEqual({
      controls: [{ id: control, name: 'Backup' }],
      frameworkInstances: expect.arrayContaining([
        { id: platform.id, framework: { id, name: 'SOC 2' }, customFramework: null, requirementsMapped: [{ controlId: control }] },
        { id: custom.id, framework: null, customFramework: { id: customFramework, name: 'Customer annex' }, requirementsMapped: [] },
      ]),
      organizationName: 'Test organization',
      hasEvidenceExportAccess: true,
      evidenceApprovalEnabled: false,
    });
    const reader = await app.session(organization, [await newRole(app.database, organization.id, ['task:read'])]);
    expect((await reader.call('GET', '/v1/tasks/options')).body).toMatchObject({ hasEvidenceExportAccess: false });
  });
});
