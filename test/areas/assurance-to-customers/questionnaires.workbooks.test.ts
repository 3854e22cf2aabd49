/** Exporting the uploaded workbook with the answers filled in (questionnaires, rule 16). */
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { fillCells } from '#documents/spreadsheets/fill';
import { startApp } from '../../support/app.ts';
import { inlineCell, rawWorkbook, types, workbookOf } from '../../support/documents.ts';
import { sheetValuesOf, createWorkbookExporter, firstSheetXml } from '../../support/workbooks.ts';

const app = startApp();
const url = '/v1/questionnaire';
const fillIn = createWorkbookExporter(app);

describe('rule 16', () => {
  test('200 fills the answers into the answer column, also for repeated questions, and changes nothing else', async () => {
    const content = await workbookOf(
      [
        ['Harbour Clinics', null, null, null],
        ['Ref', 'Question', 'Response', 'Comment'],
        ['1', 'Access control', null, null],
        ['1.1', 'Do you log?', null, 'name the tool'],
        ['1.2', 'Do you test?', 'To be completed', null],
        ['1.3', 'Do you train?', 'Yes, every year.', null],
      ],
      [
        ['Question', 'Answer'],
        ['DO YOU LOG?', null],
        ['Is there a plan?', null],
      ],
    );
    const { made: questionnaire, exported } = await fillIn(content, { 0: '=1+1 <b> & _x0041_\nand more', 1: 'Twice a year.' });
    expect(
      questionnaire.questions.map(({ reference, section, location }: Record<string, unknown>) => [reference, section, location]),
    ).toEqual([
      ['1.1', 'Access control', { sheet: 'Sheet 1', row: 4, answerColumn: 'C' }],
      ['1.2', 'Access control', { sheet: 'Sheet 1', row: 5, answerColumn: 'C' }],
      ['1.3', 'Access control', { sheet: 'Sheet 1', row: 6, answerColumn: 'C' }],
      [null, null, { sheet: 'Sheet 2', row: 3, answerColumn: 'B' }],
    ]);
    expect(exported.headers.get('content-disposition')).toBe('attachment; filename="Review.xlsx"');
    expect(await sheetValuesOf(exported.bytes)).toEqual([
      [
        'Sheet 1',
        [
          ['Harbour Clinics', null, null, null],
          ['Ref', 'Question', 'Response', 'Comment'],
          ['1', 'Access control', null, null],
          ['1.1', 'Do you log?', '=1+1 <b> & _x0041_\nand more', 'name the tool'],
          ['1.2', 'Do you test?', 'Twice a year.', null],
          ['1.3', 'Do you train?', 'Yes, every year.', null],
        ],
      ],
      [
        'Sheet 2',
        [
          ['Question', 'Answer'],
          ['DO YOU LOG?', '=1+1 <b> & _x0041_\nand more'],
          ['Is there a plan?', null],
        ],
      ],
    ]);
    const [partsBefore, partsAfter] = [unzipSync(content), unzipSync(exported.bytes)];
    expect(Object.keys(partsAfter)).toEqual(Object.keys(partsBefore));
    for (const part of Object.keys(partsBefore).filter((name) => !name.includes('worksheets/')))
      expect(partsAfter[part]).toEqual(partsBefore[part]);
  });
  test('200 keeps the answers of the file, except where a person wrote another answer', async () => {
    const content = await workbookOf([
      ['Question', 'Response'],
      ['Do you log?', 'Yes, since 2020.'],
      ['Do you test?', 'Yes, since 2021.'],
    ]);
    const { call, made: questionnaire, exported } = await fillIn(content, { 0: 'Yes, since 2019.' });
    await call('PUT', `${url}/${questionnaire.id}/answers/1`, { body: { answer: 'A suggestion.', status: 'generated' } });
    const secondExport = await call('GET', `${url}/${questionnaire.id}/export`);
    for (const { bytes } of [exported, secondExport])
      expect(await sheetValuesOf(bytes)).toEqual([
        [
          'Sheet 1',
          [
            ['Question', 'Response'],
            ['Do you log?', 'Yes, since 2019.'],
            ['Do you test?', 'Yes, since 2021.'],
          ],
        ],
      ]);
  });
  test('200 replaces the choices that the form offers with the answers', async () => {
    const content = await workbookOf([
      ['Question', 'Response'],
      ['Do you log?', 'Yes / No'],
      ['Do you test?', 'Please select'],
      ['How many people do you train?', 250],
    ]);
    const { call, made: questionnaire } = await fillIn(content, { 0: 'Yes, everything.' });
    for (const [index, answer] of ['Twice a year.', 'A suggestion.'].entries())
      await call('PUT', `${url}/${questionnaire.id}/answers/${index + 1}`, { body: { answer, status: 'generated' } });
    const secondExport = await call('GET', `${url}/${questionnaire.id}/export`);
    expect(await sheetValuesOf(secondExport.bytes)).toEqual([
      [
        'Sheet 1',
        [
          ['Question', 'Response'],
          ['Do you log?', 'Yes, everything.'],
          ['Do you test?', 'Twice a year.'],
          ['How many people do you train?', 250],
        ],
      ],
    ]);
  });
  test('200 adds an answer column when the sheet has none, and writes beside the question when the sheet has no headings', async () => {
    const withHeadings = await fillIn(
      await workbookOf([
        ['Question', 'Comment'],
        ['Do you log?', null],
        ['Do you test?', 'twice'],
      ]),
      { 0: 'Yes.' },
    );
    expect(await sheetValuesOf(withHeadings.exported.bytes)).toEqual([
      [
        'Sheet 1',
        [
          ['Question', 'Comment', 'Answer'],
          ['Do you log?', null, 'Yes.'],
          ['Do you test?', 'twice', null],
        ],
      ],
    ]);
    const withoutHeadings = await fillIn(await workbookOf([['Do you log?'], ['Do you test?', 'Yes, twice.'], ['Do you train?', 'x7']]), {
      0: 'Yes.',
      2: 'Yes, too.',
    });
    expect(await sheetValuesOf(withoutHeadings.exported.bytes)).toEqual([
      [
        'Sheet 1',
        [
          ['Do you log?', 'Yes.', null],
          ['Do you test?', 'Yes, twice.', null],
          ['Do you train?', 'x7', 'Yes, too.'],
        ],
      ],
    ]);
  });
  test('200 keeps the style of cells, formulas and prefixes, also for rows without numbers and cells without references', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><x:dimension ref="A1:B4"/><x:sheetData><x:row r="1" spans="1:2">${['Question', 'Response']
      .map((text, column) => inlineCell(`${'AB'[column] ?? ''}1`, text).replaceAll(/<(\/?)/g, '<$1x:'))
      .join(
        '',
      )}</x:row><x:row><x:c t="inlineStr"><x:is><x:t>Do you log?</x:t></x:is></x:c><x:c s="7"/></x:row><x:row r='3'><x:c r='A3' s='4' t='inlineStr'><x:is><x:t>Do you test?</x:t></x:is></x:c></x:row><x:row r="4"><x:c r="A4" t="inlineStr"><x:is><x:t>Do you train?</x:t></x:is></x:c><x:c r="B4"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row></x:sheetData><x:mergeCells/></x:worksheet>`;
    const { exported } = await fillIn(rawWorkbook(sheet), { 0: 'One', 1: 'Two', 2: 'Three' });
    const cell = (place: string, style: string, text: string) =>
      `<x:c r="${place}" s="${style}" t="inlineStr"><x:is><x:t xml:space="preserve">${text}</x:t></x:is></x:c>`;
    const sheetXml = firstSheetXml(exported.bytes);
    expect(sheetXml).toContain(cell('B2', '7', 'One'));
    expect(sheetXml).toContain(cell('B3', '4', 'Two'));
    expect(sheetXml).toContain('<x:c r="B4"><x:f>1+1</x:f><x:v>2</x:v></x:c>');
    expect(sheetXml).toContain('</x:sheetData><x:mergeCells/>');
    expect(sheetXml).not.toMatch(/dimension|Three/);
  });
  test('200 writes answers where merged cells show them: beside a wide question, and together in an answer cell of several questions', async () => {
    const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;
    const wideSheet = `<worksheet><sheetData>${[
      row(1, inlineCell('A1', 'Do you log?'), '<c r="B1" s="3"/><c r="C1" s="3"/>'),
      row(2, inlineCell('A2', 'Do you test?'), inlineCell('D2', 'note')),
    ].join('')}</sheetData><mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A2:C2"/></mergeCells></worksheet>`;
    const filledWideSheet = firstSheetXml((await fillIn(rawWorkbook(wideSheet), { 0: 'Yes, all.', 1: 'Yes, twice.' })).exported.bytes);
    const text = (place: string, answer: string) => new RegExp(`<c r="${place}"[^>]*><is><t xml:space="preserve">${answer}</t>`);
    expect(filledWideSheet).toMatch(text('D1', 'Yes, all.'));
    expect(filledWideSheet).toMatch(text('E2', 'Yes, twice.'));
    expect(filledWideSheet).toContain('<c r="B1" s="3"/><c r="C1" s="3"/>');
    expect(filledWideSheet).toContain('<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A2:C2"/></mergeCells>');
    const sharedSheet = `<worksheet><sheetData>${[
      row(1, inlineCell('A1', 'Question'), inlineCell('B1', 'Response')),
      row(2, inlineCell('A2', 'Do you log?'), '<c r="B2" s="5"/>'),
      row(3, inlineCell('A3', 'Do you test?')),
      row(4, inlineCell('A4', 'Do you train?'), '<c r="B4" s="6"/><c r="C4" s="6"/>'),
    ].join('')}</sheetData><mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="B4:C4"/></mergeCells></worksheet>`;
    const filledSharedSheet = firstSheetXml((await fillIn(rawWorkbook(sharedSheet), { 0: 'One', 1: 'Two', 2: 'Three' })).exported.bytes);
    expect(filledSharedSheet).toContain('<c r="B2" s="5" t="inlineStr"><is><t xml:space="preserve">One\nTwo</t></is></c>');
    expect(filledSharedSheet).toContain('<c r="B4" s="6" t="inlineStr"><is><t xml:space="preserve">Three</t></is></c><c r="C4" s="6"/>');
    expect(filledSharedSheet).not.toContain('r="B3"');
    const answered = sharedSheet.replace('<c r="B2" s="5"/>', inlineCell('B2', 'Since 2020.'));
    expect(firstSheetXml((await fillIn(rawWorkbook(answered), { 1: 'Two' })).exported.bytes)).toContain(inlineCell('B2', 'Since 2020.'));
  });
  test('200 leaves hidden sheets unchanged, although they have the same questions', async () => {
    const sheet = `<worksheet><sheetData><row r="1">${inlineCell('A1', 'Question')}${inlineCell('B1', 'Response')}</row><row r="2">${inlineCell('A2', 'Do you log?')}</row></sheetData></worksheet>`;
    const relation = (id: number) => `<Relationship Id="rId${id}" Type="x/worksheet" Target="worksheets/sheet${id}.xml"/>`;
    const content = rawWorkbook(sheet, {
      'xl/workbook.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="Lists" sheetId="2" state="veryHidden" r:id="rId2"/><sheet name="B" sheetId="3" r:id="rId3"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${[1, 2, 3].map(relation).join('')}</Relationships>`),
      'xl/worksheets/sheet2.xml': strToU8(sheet),
      'xl/worksheets/sheet3.xml': strToU8(sheet),
    });
    const { made: questionnaire, exported } = await fillIn(content, { 0: 'Yes.' });
    expect(questionnaire.questions).toMatchObject([{ location: { sheet: 'A', row: 2, answerColumn: 'B' } }]);
    const parts = unzipSync(exported.bytes);
    expect(strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toBe(sheet);
    for (const name of ['sheet1', 'sheet3'])
      expect(strFromU8(parts[`xl/worksheets/${name}.xml`] ?? new Uint8Array())).toContain(
        '<c r="B2" t="inlineStr"><is><t xml:space="preserve">Yes.',
      );
    expect(parts['xl/workbook.xml']).toEqual(unzipSync(content)['xl/workbook.xml']);
  });
  test('200 returns a new workbook when the uploaded file has macros, is too large, or no longer exists', async () => {
    const content = await workbookOf([['Question', 'Response'], ['Do you log?']]);
    const withMacros = await fillIn(content, { 0: 'Yes.' }, { fileName: 'Review.xlsm', fileType: types.xlsm });
    const tooLarge = await fillIn(
      rawWorkbook(`<worksheet><sheetData><row r="1">${inlineCell('A1', 'Do you log?')}</row></sheetData></worksheet>`, {
        'xl/media/large.bin': new Uint8Array(65 * 1024 * 1024),
      }),
      { 0: 'Yes.' },
    );
    const withoutFile = await fillIn(content, { 0: 'Yes.' });
    await app.database.system.updateTable('questionnaire').set({ file_key: null }).where('id', '=', withoutFile.made.id).execute();
    for (const { bytes } of [withMacros.exported, tooLarge.exported, await withoutFile.call('GET', `${url}/${withoutFile.made.id}/export`)])
      expect(await sheetValuesOf(bytes)).toEqual([
        [
          'Questionnaire',
          [
            ['#', 'Reference', 'Section', 'Question', 'Answer'],
            [1, null, null, 'Do you log?', 'Yes.'],
          ],
        ],
      ]);
  });
});

test('cells are written into UTF-16 sheets, and the XML declaration names the new encoding', () => {
  const sheet = `<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row r="1">${inlineCell('A1', 'é')}</row></sheetData></worksheet>`;
  const bytes = rawWorkbook('', { 'xl/worksheets/sheet1.xml': Buffer.from(`\ufeff${sheet}`, 'utf16le') });
  const filledBytes = fillCells(bytes, [{ sheet: 'A', row: 1, column: 27, text: 'ü', styleColumn: 0 }]);
  const xml = firstSheetXml(filledBytes ?? new Uint8Array());
  expect(xml).toContain('encoding="UTF-8"');
  expect(xml).toContain(`${inlineCell('A1', 'é')}<c r="AB1" t="inlineStr"><is><t xml:space="preserve">ü</t></is></c>`);
});
