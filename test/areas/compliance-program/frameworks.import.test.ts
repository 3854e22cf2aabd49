import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { outcomesOf, fieldError } from '../../support/bulk.ts';
import { types, workbookOf } from '../../support/documents.ts';
import { newApiKey, within } from '../../support/organization.ts';
import { uploaded } from '../../support/uploads.ts';
import { catalogOf, control, manyControls } from '../../support/oscal.ts';

const app = startApp();
type Call = Awaited<ReturnType<typeof app.caller>>['call'];

async function withAnnex() {
  const caller = await app.caller();
  const { body } = await caller.call('POST', '/v1/frameworks/custom', { body: { name: 'Annex', description: 'x' } });
  return { ...caller, id: String(body.id) };
}
const send = (call: Call, id: string, fileName: string, fileType: string, bytes: string | Buffer, query = '') =>
  call('POST', `/v1/frameworks/${id}/requirements/import${query}`, {
    body: { fileName, fileType, fileData: Buffer.from(bytes).toString('base64') },
  });
async function importFile(...args: Parameters<typeof send>) {
  const answer = await send(...args);
  expect(answer, answer.text.slice(0, 2000)).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  return answer.body;
}
async function requirementsOf(call: Call, id: string) {
  const { body } = await call('GET', `/v1/frameworks/${id}/requirements?limit=250`);
  return body.data as { id: string; identifier: string; name: string; description: string; requirementFamily: string | null }[];
}
const entriesOf = (organizationId: string) =>
  within(app.database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_id', 'description', 'data']).orderBy('sequence').execute(),
  );
const table = 'Control ID;Control Title;Text;Domain\nA-1; One ;First text;Access\nA-2;Two;"Two\nlines";\n;Without id;;\nA-1;Again;;\n';

/** Headings that occur in the lists of real organizations. */
const headings = [
  'Req. No.;Control Name;Control Description',
  'Ref. ID;Control Objective;Details',
  '\ufeffREQUIREMENT NUMBER;Requirement Title;Requirement Statement',
  'Reference No;Objective;Specification',
  'Control Ref;Short Name;Control Statement',
  'Lfd. Nr.;Kurztitel;Erläuterung',
];

describe('importFrameworkRequirements', () => {
  test.each(headings)('200 for a table with the headings %s (rule 30)', async (heading) => {
    const { call, id } = await withAnnex();
    await importFile(call, id, 'list.csv', 'text/csv', `${heading}\n7.1;Doors;Doors are locked.\n`);
    expect(await requirementsOf(call, id)).toMatchObject([{ identifier: '7.1', name: 'Doors', description: 'Doors are locked.' }]);
  });

  test('200 for a table lists created and refused rows with their places; the same table changes nothing the next time (rule 30)', async () => {
    const { call, organization, id } = await withAnnex();
    const first = await importFile(call, id, 'annex.csv', 'text/csv', table);
    expect(outcomesOf(first)).toEqual([
      'created',
      'created',
      fieldError('identifier', 'must not be blank'),
      fieldError('identifier', 'must not be repeated in the file'),
    ]);
    expect(first.results.map(({ place }: { place: string }) => place)).toEqual(['row 2', 'row 3', 'row 4', 'row 5']);
    expect(first.summary).toEqual({ total: 4, createdCount: 2, updatedCount: 0, unchangedCount: 0, skippedCount: 0, refusedCount: 2 });
    expect(await requirementsOf(call, id)).toMatchObject([
      { id: first.results[0].id, identifier: 'A-1', name: 'One', description: 'First text', requirementFamily: 'Access' },
      { id: first.results[1].id, identifier: 'A-2', name: 'Two', description: 'Two\nlines', requirementFamily: null },
    ]);
    const entries = await entriesOf(organization.id);
    expect(entries.at(-1)).toMatchObject({
      entity_id: id,
      description: expect.stringContaining('Imported requirements'),
      data: { changes: { file: { current: 'annex.csv' }, requirements: { current: ['A-1', 'A-2'] } } },
    });
    expect(outcomesOf(await importFile(call, id, 'annex.csv', 'text/csv', table)).slice(0, 2)).toEqual(['unchanged', 'unchanged']);
    expect(await entriesOf(organization.id)).toEqual(entries);
  });

  test('200 updates changed fields, keeps what the file does not contain, and logs old and new values (rule 30)', async () => {
    const { call, organization, id } = await withAnnex();
    await importFile(call, id, 'annex.csv', 'text/csv', table);
    const [firstRequirement] = await requirementsOf(call, id);
    const added = await call('POST', '/v1/controls', { body: { name: 'Reviews', description: 'x' } });
    await call('POST', `/v1/frameworks/${id}/requirements/${firstRequirement?.id}/controls/link`, {
      body: { controlIds: [added.body.id] },
    });
    const secondImport = await importFile(call, id, 'annex.csv', 'text/csv', 'Name,Identifier\nUno,A-1\nThree,A-3\n');
    expect(outcomesOf(secondImport)).toEqual(['updated', 'created']);
    expect(secondImport.results[0].id).toBe(firstRequirement?.id);
    expect(await requirementsOf(call, id)).toMatchObject([
      { identifier: 'A-3', description: '', requirementFamily: null },
      { identifier: 'A-2', name: 'Two' },
      { identifier: 'A-1', name: 'Uno', description: 'First text', requirementFamily: 'Access', controlCount: 1 },
    ]);
    expect((await entriesOf(organization.id)).slice(-2)).toMatchObject([
      { entity_id: id, data: { changes: { requirements: { previous: null, current: ['A-3'] } } } },
      {
        entity_id: id,
        description: expect.stringContaining('Updated requirement A-1'),
        data: { changes: { name: { previous: 'One', current: 'Uno' } } },
      },
    ]);
  });

  test('200 for a dry run returns the same outcomes and writes nothing', async () => {
    const { call, organization, id } = await withAnnex();
    const entries = await entriesOf(organization.id);
    const dryRun = await importFile(call, id, 'annex.csv', 'text/csv', table, '?dryRun=true');
    expect(dryRun.results.map(({ id: createdId }: { id: string | null }) => createdId)).toEqual([null, null, null, null]);
    expect(await requirementsOf(call, id)).toEqual([]);
    expect(await entriesOf(organization.id)).toEqual(entries);
    expect(outcomesOf(await importFile(call, id, 'annex.csv', 'text/csv', table))).toEqual(outcomesOf(dryRun));
  });

  test('200 for a workbook reads the sheets with headings, and reports each row with its sheet and number', async () => {
    const { call, id } = await withAnnex();
    const bytes = await workbookOf(
      [
        ['Customer annex'],
        [null],
        ['Ref.', 'Requirement', 'Description', 'Category'],
        ['S-1', 'One', 'First', 'Access'],
        ['S-2', '', 'x', ''],
      ],
      [['Only notes']],
    );
    const { results } = await importFile(call, id, 'annex.xlsx', types.xlsx, bytes);
    expect(results).toMatchObject([
      {
        identifier: 'S-1',
        name: 'One',
        requirementFamily: 'Access',
        outcome: 'created',
        place: expect.stringMatching(/^sheet .+, row 4$/),
      },
      { identifier: 'S-2', outcome: 'refused', place: expect.stringMatching(/, row 5$/), details: fieldError('name', 'must not be blank') },
    ]);
  });

  test('200 for an OSCAL catalog with groups, enhancements, parts and parameters; withdrawn controls are skipped (rule 30)', async () => {
    const { call, id } = await withAnnex();
    const { results } = await importFile(call, id, 'catalog.json', 'application/json', JSON.stringify(catalogOf()));
    expect(results).toMatchObject([
      { place: 'ac-1', identifier: 'AC-1', name: 'Rules of access', requirementFamily: 'Access', outcome: 'created' },
      { place: 'ac-1.1', identifier: 'AC-1(1)', requirementFamily: 'Access', outcome: 'created' },
      { place: 'ac-2', identifier: 'AC-2', outcome: 'skipped', id: null },
      { place: 'bk-1', identifier: 'bk-1', requirementFamily: 'Nightly', outcome: 'created' },
    ]);
    const descriptions = Object.fromEntries(
      (await requirementsOf(call, id)).map(({ identifier, description }) => [identifier, description]),
    );
    expect(descriptions).toEqual({
      'AC-1': 'Access is granted:\na. by [Assignment: role of who grants]; and\nb. every [Selection: quarter; [Assignment: period]].',
      'AC-1(1)': 'Lists are kept for 5 years.',
      'bk-1': 'Backups are made, see {{ insert: param, unknown }}.',
    });
  });

  test('200 for a catalogue framework adds the requirements after the requirements of the catalogue', async () => {
    const { call } = await app.caller();
    const available = await call('GET', '/v1/frameworks/available');
    const gdpr = available.body.data.find(({ name }: { name: string }) => name === 'GDPR');
    const { data } = (await call('POST', '/v1/frameworks', { body: { frameworkIds: [gdpr.id] } })).body;
    const { results } = await importFile(call, data[0].id, 'a.csv', 'text/csv', 'id,title\nZZ-1,Mine\n');
    expect(results).toMatchObject([{ identifier: 'ZZ-1', outcome: 'created' }]);
    expect((await requirementsOf(call, data[0].id)).at(-1)).toMatchObject({ identifier: 'ZZ-1', kind: 'custom' });
  });

  test('200 for a thousand controls, imported twice', async () => {
    const { call, id } = await withAnnex();
    const bytes = JSON.stringify(manyControls(1000));
    expect((await importFile(call, id, 'many.json', 'application/oscal+json', bytes)).summary).toMatchObject({ createdCount: 1000 });
    expect((await importFile(call, id, 'many.json', 'application/json', bytes)).summary).toMatchObject({ unchangedCount: 1000 });
  });

  test('200 applies the limits of a single requirement, and refuses each row beyond a limit', async () => {
    const { call, id } = await withAnnex();
    const rows = [
      `${'i'.repeat(81)},n,d,f`,
      `A,${'n'.repeat(201)},d,f`,
      `B,n,${'d'.repeat(4001)},f`,
      `C,n,d,${'f'.repeat(256)}`,
      'D,n,d,f',
    ];
    const { results } = await importFile(call, id, 'a.csv', 'text/csv', `id,name,description,family\n${rows.join('\n')}\n`);
    expect(results.map(({ details }: { details?: object }) => Object.keys(details ?? {}))).toEqual([
      ['identifier'],
      ['name'],
      ['description'],
      ['requirementFamily'],
      [],
    ]);
  });

  test('200 refuses texts of several megabytes, and never returns such a text in full', async () => {
    const { call, id } = await withAnnex();
    const long = 'a'.repeat(3_000_000);
    const catalog = {
      catalog: { metadata: { title: 't' }, controls: [{ id: long, title: long, parts: [{ name: 'statement', prose: long }] }] },
    };
    for (const answer of [
      await send(call, id, 'a.csv', 'text/csv', `id,name,description\n${long},${long},${long}\n`),
      await send(call, id, 'a.json', 'application/json', JSON.stringify(catalog)),
    ]) {
      expect(answer.body.summary).toMatchObject({ refusedCount: 1 });
      expect(answer.text.length).toBeLessThan(100_000);
    }
  });

  test('two imports at the same time create each requirement once', async () => {
    const { call, id } = await withAnnex();
    const answers = await Promise.all([table, table].map((bytes) => importFile(call, id, 'annex.csv', 'text/csv', bytes)));
    expect(answers.map(({ summary }) => summary.createdCount).toSorted()).toEqual([0, 2]);
    expect(await requirementsOf(call, id)).toHaveLength(2);
  });

  test('200 for the key of an upload; 400 for a key of another organization and for a missing file', async () => {
    const { call, id } = await withAnnex();
    const fields = { purpose: 'document', fileName: 'annex.csv', fileType: 'text/csv' };
    const fileKey = await uploaded(app.base, call, new Uint8Array(Buffer.from(table)), fields);
    const importFields = (fields: object) =>
      call('POST', `/v1/frameworks/${id}/requirements/import`, { body: { fileName: 'annex.csv', fileType: 'text/csv', ...fields } });
    expect(await importFields({ fileKey })).toMatchObject({ status: 200, body: { summary: { createdCount: 2 } } });
    expect((await importFields({ fileKey: `org_000000000000000000000000/uploads/document/1-x.csv` })).status).toBe(400);
    expect((await importFields({})).status).toBe(400);
    expect((await importFields({ fileData: '' })).status).toBe(400);
  });

  test('403 without permission, 404 for a foreign framework, 413, 415 and 422 for files that cannot be imported', async () => {
    const [{ call, organization, id }, otherAnnex] = [await withAnnex(), await withAnnex()];
    const { key } = await newApiKey(app.database, organization.id, {
      scopes: ['framework:read', 'framework:create'],
      created_by_member_id: organization.owner.id,
    });
    const asReader: Call = (method, url, options) => app.call(method, url, { key, ...options });
    expect((await send(asReader, id, 'a.csv', 'text/csv', table)).status).toBe(403);
    expect(await send(call, otherAnnex.id, 'a.csv', 'text/csv', table)).toMatchObject({
      status: 404,
      body: { code: 'framework_instance_not_found' },
    });
    const statusAndCode = async (fileName: string, fileType: string, bytes: string | Buffer) => {
      const { status, body } = await send(call, id, fileName, fileType, bytes);
      return [status, body.code];
    };
    expect(await statusAndCode('a.pdf', 'application/pdf', '%PDF')).toEqual([415, 'file_type_not_allowed']);
    expect(await statusAndCode('a.exe', 'text/csv', table)).toEqual([415, 'file_extension_not_allowed']);
    expect(await statusAndCode('a.csv', 'text/csv', 'one,two\n1,2\n')).toEqual([422, 'file_without_requirements']);
    expect(await statusAndCode('a.csv', 'text/csv', ' \n')).toEqual([422, 'file_without_requirements']);
    expect(await statusAndCode('a.json', 'application/json', '{"catalog": ')).toEqual([422, 'file_unreadable']);
    expect(await statusAndCode('a.json', 'application/json', '{"profile": {}}')).toEqual([422, 'file_without_requirements']);
    expect(await statusAndCode('a.json', 'application/json', '['.repeat(2_000_000))).toEqual([422, 'file_unreadable']);
    const deep = '{"controls":[{"id":"a","title":"t","controls":['.repeat(40) + ']}]}'.repeat(40);
    expect((await statusAndCode('a.json', 'application/json', `{"catalog":${deep}}`))[0]).toBe(422);
    expect(await statusAndCode('a.xlsx', types.xlsx, 'no archive')).toEqual([422, 'file_unreadable']);
    expect(await statusAndCode('a.json', 'application/json', JSON.stringify(manyControls(5001)))).toEqual([422, 'too_many_requirements']);
    expect(await statusAndCode('a.csv', 'text/csv', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toEqual([413, 'file_too_large']);
    expect(await requirementsOf(call, id)).toEqual([]);
  });

  test('200 removes characters that a database cannot store', async () => {
    const { call, id } = await withAnnex();
    const controls = [
      control('a\u0000-1', 'Half \ud800 a\n letter\u0007', 'One\u0000\nTwo'),
      control('__proto__', '__proto__', '{{ insert: param, __proto__ }}'),
      { id: 7, title: ['x'], parts: 'none', params: [null], controls: { length: 1 } },
    ];
    const { results } = await importFile(call, id, 'c.json', 'application/json', JSON.stringify({ catalog: { controls } }));
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'created', 'refused']);
    expect(await requirementsOf(call, id)).toMatchObject([
      { identifier: '__proto__' },
      { identifier: 'a-1', name: 'Half \ufffd a letter', description: 'One\nTwo' },
    ]);
  });

  test('200 for parameters that refer to each other in a loop', async () => {
    const { call, id } = await withAnnex();
    const param = (name: string, target: string) => ({ id: name, label: `{{ insert: param, ${target} }} {{ insert: param, ${target} }}` });
    const looping = {
      ...control('x-1', 'Loop', 'Start {{ insert: param, p1 }}'),
      params: [param('p1', 'p2'), param('p2', 'p1'), param('p1', 'p1')],
    };
    const { results } = await importFile(call, id, 'c.json', 'application/json', JSON.stringify({ catalog: { controls: [looping] } }));
    expect(results).toMatchObject([{ identifier: 'x-1' }]);
  });
});

test('requirements of an organization can be given a family by hand (rules 13 and 30)', async () => {
  const { call, id } = await withAnnex();
  const body = { name: 'One', identifier: 'A-1', description: '', requirementFamily: ' Access ' };
  const created = await call('POST', `/v1/frameworks/${id}/requirements`, { body });
  expect(created).toMatchObject({ status: 201, body: { requirementFamily: 'Access' } });
  const patch = (fields: object) => call('PATCH', `/v1/frameworks/${id}/requirements/${created.body.id}`, { body: fields });
  expect(await patch({ name: 'Uno' })).toMatchObject({ status: 200, body: { requirementFamily: 'Access' } });
  expect(await patch({ requirementFamily: null })).toMatchObject({ status: 200, body: { requirementFamily: null } });
  expect((await patch({ requirementFamily: ' ' })).status).toBe(400);
});

test('when a framework is removed while requirements are added, each request succeeds or returns 404', async () => {
  const { call } = await app.caller();
  const available = await call('GET', '/v1/frameworks/available');
  const gdpr = available.body.data.find(({ name }: { name: string }) => name === 'GDPR').id;
  for (let round = 0; round < 4; round += 1) {
    const id = (await call('POST', '/v1/frameworks', { body: { frameworkIds: [gdpr] } })).body.data[0].id;
    const body = (identifier: string) => ({ name: 'One', identifier, description: '' });
    const requirementId = (await call('POST', `/v1/frameworks/${id}/requirements`, { body: body('Z-0') })).body.id;
    const answers = await Promise.all([
      ...['Z-1', 'Z-2', 'Z-3'].map((identifier) => call('POST', `/v1/frameworks/${id}/requirements`, { body: body(identifier) })),
      call('PATCH', `/v1/frameworks/${id}/requirements/${requirementId}`, { body: { name: 'Two' } }),
      call('DELETE', `/v1/frameworks/${id}?confirm=GDPR`),
      call('PATCH', `/v1/frameworks/${id}/requirements/${requirementId}`, { body: { name: 'Three' } }),
      ...['Z-4', 'Z-5'].map((identifier) => call('POST', `/v1/frameworks/${id}/requirements`, { body: body(identifier) })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([]);
  }
});
