/** The choices that a form offers are no answer until one of them is ticked (questionnaires, rule 4). */
import { expect, test } from 'vitest';
import { heuristicExtractor } from '#areas/assurance-to-customers/questionnaires/rules/extractor';
import { findItems } from '#areas/assurance-to-customers/questionnaires/rules/items';
import type { Block } from '#documents/extraction/blocks';

const table = (...rows: readonly (readonly string[])[]): Block => ({ kind: 'table', rows });
const text = (...lines: readonly string[]): Block => ({ kind: 'text', lines });
const findIn = (...blocks: readonly Block[]) => findItems(blocks, heuristicExtractor);
const pairsOf = async (...blocks: readonly Block[]) => (await findIn(...blocks)).map(({ question, answer }) => ({ question, answer }));

test.each([
  ['Yes / No', null],
  ['Yes/No/N.A.', null],
  ['Yes | Partial | No', null],
  ['Yes ☐ No ☐', null],
  ['[ ] Yes [ ] No', null],
  ['Select', null],
  ['Please select', null],
  ['<select>', null],
  ['TBD', null],
  ['[Response]', null],
  ['Enter response here', null],
  ['Supplier to complete', null],
  ['Yes', 'Yes'],
  ['Yes, partly', 'Yes, partly'],
  ['No, not applicable', 'No, not applicable'],
  ['[x] Yes [ ] No', '[x] Yes [ ] No'],
  ['☐ Yes ☒ No', '☐ Yes ☒ No'],
  ['● Yes ○ No', '● Yes ○ No'],
  ['N/A', 'N/A'],
  ['None', 'None'],
  ['250', '250'],
  ['99.9 %', '99.9 %'],
  ['AES-256', 'AES-256'],
])('an answer cell with the text %s has the answer %s', async (cell, answer) => {
  expect(await pairsOf(table(['ID', 'Question', 'Response'], ['1', 'Do you log?', cell], ['2', 'Do you test?', '']))).toEqual([
    { question: 'Do you log?', answer },
    { question: 'Do you test?', answer: null },
  ]);
});

test('choices are neither headings nor answers until one of them is ticked', async () => {
  expect(
    await findIn(
      text(
        'Access control',
        '1. Do you log?',
        '[ ] Yes [ ] No',
        '2. Do you test?',
        'Yes / No',
        'Answer: Yes, twice a year',
        '3. Do you train?',
        '☒ Yes ☐ No',
        '3.1 Do you count?',
        '[x] Yes [ ] No',
        '3.2 Do you weigh?',
        '(x) Yes',
        '( ) No',
        '4. Gibt es einen Plan?',
        'Ja',
        '5. Who watches?',
        'N/A',
      ),
    ),
  ).toMatchObject([
    { question: '1. Do you log?', section: 'Access control', answer: null },
    { question: '2. Do you test?', section: 'Access control', answer: 'Yes, twice a year' },
    { question: '3. Do you train?', section: 'Access control', answer: '☒ Yes ☐ No' },
    { question: '3.1 Do you count?', section: 'Access control', answer: '[x] Yes [ ] No' },
    { question: '3.2 Do you weigh?', section: 'Access control', answer: '(x) Yes' },
    { question: '4. Gibt es einen Plan?', section: 'Access control', answer: 'Ja' },
    { question: '5. Who watches?', section: 'Access control', answer: 'N/A' },
  ]);
});
