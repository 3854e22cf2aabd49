/** The column for an answer when the answer column only accepts listed values (questionnaires, rule 16). */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { inlineCell, rawWorkbook, workbookOf } from '../../support/documents.ts';
import { sheetValuesOf, createWorkbookExporter, firstSheetXml } from '../../support/workbooks.ts';

const app = startApp();
const fillIn = createWorkbookExporter(app);

describe('rule 16', () => {
  test.each([
    [
      'a list',
      '<dataValidations count="1"><dataValidation type="list" sqref="F9 C2:C3"><formula1>"Yes,No"</formula1></dataValidation></dataValidations>',
    ],
    [
      'a list of another sheet',
      '<extLst><ext><x14:dataValidations xmlns:x14="y" xmlns:xm="z"><x14:dataValidation type="list"><x14:formula1><xm:f>Lists!A1:A2</xm:f></x14:formula1><xm:sqref>C2:C300</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>',
    ],
  ])('200 writes the answers into the comment column when the answer cells only accept values from %s', async (_case, validations) => {
    const rows = [
      ['ID', 'Question', 'Answer', 'Owner', 'Implementation description'],
      ['A-1', 'Do you log?', 'No', 'Customer', ''],
      ['A-2', 'Do you test?', '', 'Provider', ''],
    ];
    const xml = rows.map((cells, row) => {
      const cellsXml = cells.map((text, column) => (text === '' ? '' : inlineCell(`${'ABCDE'[column]}${row + 1}`, text)));
      return `<row r="${row + 1}">${cellsXml.join('')}</row>`;
    });
    const content = rawWorkbook(`<worksheet><sheetData>${xml.join('')}</sheetData>${validations}</worksheet>`);
    const { made: questionnaire, exported } = await fillIn(content, { 0: 'Only in production.', 1: 'Yes, twice a year.' });
    expect(questionnaire.questions.map(({ location }: Record<string, unknown>) => location)).toEqual([
      { sheet: 'A', row: 2, answerColumn: 'E' },
      { sheet: 'A', row: 3, answerColumn: 'E' },
    ]);
    expect(firstSheetXml(exported.bytes)).toContain(validations);
    for (const [cell, text] of [
      ['C2', 'No'],
      ['E2', 'Only in production.'],
      ['E3', 'Yes, twice a year.'],
    ])
      expect(firstSheetXml(exported.bytes)).toMatch(new RegExp(`r="${cell}"[^>]*><is><t[^>]*>${text}<`));
    expect(firstSheetXml(exported.bytes)).not.toContain('r="C3"');
  });
  test('200 writes the answers into the answer column when the lists cannot be read', async () => {
    const rows = `<row r="1">${inlineCell('A1', 'Question')}${inlineCell('B1', 'Answer')}${inlineCell('C1', 'Comment')}</row><row r="2">${inlineCell('A2', 'Do you log?')}</row>`;
    for (const list of [
      '<dataValidations><dataValidation prompt="a > b" type="list" sqref="B2"/></dataValidations>',
      '<dataValidations><dataValidation type="list"><dataValidation type="list"/></dataValidation></dataValidations>',
    ]) {
      const { made: questionnaire } = await fillIn(rawWorkbook(`<worksheet><sheetData>${rows}</sheetData>${list}</worksheet>`), {});
      expect(questionnaire.questions).toMatchObject([{ location: { answerColumn: 'B' } }]);
    }
  });
  test('200 writes the answers into the comment column, or a new column, when the form has columns to tick', async () => {
    const tickHeadings = ['Question', 'Yes', 'No', 'N/A'];
    const withComments = await fillIn(
      await workbookOf([
        [...tickHeadings, 'Comments'],
        ['Do you log?', null, null, null, null],
        ['Do you test?', 'x', null, null, null],
      ]),
      { 0: 'Everything.', 1: 'Twice a year.' },
    );
    expect(await sheetValuesOf(withComments.exported.bytes)).toEqual([
      [
        'Sheet 1',
        [
          [...tickHeadings, 'Comments'],
          ['Do you log?', null, null, null, 'Everything.'],
          ['Do you test?', 'x', null, null, 'Twice a year.'],
        ],
      ],
    ]);
    for (const headings of [tickHeadings, ['Question', 'In Place', 'In Place with CCW', 'Not in Place']]) {
      const withoutComments = await fillIn(await workbookOf([headings, ['Do you log?', null, null, null]]), { 0: 'Everything.' });
      expect(await sheetValuesOf(withoutComments.exported.bytes)).toEqual([
        [
          'Sheet 1',
          [
            [...headings, 'Answer'],
            ['Do you log?', null, null, null, 'Everything.'],
          ],
        ],
      ]);
    }
  });
  test('200 writes the answers into the answer column when only other cells, or all columns, have lists', async () => {
    const rows = `<row r="1">${inlineCell('A1', 'Question')}${inlineCell('B1', 'Answer')}${inlineCell('C1', 'Comment')}</row><row r="2">${inlineCell('A2', 'Do you log?')}</row>`;
    for (const range of ['B9:B99', 'A2', 'B1', 'B2:C2', '']) {
      const list = `<dataValidations><dataValidation type="list" sqref="${range}"/><dataValidation type="whole" sqref="B2"/></dataValidations>`;
      const { made: questionnaire } = await fillIn(rawWorkbook(`<worksheet><sheetData>${rows}</sheetData>${list}</worksheet>`), {});
      expect(questionnaire.questions, range).toMatchObject([{ location: { answerColumn: 'B' } }]);
    }
  });
});
