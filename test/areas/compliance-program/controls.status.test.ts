/** The owner of a control, its implementation status, and the risks that it treats. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { implementationStatus } from '#domain/controls/implementation-status';
import { newId } from '#platform/database/ids';
import { type Caller, startApp } from '../../support/app.ts';
import { addControl, addPolicies, addTasks, archive, invalid, withFrameworks } from '../../support/controls.ts';
import { newApiKey, newMember, within } from '../../support/organization.ts';
import { add } from '../../support/risks.ts';

const app = startApp();
type Call = Caller['call'];
const invalidOwner = invalid({ ownerId: 'must be an active member who takes part in compliance work' });
const get = async (call: Call, id: string) => (await call('GET', `/v1/controls/${id}`)).body;
const statusOf = async (call: Call, id: string) => (await get(call, id)).implementationStatus;

describe('owner', () => {
  test('201 and 200 with the owner, who can be replaced, removed, and used as a filter', async () => {
    const { call, organization } = await app.caller();
    const [firstOwner, secondOwner] = [
      await newMember(app.database, organization.id, ['employee']),
      await newMember(app.database, organization.id, ['admin']),
    ];
    const created = await call('POST', '/v1/controls', { body: { name: 'Owned', description: 'Yes.', ownerId: firstOwner.id } });
    expect(created).toMatchObject({
      status: 201,
      body: { ownerId: firstOwner.id, owner: { id: firstOwner.id, user: { id: firstOwner.userId } } },
    });
    const id = created.body.id;
    await addControl(call, { name: 'Not owned' });
    const update = (body: object) => call('PATCH', `/v1/controls/${id}`, { body });
    expect(await update({ ownerId: secondOwner.id })).toMatchObject({ status: 200, body: { owner: { id: secondOwner.id } } });
    expect((await call('GET', `/v1/controls?ownerId=${secondOwner.id}&ownerId=${firstOwner.id}`)).body.data).toMatchObject([
      { id, ownerId: secondOwner.id },
    ]);
    expect((await call('GET', `/v1/controls?ownerId=${firstOwner.id}`)).body.data).toEqual([]);
    expect(await update({ ownerId: null })).toMatchObject({ status: 200, body: { ownerId: null, owner: null } });
  });
  test('400 for an owner who is unknown, deactivated or of another organization (rule 15)', async () => {
    const { call, organization } = await app.caller();
    const id = await addControl(call);
    const deactivated = await newMember(app.database, organization.id, ['employee']);
    await within(app.database, organization.id, (db) =>
      db.updateTable('member').set({ is_active: false }).where('id', '=', deactivated.id).execute(),
    );
    const { organization: other } = await app.caller();
    for (const ownerId of [newId('mem'), deactivated.id, other.owner.id]) {
      expect(await call('PATCH', `/v1/controls/${id}`, { body: { ownerId } })).toMatchObject(invalidOwner);
      expect(await call('POST', '/v1/controls', { body: { name: 'A', description: 'B', ownerId } })).toMatchObject(invalidOwner);
    }
  });
  test("204 for a member who leaves; the member's controls then have no owner (rule 15)", async () => {
    const { call, organization } = await app.caller();
    const member = await newMember(app.database, organization.id, ['employee']);
    const id = await addControl(call, { ownerId: member.id });
    expect((await call('DELETE', `/v1/people/${member.id}`)).status).toBeLessThan(300);
    expect(await get(call, id)).toMatchObject({ ownerId: null, owner: null });
  });
});

describe('implementationStatus', () => {
  test('200 with the status computed from all policies and tasks, direct or in a framework, each counted once (rule 12)', async () => {
    const { call, organization, platform } = await withFrameworks(app);
    const id = await addControl(call);
    const setTaskStatus = (title: string, status: 'todo' | 'in_progress' | 'in_review' | 'done' | 'not_relevant') =>
      within(app.database, organization.id, (db) => db.updateTable('task').set({ status }).where('title', '=', title).execute());
    expect(await statusOf(call, id)).toBe('not_started');
    const [direct = '', scoped = '', archived = ''] = await addTasks(app, organization.id, [
      { title: 'Direct' },
      { title: 'Scoped' },
      { title: 'Archived', status: 'in_progress' },
    ]);
    await call('POST', `/v1/controls/${id}/tasks/link`, { body: { taskIds: [direct, archived] } });
    await call('POST', `/v1/controls/${id}/tasks/link?frameworkInstanceId=${platform.id}`, { body: { taskIds: [direct, scoped] } });
    await archive(app, organization.id, 'task', 'id', archived);
    expect(await statusOf(call, id)).toBe('not_started');
    for (const status of ['in_progress', 'in_review'] as const) {
      await setTaskStatus('Scoped', status);
      expect(await statusOf(call, id)).toBe('partial');
    }
    await setTaskStatus('Scoped', 'todo');
    await setTaskStatus('Direct', 'done');
    expect(await statusOf(call, id)).toBe('partial');
    await setTaskStatus('Scoped', 'not_relevant');
    expect(await statusOf(call, id)).toBe('implemented');
    const [draft = ''] = await addPolicies(app, organization.id, [{ name: 'Draft' }]);
    await call('POST', `/v1/controls/${id}/policies/link?frameworkInstanceId=${platform.id}`, { body: { policyIds: [draft] } });
    expect(await statusOf(call, id)).toBe('partial');
    await within(app.database, organization.id, (db) =>
      db.updateTable('policy').set({ is_archived: true }).where('id', '=', draft).execute(),
    );
    expect(await statusOf(call, id)).toBe('implemented');
    const listedIds = async (query: string) =>
      (await call('GET', `/v1/controls?${query}`)).body.data.map((control: { id: string }) => control.id);
    expect(await listedIds('implementationStatus=implemented&implementationStatus=partial')).toEqual([id]);
    expect(await listedIds('implementationStatus=not_started')).toEqual([]);
  });
  test('200 with not_applicable when every requirement is out of scope or excluded by the statement of applicability (rule 12)', async () => {
    const { call, organization, frameworkId, platform, map } = await withFrameworks(app);
    const id = await addControl(call, { requirementMappings: [map(0), map(1)] });
    const [first = '', second = ''] = platform.requirements;
    await app.database.system.updateTable('platform_requirement').set({ part: 'extra' }).where('id', '=', first).execute();
    const setScope = (parts: string[]) =>
      within(app.database, organization.id, (db) =>
        db.updateTable('framework_instance').set({ scope: parts }).where('id', '=', platform.id).execute(),
      );
    await setScope([]);
    expect(await statusOf(call, id)).toBe('not_started');
    const configuration = newId('soa_cfg');
    await app.database.system
      .insertInto('soa_configuration')
      .values({ id: configuration, framework_id: frameworkId, columns: '[]', questions: '[]' })
      .execute();
    const document = newId('soa_doc');
    await within(app.database, organization.id, async (db) => {
      await db
        .insertInto('soa_document')
        .values({ id: document, framework_id: frameworkId, configuration_id: configuration, version: 1, total_questions: 2 })
        .execute();
      await db
        .insertInto('soa_answer')
        .values({
          id: newId('soa_ans'),
          document_id: document,
          question_id: 'CC2.1',
          is_applicable: false,
          justification: 'Nothing of it is there.',
          status: 'manual',
          answer_version: 1,
        })
        .execute();
    });
    expect(await statusOf(call, id)).toBe('not_applicable');
    expect((await call('GET', '/v1/controls?implementationStatus=not_applicable')).body.data).toMatchObject([{ id }]);
    await setScope(['extra']);
    expect(await statusOf(call, id)).toBe('not_started');
    await archive(app, organization.id, 'requirement_map', 'control_id', id);
    expect(await statusOf(call, id)).toBe('not_started');
    expect(second).not.toBe('');
  });
});

/** Returns every combination of the choices. */
function combinationsOf<const Choices extends Readonly<Record<string, readonly unknown[]>>>(choices: Choices) {
  type Combination = { readonly [Name in keyof Choices]: Choices[Name][number] };
  return Object.entries(choices).reduce<Partial<Combination>[]>(
    (combinations, [name, values]) => combinations.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value }))),
    [{}],
  ) as Combination[];
}

test('questionnaire answers call a control implemented exactly when its status is implemented, in every state (rule 12)', async () => {
  const { organization, frameworkId, platform, custom } = await withFrameworks(app);
  const [excluded = '', outside = ''] = platform.requirements;
  const inScope = newId('frk_rq');
  const fields = { framework_id: frameworkId, name: 'In scope', description: 'Something is done.', sort_order: 3 };
  await app.database.system
    .insertInto('platform_requirement')
    .values({ ...fields, id: inScope, identifier: 'CC3.1' })
    .execute();
  await app.database.system.updateTable('platform_requirement').set({ part: 'extra' }).where('id', '=', outside).execute();
  const [document, configuration, archived_at] = [newId('soa_doc'), newId('soa_cfg'), '2026-10-01T00:00:00.000Z'];
  await app.database.system
    .insertInto('soa_configuration')
    .values({ id: configuration, framework_id: frameworkId, columns: '[]', questions: '[]' })
    .execute();
  const states = combinationsOf({
    policy: [undefined, {}, { status: 'published' }, { status: 'published', is_archived: true }, { archived_at }],
    task: [undefined, {}, { status: 'in_progress' }, { status: 'done' }, { status: 'not_relevant' }, { archived_at }],
    link: ['direct', 'scoped', 'both'],
    maps: [
      [],
      ['excluded'],
      ['outside'],
      ['excluded', 'outside'],
      ['excluded', 'inScope'],
      ['custom', 'outside'],
      ['archived', 'outside'],
      ['archived'],
    ],
  });
  const storedStates = await within(app.database, organization.id, async (db) => {
    await db.updateTable('framework_instance').set({ scope: [] }).where('id', '=', platform.id).execute();
    await db
      .insertInto('soa_document')
      .values({ id: document, framework_id: frameworkId, configuration_id: configuration, version: 1, total_questions: 2 })
      .execute();
    const notApplicable = {
      document_id: document,
      is_applicable: false,
      justification: 'Nothing of it is there.',
      status: 'manual',
      answer_version: 1,
    } as const;
    await db
      .insertInto('soa_answer')
      .values({ ...notApplicable, id: newId('soa_ans'), question_id: 'CC1.1' })
      .execute();
    const rows = states.map((state, index) => ({
      ...state,
      id: newId('ctl'),
      name: `Control ${index}`,
      policyId: newId('pol'),
      taskId: newId('tsk'),
    }));
    await db
      .insertInto('control')
      .values(rows.map(({ id, name }) => ({ id, name, description: 'A state.' })))
      .execute();
    const [withPolicy, withTask] = [rows.filter(({ policy }) => policy), rows.filter(({ task }) => task)];
    await db
      .insertInto('policy')
      .values(withPolicy.map(({ policyId, policy, name }) => ({ id: policyId, name, ...policy })))
      .execute();
    await db
      .insertInto('task')
      .values(withTask.map(({ taskId, task, name }) => ({ id: taskId, title: name, ...task })))
      .execute();
    const linkedRows = (candidates: typeof rows, linkKind: string) => candidates.filter(({ link }) => link === linkKind || link === 'both');
    const policyOf = ({ id, policyId }: (typeof rows)[number]) => ({ id: newId('lnk'), control_id: id, policy_id: policyId });
    const taskOf = ({ id, taskId }: (typeof rows)[number]) => ({ id: newId('lnk'), control_id: id, task_id: taskId });
    const framework_instance_id = platform.id;
    await db.insertInto('control_policy').values(linkedRows(withPolicy, 'direct').map(policyOf)).execute();
    await db.insertInto('control_task').values(linkedRows(withTask, 'direct').map(taskOf)).execute();
    const scoped = <Row extends object>(row: Row) => ({ framework_instance_id, ...row });
    await db.insertInto('framework_control_policy').values(linkedRows(withPolicy, 'scoped').map(policyOf).map(scoped)).execute();
    await db.insertInto('framework_control_task').values(linkedRows(withTask, 'scoped').map(taskOf).map(scoped)).execute();
    const requirements: Readonly<Record<string, object>> = {
      excluded: { framework_instance_id, requirement_id: excluded, archived_at: null },
      outside: { framework_instance_id, requirement_id: outside, archived_at: null },
      inScope: { framework_instance_id, requirement_id: inScope, archived_at: null },
      archived: { framework_instance_id, requirement_id: inScope, archived_at },
      custom: { framework_instance_id: custom.id, custom_requirement_id: custom.requirements[0] ?? '', archived_at: null },
    };
    for (const [kind, fields] of Object.entries(requirements)) {
      const mappedRows = rows.filter(({ maps }) => maps.some((mapKind) => mapKind === kind));
      const values = mappedRows.map(({ id }) => ({ framework_instance_id, ...fields, id: newId('req'), control_id: id }));
      await db.insertInto('requirement_map').values(values).execute();
    }
    return rows.map(({ id: _id, policyId: _policy, taskId: _task, ...state }) => state);
  });
  // The planner has no statistics yet on the rows that were just inserted.
  await sql`analyze`.execute(app.database.system);
  const { rows } = await sql<{ name: string; status: string; implemented: boolean }>`
    select name, ${implementationStatus} as status, is_implemented(control) as implemented from control where organization_id = ${organization.id}`.execute(
    app.database.system,
  );
  expect(rows).toHaveLength(storedStates.length);
  for (const { name, status, implemented } of rows)
    expect(implemented, JSON.stringify(storedStates.find((state) => state.name === name))).toBe(status === 'implemented');
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['not_started', 'partial', 'implemented', 'not_applicable']));
});

describe('risks', () => {
  test('200 with the linked risks that the caller may read, sorted by title (rules 10, 13)', async () => {
    const { call, organization } = await app.caller();
    const { call: ask, member } = await app.session(organization, ['employee']);
    const [task = ''] = await addTasks(app, organization.id, [{ title: 'Own', assignee_id: member.id }]);
    const id = await addControl(call, { taskIds: [task] });
    const theft = (await add(call, { title: 'Theft', assigneeId: member.id })).id;
    const loss = (await add(call, { title: 'Loss' })).id;
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('risk_control')
        .values([theft, loss].map((risk) => ({ id: newId('rct'), risk_id: risk, control_id: id })))
        .execute(),
    );
    expect((await get(call, id)).risks).toEqual([
      { id: loss, title: 'Loss', status: 'open' },
      { id: theft, title: 'Theft', status: 'open' },
    ]);
    expect((await get(ask, id)).risks).toEqual([{ id: theft, title: 'Theft', status: 'open' }]);
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['control:read'],
      created_by_member_id: organization.owner.id,
    });
    expect((await app.call('GET', `/v1/controls/${id}`, { key })).body.risks).toEqual([]);
  });
});
