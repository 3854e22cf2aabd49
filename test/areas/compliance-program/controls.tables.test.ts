/** Imports and exports controls as tables (rule 17). */
import { describe, expect, test } from 'vitest';
import { parseTime } from '#areas/compliance-program/controls/rules/dates';
import { startApp } from '../../support/app.ts';
import { outcomesOf, fieldError } from '../../support/bulk.ts';
import { types, workbookOf } from '../../support/documents.ts';
import { adopt, frameworkId } from '../../support/frameworks.ts';
import { within } from '../../support/organization.ts';
import { exportTable, importTable, sendTable } from '../../support/tables.ts';

const app = startApp();
const address = '/v1/controls/import';
const entriesOf = (organizationId: string) =>
  within(app.database, organizationId, (db) =>
    db.selectFrom('audit_entry').select(['entity_id', 'description', 'data']).orderBy('sequence').execute(),
  );
const table =
  'Kontroll-ID;Bezeichnung;Beschreibung;Verantwortlich;Letzte Prüfung\niam-07;Reviews;Every quarter.;Ada;31.03.2026\niam-09;Leavers;On the last day.;;\n';

describe('importControls', () => {
  test('200 creates controls by external id, updates changed controls, and writes nothing when imported again (rule 17)', async () => {
    const { call, organization } = await app.caller();
    const first = await importTable(call, address, table);
    expect(first.summary).toEqual({ total: 2, createdCount: 2, updatedCount: 0, unchangedCount: 0, refusedCount: 0 });
    expect(first.results).toMatchObject([
      { place: 'row 2', controlCode: 'iam-07', name: 'Reviews', outcome: 'created', id: expect.stringMatching(/^ctl_/) },
      { place: 'row 3', controlCode: 'iam-09', outcome: 'created' },
    ]);
    const [{ id }] = first.results;
    const readControl = async () => (await call('GET', `/v1/controls/${id}`)).body;
    expect(await readControl()).toMatchObject({
      externalId: 'iam-07',
      name: 'Reviews',
      lastReviewDate: '2026-03-31T00:00:00.000Z',
      ownerId: null,
    });
    const entries = await entriesOf(organization.id);
    expect(outcomesOf(await importTable(call, address, table))).toEqual(['unchanged', 'unchanged']);
    expect(await entriesOf(organization.id)).toEqual(entries);
    // The control's own id also identifies a row. A missing column keeps the values, and an empty date clears them.
    const next = await importTable(call, address, `ID,Name,Last review,Next review\n${id},Quarterly reviews,,2026-06-30\n`);
    expect(next).toMatchObject({ results: [{ outcome: 'updated', id }] });
    expect(await readControl()).toMatchObject({
      externalId: 'iam-07',
      name: 'Quarterly reviews',
      description: 'Every quarter.',
      lastReviewDate: null,
      nextReviewDate: '2026-06-30T00:00:00.000Z',
    });
    expect((await entriesOf(organization.id)).at(-1)).toMatchObject({
      entity_id: id,
      description: expect.stringContaining('Updated control'),
      data: { changes: { name: { previous: 'Reviews', current: 'Quarterly reviews' } } },
    });
  });

  test('200 for a workbook rejects each invalid row with errors for its columns, and imports the other rows', async () => {
    const { call } = await app.caller();
    const bytes = await workbookOf([
      ['Control ID', 'Control', 'Description', 'Next review'],
      ['C-1', 'One', 'x', '46112'],
      ['C-2', '', '', ''],
      ['', 'Two', 'x', ''],
      ['C-1', 'Again', 'x', ''],
      ['C-3', 'n'.repeat(256), 'x', 'soon'],
    ]);
    const answer = await importTable(call, address, bytes, types.xlsx);
    const blank = 'must not be blank';
    expect(outcomesOf(answer)).toEqual([
      'created',
      { ...fieldError('name', blank), ...fieldError('description', blank) },
      fieldError('controlCode', blank),
      fieldError('controlCode', 'must not be repeated in the file'),
      { ...fieldError('name', 'must have at most 255 characters'), ...fieldError('nextReviewDate', 'must be a date, such as 2026-05-20') },
    ]);
    expect(answer.results[1].place).toMatch(/^sheet .+, row 3$/);
    const { body } = await call('GET', `/v1/controls/${answer.results[0].id}`);
    expect(body).toMatchObject({ name: 'One', nextReviewDate: '2026-03-31T00:00:00.000Z' });
  });

  test('200 for a dry run returns the same outcomes and writes nothing', async () => {
    const { call } = await app.caller();
    const dryRun = await importTable(call, `${address}?dryRun=true`, table);
    expect(dryRun).toMatchObject({
      results: [
        { outcome: 'created', id: null },
        { outcome: 'created', id: null },
      ],
    });
    expect((await call('GET', '/v1/controls')).body.data).toEqual([]);
    expect(outcomesOf(await importTable(call, address, table))).toEqual(outcomesOf(dryRun));
  });

  test('200 finds copies of catalog controls by their templates, and leaves them unchanged', async () => {
    const { call } = await app.caller();
    await adopt(call, frameworkId('gdpr'));
    const { bytes, rows } = await exportTable(call, '/v1/controls/export');
    expect(rows[1]?.[0]).toMatch(/^frk_ct_/);
    const { summary } = await importTable(call, address, bytes);
    expect(summary).toMatchObject({ total: rows.length - 1, unchangedCount: rows.length - 1 });
  });

  test('two imports at the same time create each control once', async () => {
    const { call } = await app.caller();
    const answers = await Promise.all([importTable(call, address, table), importTable(call, address, table)]);
    expect(answers.map(({ summary }) => summary.createdCount).toSorted()).toEqual([0, 2]);
  });

  test("a row with the id of another organization's control creates a new control", async () => {
    const [firstCaller, secondCaller] = [await app.caller(), await app.caller()];
    const [{ id }] = (await importTable(firstCaller.call, address, table)).results;
    const answer = await importTable(secondCaller.call, address, `ID,Name,Description\n${id},Mine,x\n`);
    expect(answer).toMatchObject({ results: [{ outcome: 'created', id: expect.not.stringMatching(id) }] });
    expect((await firstCaller.call('GET', `/v1/controls/${id}`)).body.name).toBe('Reviews');
  });

  test('422 for an unreadable file, no table, and too many rows, 415 for another type, 403 without both permissions', async () => {
    const { call } = await app.caller();
    const statusAndCode = async (bytes: string, type?: string) => {
      const { status, body } = await sendTable(call, address, bytes, type);
      return [status, body.code];
    };
    expect(await statusAndCode('Name,Owner\nOne,x\n')).toEqual([422, 'file_without_rows']);
    expect(await statusAndCode('{}', 'application/json')).toEqual([415, 'file_type_not_allowed']);
    expect(await statusAndCode('x', types.xlsx)).toEqual([422, 'file_unreadable']);
    expect(await statusAndCode(`ID,Name\n${'C,x\n'.repeat(1001)}`)).toEqual([422, 'too_many_rows']);
    const { call: creator } = await app.caller(['control:create', 'control:read']);
    expect((await sendTable(creator, address, table)).status).toBe(403);
  });
});

describe('exportControls', () => {
  test.each(['csv', 'xlsx'] as const)(
    '200 as %s sorted by name, with the e-mail address of the owner, and with the export in the log',
    async (format) => {
      const { call, organization } = await app.caller();
      await importTable(call, address, table);
      const { data } = (await call('GET', '/v1/controls')).body;
      const { email } = (await call('GET', `/v1/people/${organization.owner.id}`)).body.user;
      await call('PATCH', `/v1/controls/${data[1].id}`, { body: { ownerId: organization.owner.id } });
      const { rows, fileName } = await exportTable(call, '/v1/controls/export', format);
      expect(fileName).toContain(`controls.${format}`);
      expect(rows.map((row) => Array.from({ length: 6 }, (_none, column) => row[column] ?? ''))).toEqual([
        ['Control ID', 'Name', 'Description', 'Owner', 'Status', 'Last review'],
        ['iam-09', 'Leavers', 'On the last day.', '', 'not_started', ''],
        ['iam-07', 'Reviews', 'Every quarter.', email, 'not_started', '2026-03-31T00:00:00.000Z'],
      ]);
      expect((await entriesOf(organization.id)).at(-1)).toMatchObject({ description: expect.stringContaining('Exported controls') });
    },
  );

  test("200 for a restricted member with only the controls of the member's tasks; 400 for an unknown format", async () => {
    const { call, organization } = await app.caller();
    const { results } = await importTable(call, address, table);
    const { member, call: restricted } = await app.session(organization, ['employee']);
    const task = await call('POST', '/v1/tasks', { body: { title: 'Look', description: 'x', assigneeId: member.id } });
    await call('POST', `/v1/controls/${results[1].id}/tasks/link`, { body: { taskIds: [task.body.id] } });
    const { rows } = await exportTable(restricted, '/v1/controls/export');
    expect(rows.map(([code]) => code)).toEqual(['Control ID', 'iam-09']);
    expect((await call('GET', '/v1/controls/export?format=pdf')).status).toBe(400);
  });
});

test('parseTime reads the date formats of tables, and returns undefined for any other text', () => {
  expect(['2026-03-31', '31.03.2026', '46112', '2026-03-31T00:00:00Z', '2026-03-31T00:00:00.000Z'].map(parseTime)).toEqual(
    Array.from({ length: 5 }, () => '2026-03-31T00:00:00.000Z'),
  );
  const invalidTexts = ['', 'soon', '2026-02-30', '2026-13-01', '31.02.2026', '0000-01-01', '1', '2026-03-31T25:00:00Z', '03/31/2026'];
  expect(invalidTexts.map(parseTime)).toEqual(invalidTexts.map(() => undefined));
});
