/** Links a control to policies, tasks, and document types, for the whole organization or for one framework. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { addControl, addPolicies, addTasks, archive, invalid, notFound, scopedLinks, withFrameworks } from '../../support/controls.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
type Program = Awaited<ReturnType<typeof withFrameworks>>;

/** Policies, tasks, and document types are linked alike. */
const kinds = [
  {
    kind: 'policies',
    field: 'policyIds',
    detailField: 'policies',
    scopedKind: 'policies',
    createRecords: ({ organization }: Program) => addPolicies(app, organization.id, [{}, {}]),
    keyOf: 'id',
    missing: 'Policy',
  },
  {
    kind: 'tasks',
    field: 'taskIds',
    detailField: 'tasks',
    scopedKind: 'tasks',
    createRecords: ({ organization }: Program) => addTasks(app, organization.id, [{}, {}]),
    keyOf: 'id',
    missing: 'Task',
  },
  {
    kind: 'document-types',
    field: 'formTypes',
    detailField: 'controlDocumentTypes',
    scopedKind: 'forms',
    createRecords: () => Promise.resolve(['meeting', 'rbac-matrix']),
    keyOf: 'formType',
    missing: 'Document type',
  },
] as const;

describe.each(kinds)('$kind', ({ kind, field, detailField, scopedKind, createRecords, keyOf, missing }) => {
  async function withControl(fields: object = {}) {
    const program = await withFrameworks(app);
    const [[firstRecord = '', secondRecord = ''], id] = [await createRecords(program), await addControl(program.call, fields)];
    const { call } = program;
    return {
      ...program,
      id,
      firstRecord,
      secondRecord,
      link: (keys: readonly string[], query = '') => call('POST', `/v1/controls/${id}/${kind}/link${query}`, { body: { [field]: keys } }),
      unlink: (key: string, query = '') => call('DELETE', `/v1/controls/${id}/${kind}/${key}${query}`),
      directKeys: async (): Promise<string[]> =>
        (await call('GET', `/v1/controls/${id}`)).body[detailField].map((item: Record<string, string>) => item[keyOf]).sort(),
      scopedKeys: async () =>
        (await scopedLinks(app, program.organization.id, id))[scopedKind].map(({ instance, key }) => `${instance} ${key}`).sort(),
      map: (mapping: object) => call('POST', `/v1/controls/${id}/requirements/link`, { body: { requirements: [mapping] } }),
      mappings: program,
    };
  }

  test('200 links records directly; linking them again changes nothing', async () => {
    const { link, directKeys, scopedKeys, firstRecord, secondRecord } = await withControl();
    expect(await link([firstRecord])).toMatchObject({ status: 200, body: { count: 1 } });
    const expectedCount = kind === 'document-types' ? 1 : 2;
    expect((await link([firstRecord, secondRecord])).body).toEqual({ count: expectedCount });
    expect((await link([firstRecord, secondRecord])).body).toEqual({ count: kind === 'document-types' ? 0 : 2 });
    expect(await directKeys()).toEqual([firstRecord, secondRecord].sort());
    expect(await scopedKeys()).toEqual([]);
  });
  test('200 links a record in one framework only: neither directly nor in other frameworks', async () => {
    const { link, unlink, directKeys, scopedKeys, platform, custom, firstRecord } = await withControl();
    for (const { id: instance } of [platform, custom]) {
      expect(await link([firstRecord], `?frameworkInstanceId=${instance}`)).toMatchObject({ status: 200, body: { count: 1 } });
      expect((await link([firstRecord], `?frameworkInstanceId=${instance}`)).body).toEqual({ count: kind === 'document-types' ? 0 : 1 });
    }
    expect([await directKeys(), await scopedKeys()]).toEqual([[], [`${platform.id} ${firstRecord}`, `${custom.id} ${firstRecord}`].sort()]);
    expect(await unlink(firstRecord, `?frameworkInstanceId=${custom.id}`)).toMatchObject({ status: 204, text: '' });
    expect(await scopedKeys()).toEqual([`${platform.id} ${firstRecord}`]);
  });
  test('200 copies a direct link to the mapped custom framework, whichever came first, and never to a catalogue framework (rule 3)', async () => {
    const { link, map, scopedKeys, mappings, custom, firstRecord, secondRecord } = await withControl();
    await link([firstRecord]);
    await map(mappings.map());
    expect(await scopedKeys()).toEqual([]);
    await map(mappings.customMap());
    expect(await scopedKeys()).toEqual([`${custom.id} ${firstRecord}`]);
    await link([secondRecord]);
    expect(await scopedKeys()).toEqual([`${custom.id} ${firstRecord}`, `${custom.id} ${secondRecord}`].sort());
  });
  test('200 copies no link when the requirement map is archived (rule 3)', async () => {
    const { link, scopedKeys, map, mappings, organization, id, firstRecord } = await withControl();
    await map(mappings.customMap());
    await archive(app, organization.id, 'requirement_map', 'control_id', id);
    await link([firstRecord]);
    expect(await scopedKeys()).toEqual([]);
  });
  test('204 on unlink removes the direct link and its copies in custom frameworks, and keeps links in catalogue frameworks (rule 4)', async () => {
    const { link, unlink, map, mappings, directKeys, scopedKeys, platform, custom, firstRecord, secondRecord } = await withControl();
    await map(mappings.customMap());
    await link([firstRecord, secondRecord]);
    await link([firstRecord], `?frameworkInstanceId=${platform.id}`);
    expect(await unlink(firstRecord)).toMatchObject({ status: 204, text: '' });
    expect([await directKeys(), await scopedKeys()]).toEqual([
      [secondRecord],
      [`${platform.id} ${firstRecord}`, `${custom.id} ${secondRecord}`].sort(),
    ]);
    expect((await unlink(firstRecord)).status).toBe(204);
    expect((await unlink(firstRecord, `?frameworkInstanceId=${custom.id}`)).status).toBe(204);
  });
  test('204 on unlink in one framework removes only the link in that framework (rule 4)', async () => {
    const { link, unlink, map, mappings, directKeys, scopedKeys, platform, custom, firstRecord } = await withControl();
    await map(mappings.customMap());
    await link([firstRecord]);
    await link([firstRecord], `?frameworkInstanceId=${platform.id}`);
    expect((await unlink(firstRecord, `?frameworkInstanceId=${platform.id}`)).status).toBe(204);
    expect([await directKeys(), await scopedKeys()]).toEqual([[firstRecord], [`${custom.id} ${firstRecord}`]]);
    expect((await unlink(firstRecord, `?frameworkInstanceId=${custom.id}`)).status).toBe(204);
    expect([await directKeys(), await scopedKeys()]).toEqual([[firstRecord], []]);
  });
  test('404 for a framework that does not exist or belongs to another organization, and nothing is linked', async () => {
    const [{ link, unlink, directKeys, scopedKeys, firstRecord }, otherProgram] = [await withControl(), await withFrameworks(app)];
    for (const instance of [otherProgram.platform.id, otherProgram.custom.id, newId('frm')]) {
      expect(await link([firstRecord], `?frameworkInstanceId=${instance}`)).toMatchObject(notFound('Framework instance'));
      expect(await unlink(firstRecord, `?frameworkInstanceId=${instance}`)).toMatchObject(notFound('Framework instance'));
    }
    expect([await directKeys(), await scopedKeys()]).toEqual([[], []]);
  });
  test('404 on unlink for a record that does not exist or belongs to another organization, in both error formats', async () => {
    const { call, id, unlink } = await withControl();
    const foreignKeys = kind === 'document-types' ? [] : await createRecords(await withFrameworks(app));
    for (const key of [...foreignKeys, newId('x'), 'toString']) expect(await unlink(key)).toMatchObject(notFound(missing));
    expect((await call('DELETE', `/v1/controls/${id}/${kind}/x`, asProblem)).body).toEqual({
      type: `/problems/${missing.toLowerCase().replaceAll(' ', '_')}_not_found`,
      title: `${missing} not found`,
      status: 404,
      detail: `${missing} not found`,
      code: `${missing.toLowerCase().replaceAll(' ', '_')}_not_found`,
    });
  });
  test('409 for a control that a framework update archived, in both error formats; records can still be unlinked', async () => {
    const { call, link, unlink, organization, id, firstRecord, secondRecord } = await withControl();
    await link([firstRecord]);
    await archive(app, organization.id, 'control', 'id', id);
    expect(await link([secondRecord])).toMatchObject({ status: 409, body: { success: false, error: 'Control is archived' } });
    expect((await call('POST', `/v1/controls/${id}/${kind}/link`, { body: { [field]: [secondRecord] }, ...asProblem })).body).toEqual({
      type: '/problems/control_archived',
      title: 'Control archived',
      status: 409,
      detail: 'Control is archived',
      code: 'control_archived',
    });
    expect((await unlink(firstRecord)).status).toBe(204);
  });
  test('400 for a missing list, an empty list, a repeated item, and an unknown field', async () => {
    const { call, id, firstRecord } = await withControl();
    const cases: [object, Readonly<Record<string, unknown>>][] = [
      [{}, { [field]: 'is required' }],
      [{ [field]: [] }, { [field]: 'must have at least 1 item' }],
      [{ [field]: [firstRecord, firstRecord] }, { [field]: 'must not have the same item twice' }],
      [{ [field]: [firstRecord], more: 1 }, { more: "Unknown field 'more'" }],
    ];
    for (const [body, details] of cases)
      expect(await call('POST', `/v1/controls/${id}/${kind}/link`, { body })).toMatchObject(invalid(details));
  });
  test('200 for the same links at the same time, each stored once', async () => {
    const { link, map, mappings, directKeys, scopedKeys, custom, firstRecord, secondRecord } = await withControl();
    const answers = await Promise.all([
      link([firstRecord, secondRecord]),
      map(mappings.customMap()),
      link([secondRecord]),
      map(mappings.customMap(1)),
      link([firstRecord]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect([await directKeys(), await scopedKeys()]).toEqual([
      [firstRecord, secondRecord].sort(),
      [`${custom.id} ${firstRecord}`, `${custom.id} ${secondRecord}`].sort(),
    ]);
  });
});

describe('records that cannot be linked', () => {
  test('200 skips unknown, foreign, and archived policies; 400 when no policy is left, in both error formats (rules 5, 9)', async () => {
    const [{ call, organization, platform }, stranger] = [await withFrameworks(app), await withFrameworks(app)];
    const id = await addControl(call);
    const [activePolicy = '', archived = '', hidden = ''] = await addPolicies(app, organization.id, [
      {},
      { is_archived: true },
      { archived_at: '2026-01-01' },
    ]);
    const [foreign = ''] = await addPolicies(app, stranger.organization.id, [{}]);
    const unlinkableIds = [archived, hidden, foreign, newId('pol')];
    for (const query of ['', `?frameworkInstanceId=${platform.id}`]) {
      const url = `/v1/controls/${id}/policies/link${query}`;
      expect(await call('POST', url, { body: { policyIds: unlinkableIds } })).toMatchObject(
        invalid({ policyIds: 'must name a policy of the organization that is not archived' }),
      );
      expect(await call('POST', url, { body: { policyIds: unlinkableIds }, ...asProblem })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '#/policyIds', detail: 'must name a policy of the organization that is not archived' }] },
      });
      expect(await call('POST', url, { body: { policyIds: [...unlinkableIds, activePolicy] } })).toMatchObject({
        status: 200,
        body: { count: 1 },
      });
    }
    expect((await call('GET', `/v1/controls/${id}`)).body.policies).toMatchObject([{ id: activePolicy }]);
  });
  test('200 skips unknown, foreign, and archived tasks; 400 when no task is left, in both error formats (rules 5, 9)', async () => {
    const [{ call, organization, platform }, stranger] = [await withFrameworks(app), await withFrameworks(app)];
    const id = await addControl(call);
    const [activeTask = '', archived = ''] = await addTasks(app, organization.id, [{}, { archived_at: '2026-01-01' }]);
    const [foreign = ''] = await addTasks(app, stranger.organization.id, [{}]);
    const unlinkableIds = [archived, foreign, newId('tsk')];
    for (const query of ['', `?frameworkInstanceId=${platform.id}`]) {
      const url = `/v1/controls/${id}/tasks/link${query}`;
      expect(await call('POST', url, { body: { taskIds: unlinkableIds } })).toMatchObject(
        invalid({ taskIds: 'must name a task of the organization that is not archived' }),
      );
      expect(await call('POST', url, { body: { taskIds: unlinkableIds }, ...asProblem })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '#/taskIds', detail: 'must name a task of the organization that is not archived' }] },
      });
      expect(await call('POST', url, { body: { taskIds: [...unlinkableIds, activeTask] } })).toMatchObject({
        status: 200,
        body: { count: 1 },
      });
    }
    expect((await call('GET', `/v1/controls/${id}`)).body.tasks).toMatchObject([{ id: activeTask }]);
  });
  test('400 for an unknown form type, with the list of allowed form types', async () => {
    const { call } = await app.caller();
    const id = await addControl(call);
    expect(await call('POST', `/v1/controls/${id}/document-types/link`, { body: { formTypes: ['rbac_matrix'] } })).toMatchObject({
      status: 400,
      body: {
        details: { 'formTypes.0': { _errors: [expect.stringMatching(/^must be one of: board-meeting, /)] } },
      },
    });
  });
  test('204 unlinks a policy and a task that were archived after they were linked', async () => {
    const { call, organization } = await app.caller();
    const [[policy = ''], [task = '']] = [await addPolicies(app, organization.id, [{}]), await addTasks(app, organization.id, [{}])];
    const id = await addControl(call, { policyIds: [policy], taskIds: [task] });
    await archive(app, organization.id, 'policy', 'id', policy);
    await archive(app, organization.id, 'task', 'id', task);
    expect((await call('DELETE', `/v1/controls/${id}/policies/${policy}`)).status).toBe(204);
    expect((await call('DELETE', `/v1/controls/${id}/tasks/${task}`)).status).toBe(204);
  });
});
