/** Imports and exports the requirements and mappings of a framework as tables (rules 40 and 41). */
import { describe, expect, test } from 'vitest';
import { toCsv } from '#documents/spreadsheets/csv';
import { startApp } from '../../support/app.ts';
import { outcomesOf, fieldError } from '../../support/bulk.ts';
import { types } from '../../support/documents.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { exportTable, importTable, sendTable } from '../../support/tables.ts';

const app = startApp();
type Call = Awaited<ReturnType<typeof app.caller>>['call'];

/** Creates an organization with two controls, and a custom framework with the requirements. */
async function withAnnex() {
  const caller = await app.caller();
  const { call } = caller;
  const { body } = await call('POST', '/v1/frameworks/custom', { body: { name: 'Annex', description: 'x' } });
  const id = String(body.id);
  await importTable(
    call,
    `/v1/frameworks/${id}/requirements/import`,
    'id;title;text;family\nA-1;One;First;F\nA-2;Two;Second;\nA-3;Three;;F\n',
  );
  const control = async (fields: object) => {
    const created = await call('POST', '/v1/controls', { body: { description: 'x', ...fields } });
    return String(created.body.id);
  };
  const reviews = await control({ name: 'Reviews', externalId: 'iam-07' });
  const leavers = await control({ name: 'Leavers' });
  return { ...caller, id, reviews, leavers, control };
}
const mapping = (id: string, query = '') => `/v1/frameworks/${id}/mappings/import${query}`;
const mapsOf = async (call: Call, id: string) => (await exportTable(call, `/v1/frameworks/${id}/mappings/export`)).rows.slice(1);
const entriesOf = (organizationId: string) =>
  within(app.database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_id', 'entity_type', 'description', 'data']).orderBy('sequence').execute(),
  );

describe('importFrameworkMappings', () => {
  test('200 finds controls by id and by name, reads German and English words, and changes nothing the next time (rule 41)', async () => {
    const { call, organization, id, reviews, leavers } = await withAnnex();
    const table = 'Anforderung;Kontroll-ID;Kontrolle;Stärke\nA-1;iam-07;;voll\nA-1;;LEAVERS;teilweise\nA-2;' + leavers + ';;\n';
    const first = await importTable(call, mapping(id), table);
    expect(outcomesOf(first)).toEqual(['created', 'created', 'created']);
    expect(first.results).toMatchObject([
      { place: 'row 2', requirementIdentifier: 'A-1', controlReference: 'iam-07', strength: 'full', id: expect.stringMatching(/^req_/) },
      { place: 'row 3', requirementIdentifier: 'A-1', controlReference: 'LEAVERS', strength: 'partial' },
      { place: 'row 4', requirementIdentifier: 'A-2', controlReference: leavers, strength: null },
    ]);
    expect(first.summary).toEqual({ total: 3, createdCount: 3, updatedCount: 0, unchangedCount: 0, refusedCount: 0 });
    const detail = (await call('GET', `/v1/controls/${reviews}`)).body;
    expect(detail.requirementsMapped).toMatchObject([{ id: first.results[0].id, strength: 'full' }]);
    const entries = await entriesOf(organization.id);
    expect(entries.at(-1)).toMatchObject({
      entity_id: id,
      entity_type: 'framework',
      description: expect.stringContaining('Imported mappings'),
      data: {
        changes: { file: { current: 'table.csv' }, mappings: { current: expect.arrayContaining([`A-1: Reviews (${reviews}), full`]) } },
      },
    });
    expect(outcomesOf(await importTable(call, mapping(id), table))).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await entriesOf(organization.id)).toEqual(entries);
  });

  test("200 changes a strength; an empty cell restores the catalog's strength, and a missing column keeps the strength (rule 41)", async () => {
    const { call, organization, id, reviews } = await withAnnex();
    const send = (text: string) => importTable(call, mapping(id), text);
    await send('Requirement,Control,Strength\nA-1,Reviews,full\n');
    const changed = await send('Requirement,Control,Strength\nA-1,Reviews,supports\n');
    expect(changed).toMatchObject({ results: [{ outcome: 'updated', strength: 'supports' }], summary: { updatedCount: 1 } });
    expect((await entriesOf(organization.id)).at(-1)).toMatchObject({
      data: { changes: { strengths: { current: [`A-1: Reviews (${reviews}), supports`] } } },
    });
    expect(outcomesOf(await send('Requirement,Control\nA-1,Reviews\n'))).toEqual(['unchanged']);
    expect((await mapsOf(call, id))[0]?.[4]).toBe('supports');
    expect(outcomesOf(await send('Requirement,Control,Strength\nA-1,Reviews,\n'))).toEqual(['updated']);
    expect((await mapsOf(call, id))[0]?.[4]).toBe('');
    expect(outcomesOf(await send('Requirement,Control,Strength\nA-1,Reviews,\n'))).toEqual(['unchanged']);
  });

  test('200 refuses each invalid row with the error of its column, and imports the other rows (rule 41)', async () => {
    const { call, id, control } = await withAnnex();
    await control({ name: 'Twice' });
    await control({ name: 'twice' });
    const rows = [
      ['A-1', 'iam-07', '', 'full'],
      ['A-9', 'iam-07', '', ''],
      ['', 'iam-07', '', ''],
      ['A-1', 'nothing', '', ''],
      ['A-1', '', '', 'full'],
      ['A-1', '', 'Twice', ''],
      ['A-2', 'iam-07', '', 'somewhat'],
      ['A-1', '', 'Reviews', ''],
    ];
    const table = ['Requirement,Control ID,Control,Strength', ...rows.map((row) => row.join(','))].join('\n');
    const answer = await importTable(call, mapping(id), table);
    expect(outcomesOf(answer)).toEqual([
      'created',
      fieldError('requirementIdentifier', 'must be the identifier of a requirement of the framework'),
      fieldError('requirementIdentifier', 'must not be blank'),
      fieldError('controlReference', 'must be a control in use'),
      fieldError('controlReference', 'must not be blank'),
      fieldError('controlReference', 'must be the name of one control only'),
      fieldError('strength', 'must be full, partial or supports'),
      fieldError('controlReference', 'must not be repeated with the requirement in the file'),
    ]);
    expect(answer.summary).toMatchObject({ total: 8, createdCount: 1, refusedCount: 7 });
    expect(await mapsOf(call, id)).toHaveLength(1);
  });

  test('200 for a dry run returns the same outcomes and writes nothing', async () => {
    const { call, organization, id } = await withAnnex();
    const entries = await entriesOf(organization.id);
    const table = 'Requirement,Control\nA-1,Reviews\nA-1,Nobody\n';
    const dryRun = await importTable(call, mapping(id, '?dryRun=true'), table);
    expect(dryRun).toMatchObject({
      results: [
        { outcome: 'created', id: null },
        { outcome: 'refused', id: null },
      ],
    });
    expect(await mapsOf(call, id)).toEqual([]);
    expect((await entriesOf(organization.id)).slice(0, -1)).toEqual(entries);
    expect(outcomesOf(await importTable(call, mapping(id), table))).toEqual(outcomesOf(dryRun));
  });

  test('200 for a catalogue framework: a strength in the file overrides the strength of the catalog (rule 25)', async () => {
    const { call } = await app.caller();
    const [id = ''] = await adopt(call, frameworkId('gdpr'));
    const before = await mapsOf(call, id);
    const [requirement = '', , code = '', , strength = ''] = before[0] ?? [];
    expect(code).toMatch(/^frk_ct_/);
    const otherStrength = strength === 'full' ? 'supports' : 'full';
    const send = (cell: string) => importTable(call, mapping(id), `Requirement,Control ID,Strength\n"${requirement}",${code},${cell}\n`);
    expect(outcomesOf(await send(strength))).toEqual(['unchanged']);
    expect(outcomesOf(await send(otherStrength))).toEqual(['updated']);
    expect((await mapsOf(call, id))[0]?.[4]).toBe(otherStrength);
    expect(outcomesOf(await send(''))).toEqual(['updated']);
    expect(await mapsOf(call, id)).toEqual(before);
  });

  test('200 copies the direct links of the control to the custom framework at once (controls, rule 3)', async () => {
    const { call, id, reviews } = await withAnnex();
    await call('POST', `/v1/controls/${reviews}/document-types/link`, { body: { formTypes: ['meeting'] } });
    await importTable(call, mapping(id), 'Requirement,Control ID\nA-1,iam-07\n');
    const { data } = (await call('GET', `/v1/frameworks/${id}/controls`)).body;
    expect(data).toMatchObject([{ id: reviews, controlDocumentTypes: [{ formType: 'meeting' }] }]);
  });

  test('two imports at the same time create each map once; an import does not fail when records are deleted meanwhile', async () => {
    const { call, id, reviews } = await withAnnex();
    const table = 'Requirement,Control\nA-1,Reviews\nA-2,Leavers\n';
    const imports = await Promise.all([importTable(call, mapping(id), table), importTable(call, mapping(id), table)]);
    expect(imports.map(({ summary }) => summary.createdCount).toSorted()).toEqual([0, 2]);
    const { data } = (await call('GET', `/v1/frameworks/${id}/requirements`)).body;
    const requirementId = data.find(({ identifier }: { identifier: string }) => identifier === 'A-3').id;
    const answers = await Promise.all([
      sendTable(call, mapping(id), 'Requirement,Control\nA-3,Reviews\nA-2,Reviews\n'),
      call('DELETE', `/v1/controls/${reviews}`),
      sendTable(call, mapping(id), 'Requirement,Control\nA-3,Leavers\n'),
      call('DELETE', `/v1/frameworks/${id}/requirements/${requirementId}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 204, 200, 204]);
  });

  test('404 for a framework of another organization; 422 and 415 for files that cannot be imported; 403 without permission', async () => {
    const [{ id }, theirs] = [await withAnnex(), await app.caller()];
    const table = 'Requirement,Control\nA-1,Reviews\n';
    expect(await sendTable(theirs.call, mapping(id), table)).toMatchObject({ status: 404, body: { code: 'framework_instance_not_found' } });
    const { call, ...annex } = await withAnnex();
    const statusAndCode = async (bytes: string, type?: string) => {
      const { status, body } = await sendTable(call, mapping(annex.id), bytes, type);
      return [status, body.code];
    };
    expect(await statusAndCode('Requirement,Owner\nA-1,x\n')).toEqual([422, 'file_without_rows']);
    expect(await statusAndCode('Requirement,Control\n')).toEqual([422, 'file_without_rows']);
    expect(await statusAndCode(' \n')).toEqual([422, 'file_without_rows']);
    expect(await statusAndCode('{}', 'application/json')).toEqual([415, 'file_type_not_allowed']);
    expect(await statusAndCode('no archive', types.xlsx)).toEqual([422, 'file_unreadable']);
    expect(await statusAndCode(`Requirement,Control\n${'A-1,Reviews\n'.repeat(10_001)}`)).toEqual([422, 'too_many_rows']);
    const reader = await app.caller(['framework:read']);
    expect((await sendTable(reader.call, mapping(id), table)).status).toBe(403);
  });
});

describe('exportFrameworkRequirements and exportFrameworkMappings', () => {
  test('200 with the status and the number of controls; each export is logged (rule 40)', async () => {
    const { call, organization, id, reviews } = await withAnnex();
    await importTable(call, mapping(id), 'Requirement,Control,Strength\nA-1,Reviews,partial\nA-1,Leavers,\n');
    const { rows, fileName } = await exportTable(call, `/v1/frameworks/${id}/requirements/export`);
    expect(fileName).toContain('annex-requirements.csv');
    expect(rows).toEqual([
      ['Identifier', 'Name', 'Description', 'Family', 'Part', 'In scope', 'Status', 'Controls'],
      ['A-1', 'One', 'First', 'F', '', 'yes', 'not_started', '2'],
      ['A-3', 'Three', '', 'F', '', 'yes', 'not_started', '0'],
      ['A-2', 'Two', 'Second', '', '', 'yes', 'not_started', '0'],
    ]);
    expect((await entriesOf(organization.id)).at(-1)).toMatchObject({
      entity_id: id,
      description: expect.stringContaining('Exported requirements'),
    });
    expect(await mapsOf(call, id)).toMatchObject([
      ['A-1', 'One', expect.stringMatching(/^ctl_/), 'Leavers', '', 'not_started'],
      ['A-1', 'One', 'iam-07', 'Reviews', 'partial', 'not_started'],
    ]);
    expect((await entriesOf(organization.id)).at(-1)).toMatchObject({
      entity_id: id,
      description: expect.stringContaining('Exported mappings'),
    });
    await call('PATCH', `/v1/controls/${reviews}`, { body: { externalId: null } });
    expect((await mapsOf(call, id)).map(([, , code]) => code)).toContain(reviews);
  });

  test('200 for a catalogue framework includes requirements that are out of scope as not_applicable', async () => {
    const { call } = await app.caller();
    const soc2 = frameworkId('soc2');
    const frameworkScopes = [{ frameworkId: soc2, scope: ['security'] }];
    const { body } = await call('POST', '/v1/frameworks', { body: { frameworkIds: [soc2], frameworkScopes } });
    const { rows } = await exportTable(call, `/v1/frameworks/${body.data[0].id}/requirements/export`, 'xlsx');
    const outOfScope = rows.slice(1).filter(([, , , , part]) => part === 'privacy');
    expect(outOfScope.length).toBeGreaterThan(0);
    expect([...new Set(outOfScope.map(([, , , , , inScope, status]) => `${inScope} ${status}`))]).toEqual(['no not_applicable']);
    expect(rows.find(([identifier]) => identifier === 'CC6.1')).toMatchObject({ 5: 'yes', 6: 'not_started' });
  });

  test('404 for a framework of another organization, and 400 for an unknown format', async () => {
    const [{ id, call }, theirs] = [await withAnnex(), await app.caller()];
    for (const kind of ['requirements', 'mappings']) {
      expect((await theirs.call('GET', `/v1/frameworks/${id}/${kind}/export`)).status).toBe(404);
      expect((await call('GET', `/v1/frameworks/${id}/${kind}/export?format=pdf`)).status).toBe(400);
    }
  });
});

/** Texts that a table format could change. */
const texts = [
  '=1+1',
  '-5 is no formula',
  "'quoted' and = so",
  "'=already guarded",
  '@mention; with, all; separators\tand "quotes"',
  'two\nlines\n\n- and a list\n- of two',
  '007',
  'ünïcödé 安全',
];

describe.each(['csv', 'xlsx'] as const)('transfer from one organization to another as %s', (format) => {
  const type = format === 'csv' ? 'text/csv' : types.xlsx;

  test('keeps all texts of requirements, controls and mappings (rule 41)', async () => {
    const [sender, receiver] = [await withAnnex(), await app.caller()];
    const rows = [['Requirement', 'Control', 'Strength']];
    for (const [index, text] of texts.entries()) {
      const line = text.replaceAll(/\s+/g, ' ');
      const requirement = { identifier: `${line} ${index}`, name: line, description: `${text}\n${'long '.repeat(700)}`.trim() };
      const created = await sender.call('POST', `/v1/frameworks/${sender.id}/requirements`, { body: requirement });
      expect(created, created.text).toMatchObject({ status: 201 });
      await sender.control({ name: `${line} ${index}`, description: text, externalId: `${text}-${index}` });
      rows.push([`A-${(index % 3) + 1}`, `${text}-${index}`, ['full', 'partial', ''][index % 3] ?? '']);
    }
    const { summary } = await importTable(sender.call, mapping(sender.id), toCsv(rows));
    expect(summary).toMatchObject({ createdCount: texts.length });
    const annex = await receiver.call('POST', '/v1/frameworks/custom', { body: { name: 'Annex', description: 'x' } });
    const id = String(annex.body.id);
    const transfers = [
      [
        'requirements',
        `/v1/frameworks/${sender.id}/requirements/export`,
        `/v1/frameworks/${id}/requirements/import`,
        `/v1/frameworks/${id}/requirements/export`,
      ],
      ['controls', '/v1/controls/export', '/v1/controls/import', '/v1/controls/export'],
      [
        'mappings',
        `/v1/frameworks/${sender.id}/mappings/export`,
        `/v1/frameworks/${id}/mappings/import`,
        `/v1/frameworks/${id}/mappings/export`,
      ],
    ] as const;
    for (const [, source, target] of transfers) {
      const { bytes, rows } = await exportTable(sender.call, source, format);
      const answer = await importTable(receiver.call, target, bytes, type);
      expect(answer.summary).toMatchObject({ total: rows.length - 1, createdCount: rows.length - 1 });
    }
    for (const [kind, source, , result] of transfers) {
      const [before, after] = [await exportTable(sender.call, source), await exportTable(receiver.call, result)];
      expect(after.rows.toSorted(), kind).toEqual(before.rows.toSorted());
    }
    const definitions = async (call: Call, instance: string) =>
      (await call('GET', `/v1/frameworks/${instance}/requirements?limit=250`)).body.data.map(
        ({ identifier, name, description, requirementFamily }: Record<string, unknown>) => [
          identifier,
          name,
          description,
          requirementFamily,
        ],
      );
    expect(await definitions(receiver.call, id)).toEqual(await definitions(sender.call, sender.id));
  });

  test('a catalogue framework becomes a custom framework with the same mappings and strengths (rule 41)', async () => {
    const [sender, receiver] = [await app.caller(), await app.caller()];
    const [adopted = ''] = await adopt(sender.call, frameworkId('gdpr'));
    const annex = await receiver.call('POST', '/v1/frameworks/custom', { body: { name: 'Own', description: 'x' } });
    const id = String(annex.body.id);
    const transfer = async (source: string, target: string) => {
      const { bytes } = await exportTable(sender.call, source, format);
      const { summary } = await importTable(receiver.call, target, bytes, type);
      expect(summary.refusedCount).toBe(0);
    };
    await transfer(`/v1/frameworks/${adopted}/requirements/export`, `/v1/frameworks/${id}/requirements/import`);
    await transfer('/v1/controls/export', '/v1/controls/import');
    await transfer(`/v1/frameworks/${adopted}/mappings/export`, `/v1/frameworks/${id}/mappings/import`);
    const maps = async (call: Call, instance: string) => (await mapsOf(call, instance)).map((row) => row.slice(0, 5)).toSorted();
    const receivedMaps = await maps(receiver.call, id);
    expect(receivedMaps.length).toBeGreaterThan(50);
    expect(receivedMaps).toEqual(await maps(sender.call, adopted));
  });
});
