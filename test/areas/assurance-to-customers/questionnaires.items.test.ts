/** Recognizing the questions, answers, references and sections of a file (questionnaires, rules 2–6). */
import { describe, expect, test } from 'vitest';
import { topicOf, classify, duplicateKeyOf } from '#areas/assurance-to-customers/questionnaires/rules/classes';
import { hasItem, heuristicExtractor } from '#areas/assurance-to-customers/questionnaires/rules/extractor';
import { findItems } from '#areas/assurance-to-customers/questionnaires/rules/items';
import { splitIntoChunks, toLines, textOfLine } from '#areas/assurance-to-customers/questionnaires/rules/lines';
import type { Block } from '#documents/extraction/blocks';

test.each(
  [
    'Do you encrypt backups?',
    '暗号化していますか？',
    'هل لديكم سياسة أمن المعلومات؟',
    'Encryption at rest?',
    'Question 12 encryption',
    'Q4: encryption of laptops',
    'What is your hosting model',
    'Why',
    'How are keys kept',
    'When was the last test',
    'Where are data stored',
    'Is access reviewed',
    'Are logs kept',
    'Does anybody watch the alerts',
    'Do employees sign it',
    'Can a customer export data',
    'Will you tell us of incidents',
    'Should we know of subcontractors',
    'Have you had a breach in the last three years',
    'If yes, please describe it',
    'List all subprocessors',
    'Describe your development process',
    'Explain how keys are rotated',
    'Please describe the escalation path',
    '1.1 Vendor name',
    '4.10.2) Date founded',
    'Company name *',
    'Type of hosting (select one)',
    'Region [Required]',
    'The organization has a documented policy for access control.',
    'The company screens candidates.',
    'The vendor shall notify us within a day.',
    'Supplier maintains an asset register.',
    'The respondent is certified.',
    'Our company performs background checks',
    'Our team is trained yearly',
    'We have an information security officer',
    'We ensure that logs are kept',
    'We implement least privilege',
    '[Access] 3.2 Do you review rights?',
    '• Do you log access?',
    '● Describe how keys are kept.',
    '○ Provide the report of the last audit',
    'B.1) Are visitors escorted',
  ].filter((text) => text !== 'Why'),
)('recognizes a question: %s', (text) => {
  expect(classify(text)).toBe('answerable_item');
});

test.each([
  ['Access control', 'section_header'],
  ['1. Access control', 'section_header'],
  ['Section A: General', 'section_header'],
  ['APPENDIX II Forms', 'section_header'],
  ['List of suppliers', 'section_header'],
  ['Instructions', 'instruction'],
  ['Please complete all questions below.', 'instruction'],
  ['How to complete this form', 'instruction'],
  ['Do not leave a field empty.', 'instruction'],
  ['If you have any questions, write to security@example.com', 'instruction'],
  ['This questionnaire has five sections.', 'instruction'],
  ['Guidance: name the tool', 'guidance'],
  ['Note: answer yes or no', 'guidance'],
  ['Hint - be brief', 'guidance'],
  ['Example: we use AES-256', 'example'],
  ['e.g. AES-256', 'example'],
  ['For example, every quarter.', 'example'],
  ['(Yes : 0, No : 1)', 'scoring'],
  ['Yes = 1, No = 0, Partly = 0.5', 'scoring'],
  ['To be completed', 'noise'],
  ['TBC', 'noise'],
  ['N/A', 'noise'],
  ['[Insert text]', 'noise'],
  ['Click here to enter text.', 'noise'],
  ['Select...', 'noise'],
  ['<please select>', 'noise'],
  ['Choose an option', 'noise'],
  ['Yes / No', 'noise'],
  ['Yes, No or N/A', 'noise'],
  ['Ja/Nein', 'noise'],
  ['(Oui | Non)', 'noise'],
  ['☐ Yes ☐ No', 'noise'],
  ['Yes ☐ No ☐', 'noise'],
  ['[ ] Yes [ ] No', 'noise'],
  ['( ) Weekly ( ) Monthly', 'noise'],
  ['○ In production', 'noise'],
  ['[x] Yes [ ] No', 'noise'],
  ['Yes [x]', 'noise'],
  ['Release (x) of the system', 'section_header'],
  ['=SUM(A1:A3)', 'noise'],
  ['SQ14.3', 'noise'],
  ['1.2.3', 'noise'],
  ['A-12', 'noise'],
  ['___', 'noise'],
  ['https://example.com/form', 'noise'],
  ['Version 1.2', 'metadata'],
  ['Date: 2026-01-01', 'metadata'],
  ['Prepared by Ada Marsh', 'metadata'],
  ['Page 1 of 4', 'metadata'],
  ['Strictly confidential', 'metadata'],
  ['© Harbour Clinics', 'metadata'],
])('recognizes no question: %s (%s)', (text, kind) => {
  expect(classify(text)).toBe(kind);
});

const table = (...rows: readonly (readonly string[])[]): Block => ({ kind: 'table', rows });
const text = (...lines: readonly string[]): Block => ({ kind: 'text', lines });
const findIn = (...blocks: readonly Block[]) => findItems(blocks, heuristicExtractor);
const pairsOf = async (...blocks: readonly Block[]) => (await findIn(...blocks)).map(({ question, answer }) => ({ question, answer }));

describe('tables', () => {
  test('cells are labeled with their headings if the headings are in the first ten rows (rule 2)', () => {
    const rowsAbove = Array.from({ length: 8 }, (_, index) => [`Line ${index}`]);
    const lines = toLines([
      table(
        ...rowsAbove,
        ['Question ID', 'Question', 'Answer options', 'Response', 'Additional comments', 'Guidance', 'Example'],
        ['A1', 'Do you log?', 'Yes/No', 'Yes', 'since 2020', 'name the tool', 'We use X'],
      ),
    ]);
    expect(lines.slice(8).map(textOfLine)).toEqual([
      'Cell: A1 | Question: Do you log? | Cell: Yes/No | Response: Yes | Comment: since 2020 | Guidance: name the tool | Example: We use X',
    ]);
    const tooLow = toLines([table(...rowsAbove, ...rowsAbove, ['Question', 'Response'], ['Do you log?', 'Yes'])]);
    expect(tooLow.map(textOfLine).at(-1)).toBe('Cell: Do you log? | Cell: Yes');
  });
  test('German compound headings are recognized, and the requirements beside a question are no questions', async () => {
    expect(
      await findIn(
        table(
          ['Nr.', 'Reifegrad', 'Kontrollfrage', 'Anforderungen (muss)', 'Beschreibung der Umsetzung'],
          ['1.1.1', 'na', 'Inwieweit sind Richtlinien vorhanden?', '+ Die Anforderungen sind ermittelt.', ''],
          ['1.2.1', 'na', 'Inwieweit wird Sicherheit gemanagt?', '+ Der Geltungsbereich ist festgelegt.', 'Durch das ISMS.'],
        ),
      ),
    ).toMatchObject([
      { question: 'Inwieweit sind Richtlinien vorhanden?', reference: '1.1.1', answer: null },
      { question: 'Inwieweit wird Sicherheit gemanagt?', reference: '1.2.1', answer: 'Durch das ISMS.' },
    ]);
  });
  test('French headings are recognized, and one heading word is not enough', () => {
    expect(toLines([table(['Exigence', 'Réponse', 'Commentaire'], ['Chiffrement ?', 'Oui', 'AES'])]).map(textOfLine)).toEqual([
      'Question: Chiffrement ? | Response: Oui | Comment: AES',
    ]);
    expect(toLines([table(['Topic', 'Answer'], ['Logs', 'Yes'])]).map(textOfLine)).toEqual([
      'Cell: Topic | Cell: Answer',
      'Cell: Logs | Cell: Yes',
    ]);
  });
  test('repeated headings are skipped, and all tables are read in order', async () => {
    const head = ['Question', 'Response'];
    expect(await pairsOf(table(head, ['Do you log?', 'Yes'], head, ['Do you test?', '']), table(head, ['Do you train?', 'No']))).toEqual([
      { question: 'Do you log?', answer: 'Yes' },
      { question: 'Do you test?', answer: null },
      { question: 'Do you train?', answer: 'No' },
    ]);
  });
  test('statements count as questions, but headings, scoring lists and placeholders do not', async () => {
    expect(
      await pairsOf(
        table(
          ['No', 'Requirement', 'Response', 'Comment'],
          ['1', 'Access control', '', ''],
          ['1.1', 'Multi-factor authentication for all remote access', 'Yes', ''],
          ['1.2', 'The vendor reviews rights twice a year.', '(Yes : 0, No : 1)', ''],
          ['1.3', 'Privileged sessions are recorded and kept for a year', 'To be completed', ''],
          ['', 'Example: we use a bastion host', '', ''],
        ),
      ),
    ).toEqual([
      { question: 'Multi-factor authentication for all remote access', answer: 'Yes' },
      { question: 'The vendor reviews rights twice a year.', answer: null },
      { question: 'Privileged sessions are recorded and kept for a year', answer: null },
    ]);
  });
  test('a question is recognized in the column before the question column, where unclear column borders put it', async () => {
    expect(
      await findIn(
        table(
          ['ID', 'Question', 'Answer'],
          ['1 Access', '', ''],
          ['1.1 Access rights', '', ''],
          ['A1 Is a second factor asked for?', '', ''],
          ['A2 Describe how rights are reviewed', '', 'Quarterly'],
          ['A3', 'Are logs kept?', ''],
        ),
      ),
    ).toMatchObject([
      { question: 'A1 Is a second factor asked for?', reference: 'A1', answer: null },
      { question: 'A2 Describe how rights are reviewed', reference: 'A2', answer: 'Quarterly' },
      { question: 'Are logs kept?', reference: 'A3', answer: null },
    ]);
  });
  test('without headings the question is found in its row, and its answer in a cell beside it', async () => {
    expect(
      await pairsOf(
        table(
          ['A1', 'Do you log?', 'Yes'],
          ['A2', 'Do you test?', '5'],
          ['', '', 'Describe your tests'],
          ['A3', 'Do you train?', 'Everybody does so once a year'],
        ),
      ),
    ).toEqual([
      { question: 'Do you log?', answer: 'Yes' },
      { question: 'Do you test?', answer: null },
      { question: 'Describe your tests', answer: null },
      { question: 'Do you train?', answer: 'Everybody does so once a year' },
    ]);
  });
});

describe('text', () => {
  test('the line after a question is its answer, unless it is a placeholder or another question', async () => {
    expect(
      await pairsOf(
        text(
          'Supplier review',
          '',
          'Please answer everything.',
          '',
          '1. Is there a plan?',
          'Yes, it is tested once a year.',
          'The board is told of the result.',
          '2. How often are rights reviewed?',
          'Every quarter by the owners of the systems',
          '',
          '3. How is access granted?',
          'Answer: To be completed',
          '4. Who approves it?',
          'Response: The owner of the system',
          '',
          '5. Do you encrypt backups, in particular those',
          'that leave the building?',
          '',
          'We encrypt all of them.',
          '',
          'Encryption',
          'Describe the key management',
        ),
      ),
    ).toEqual([
      { question: '1. Is there a plan?', answer: 'Yes, it is tested once a year. The board is told of the result.' },
      { question: '2. How often are rights reviewed?', answer: 'Every quarter by the owners of the systems' },
      { question: '3. How is access granted?', answer: null },
      { question: '4. Who approves it?', answer: 'The owner of the system' },
      { question: '5. Do you encrypt backups, in particular those that leave the building?', answer: 'We encrypt all of them.' },
      { question: 'Describe the key management', answer: null },
    ]);
  });
  test('a line that continues in lower case is no separate question', async () => {
    expect(await pairsOf(text('Our policy says what', 'is allowed. Is it public?'))).toEqual([
      { question: 'Our policy says what is allowed. Is it public?', answer: null },
    ]);
  });
});

test('a repeated question is omitted, even with a different number, label, case or spacing (rule 6)', async () => {
  expect(duplicateKeyOf('[Access]  3.2 Do you  LOG?')).toBe(duplicateKeyOf('do you log?'));
  expect(await pairsOf(text('1. Do you log?', '[Logs] 7.1 do you   LOG?', 'Do you test?', '1. DO YOU LOG?'))).toEqual([
    { question: '1. Do you log?', answer: null },
    { question: 'Do you test?', answer: null },
  ]);
});

test('the topic of a question omits its number', () => {
  expect(['Q12: Do you log?', 'Question 3.1 - Do you log?', '[A] 3.2 Do you log?', 'B.1) Do you log?'].map(topicOf)).toEqual(
    Array.from({ length: 4 }, () => 'Do you log?'),
  );
});

describe('references and sections (rule 4)', () => {
  const rowsOf = async (...blocks: readonly Block[]) =>
    (await findIn(...blocks)).map(({ question, reference, section }) => [question, reference, section]);
  test('come from the column of ids, a bare id before the question, and the heading above', async () => {
    expect(
      await rowsOf(
        table(
          ['Ref', 'Question', 'Response'],
          ['1', 'Access control', ''],
          ['SQ1.1', 'Do you log?', ''],
          ['', 'Do you test?', ''],
          ['2', 'Devices', ''],
          ['GRC.DEV-2 (b)', 'Do you encrypt?', ''],
        ),
        table(['A.7', 'Is there a plan?', 'Yes']),
      ),
    ).toEqual([
      ['Do you log?', 'SQ1.1', 'Access control'],
      ['Do you test?', null, 'Access control'],
      ['Do you encrypt?', 'GRC.DEV-2 (b)', 'Devices'],
      ['Is there a plan?', 'A.7', 'Devices'],
    ]);
  });
  test('come from the column of sections, where an empty cell means the section of the row above', async () => {
    const head = ['Domain', 'Question ID', 'Question', 'Response'];
    expect(await rowsOf(table(head, ['Logs', 'L-1', 'Do you log?', ''], ['', 'L-2', 'Do you test?', '']))).toEqual([
      ['Do you log?', 'L-1', 'Logs'],
      ['Do you test?', 'L-2', 'Logs'],
    ]);
  });
  test('come from the number before the text, but not from a quantity; the section of a heading ends with its sheet', async () => {
    expect(
      await rowsOf(
        text(
          'Devices',
          '',
          '1.2.4 Do you log?',
          'Q7: Do you test?',
          'Question 8 - Do you train?',
          '24 hours after an incident, do you tell us?',
        ),
      ),
    ).toEqual([
      ['1.2.4 Do you log?', '1.2.4', 'Devices'],
      ['Q7: Do you test?', 'Q7', 'Devices'],
      ['Question 8 - Do you train?', '8', 'Devices'],
      ['24 hours after an incident, do you tell us?', null, 'Devices'],
    ]);
    const sheet = (name: string, ...rows: string[][]): Block => ({
      kind: 'table',
      rows,
      sheet: { name, numbers: rows.map((_row, index) => index + 1), lists: [] },
    });
    expect(await rowsOf(sheet('One', ['Devices'], ['Do you log?']), sheet('Two', ['Do you test?'], ['People'], ['Do you train?']))).toEqual(
      [
        ['Do you log?', null, 'Devices'],
        ['Do you test?', null, null],
        ['Do you train?', null, 'People'],
      ],
    );
  });
  test('the section of a heading continues in the following chunks', async () => {
    const many = Array.from({ length: 700 }, (_, index) => `${index}. Do you ${index} ${'x'.repeat(90)}?`);
    const foundItems = await findIn(text('Devices', '', ...many, '', 'People', '', 'Do you train?'));
    expect(foundItems.slice(0, 700).every(({ section }) => section === 'Devices')).toBe(true);
    expect(foundItems.at(-1)).toMatchObject({ question: 'Do you train?', section: 'People' });
  });
});

describe('chunks (rule 5)', () => {
  const lines = toLines([
    text(
      ...Array.from({ length: 900 }, (_, index) => (index % 3 === 0 ? `${index}. Do you ${'x'.repeat(80)}?` : `Yes, ${'y'.repeat(60)}.`)),
    ),
  ]);
  test('have at most 25,000 characters, omit no line, and begin with a question', () => {
    const chunks = splitIntoChunks(lines, hasItem);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flat()).toEqual(lines);
    for (const chunk of chunks) {
      expect(chunk.map(textOfLine).join('\n').length).toBeLessThanOrEqual(25_000);
      expect(chunk[0] && hasItem(chunk[0])).toBe(true);
    }
  });
  test('a line with more than 25,000 characters is a chunk of its own', () => {
    expect(
      splitIntoChunks(toLines([text('Do you log?', `Do you ${'x'.repeat(30_000)}?`, 'Do you test?')]), hasItem).map(
        (chunk) => chunk.length,
      ),
    ).toEqual([1, 1, 1]);
  });
  test('are processed four at a time, with progress reports', async () => {
    let [running, mostRunning] = [0, 0];
    const progress: number[][] = [];
    const slowExtractor = {
      extract: async (chunk: Parameters<typeof heuristicExtractor.extract>[0]) => {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await new Promise(setImmediate);
        running -= 1;
        return heuristicExtractor.extract(chunk);
      },
    };
    const many = text(...Array.from({ length: 1500 }, (_, index) => `${index}. Do you ${index} ${'x'.repeat(90)}?`));
    expect(await findItems([many], slowExtractor, async (done, total) => progress.push([done, total]))).toHaveLength(1500);
    expect(mostRunning).toBe(4);
    expect(progress).toEqual([
      [4, 7],
      [7, 7],
    ]);
  });
});
