/** Exporting a questionnaire with its answers as a workbook, CSV, PDF or archive. */
import { strFromU8, unzipSync } from 'fflate';
import { extractText as textOfPdf } from 'unpdf';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import { exportName } from '#areas/assurance-to-customers/questionnaires/documents/export/names';
import { fileTitleOf } from '#domain/questionnaires/file-names';
import { toCsv } from '#documents/spreadsheets/csv';
import { type Caller, startApp } from '../../support/app.ts';
import { contract } from '../../support/contract.ts';
import { add, waitForRun, questionnaireCsv, phishingAnswer, withContext } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const url = '/v1/questionnaire';
const answers = ['=HYPERLINK("https://example.com","Yes")', null, 'Yes, "every" quarter;\nand 日本語 too \u0001'];

async function withAnswers(fields: object = {}) {
  const { call } = await app.caller();
  const { id } = await add(call, questionnaireCsv, fields);
  for (const [index, answer] of answers.entries())
    if (answer !== null) await call('PUT', `${url}/${id}/answers/${index}`, { body: { answer, status: 'manual' } });
  return { call, id, exportAs: (format: string) => call('GET', `${url}/${id}/export?format=${format}`) };
}

test('200 returns a PDF that names the organization, the customer, the date and the sources (rule 12)', async () => {
  const { call } = await withContext(app);
  const { id } = await add(call, questionnaireCsv, { vendorName: 'Harbour Bank' });
  await waitForRun(call, (await call('POST', `${url}/${id}/auto-answer`)).body.id);
  await call('PUT', `${url}/${id}/answers/0`, {
    body: {
      answer: 'All of them.',
      status: 'manual',
      sources: [{ sourceType: 'knowledge_base_document', documentName: 'Laptops.pdf', score: 1 }],
    },
  });
  const { name } = (await call('GET', '/v1/organization')).body;
  const readText = async () => {
    const { text } = await textOfPdf(new Uint8Array((await call('GET', `${url}/${id}/export?format=pdf`)).bytes), { mergePages: true });
    return text.replace(/\s+/g, ' ');
  };
  const text = await readText();
  expect(text).toContain(`Security review Answered by ${name} Asked by Harbour Bank ${new Date().toISOString().slice(0, 10)} `);
  expect(text).toContain('All of them. Sources: Knowledge Base Document (Laptops.pdf)');
  expect(text).toContain(`${phishingAnswer} Sources: Context Q&A`);
  await call('PATCH', `${url}/${id}`, { body: { vendorName: null } });
  expect(await readText()).not.toContain('Asked by');
});

test('200 returns a PDF with a note when it cannot show all characters', async () => {
  const note = 'Characters that this document cannot show appear as question marks. The workbook and the CSV file have them.';
  const readText = async (call: Caller['call'], id: string) => {
    const { bytes } = await call('GET', `${url}/${id}/export?format=pdf`);
    return (await textOfPdf(new Uint8Array(bytes), { mergePages: true })).text.replace(/\s+/g, ' ');
  };
  const { call, id } = await withAnswers();
  expect(await readText(call, id)).toContain(note);
  await call('PUT', `${url}/${id}/answers/2`, { body: { answer: 'Да — “всегда” für Ärzte.', status: 'manual' } });
  expect(await readText(call, id)).not.toContain(note);
  await call('PATCH', `${url}/${id}`, { body: { vendorName: '三菱' } });
  expect(await readText(call, id)).toContain(note);
});

test('200 returns a workbook in which answers that look like formulas are plain text', async () => {
  const { call, id } = await withAnswers();
  const answer = await call('GET', `${url}/${id}/export`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Security review.xlsx"');
  expect(answer.headers.get('x-question-count')).toBe('3');
  const [sheet] = await readXlsxFile(Buffer.from(answer.bytes));
  expect(sheet?.data).toEqual([
    ['#', 'Reference', 'Section', 'Question', 'Answer'],
    [1, null, null, 'Do you encrypt laptops?', answers[0]],
    [2, null, null, 'How often do you test that a backup can be restored?', null],
    [3, null, null, 'Are employees trained to spot phishing?', 'Yes, "every" quarter;\nand 日本語 too'],
  ]);
  expect(
    Object.values(unzipSync(answer.bytes))
      .map((part) => strFromU8(part))
      .join(''),
  ).not.toContain('<f>');
});

test('200 returns CSV with every field in quotes, quotes doubled, and no field that is a formula', async () => {
  const { exportAs } = await withAnswers();
  const answer = await exportAs('csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Security review.csv"');
  expect(answer.text).toBe(
    '"#","Reference","Section","Question","Answer"\r\n"1","","","Do you encrypt laptops?","\'=HYPERLINK(""https://example.com"",""Yes"")"\r\n"2","","","How often do you test that a backup can be restored?",""\r\n"3","","","Are employees trained to spot phishing?","Yes, ""every"" quarter;\nand 日本語 too "\r\n',
  );
});
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\u200b=1+1', "'=1+1", '"=1+1'])(
  '200 returns CSV that puts an apostrophe before %s',
  async (formula) => {
    const { call } = await app.caller();
    const { id } = await add(call, 'Do you log?', { fileType: 'text/plain' });
    await call('PUT', `${url}/${id}/answers/0`, { body: { answer: formula, status: 'manual' } });
    expect((await call('GET', `${url}/${id}/export?format=csv`)).text).toContain(`"'${formula.replaceAll('"', '""')}"`);
  },
);

test('no CSV field can be read as a formula, whatever sign it starts with and whatever characters precede the sign', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '₌', '⁺', '₊', '⁻', '₋', '−'];
  const prefixes = [
    '',
    ' ',
    '   ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\v',
    '\f',
    '\u0000',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\u200f',
    '\u00ad',
    '"',
    "'",
    '`',
    '“',
    '‘',
    '＂',
    '＇',
    ' " ',
    '\ufeff "\u3000\'',
  ];
  const texts = signs.flatMap((sign) => prefixes.map((prefix) => `${prefix}${sign}1+1`));
  expect(texts.filter((text) => toCsv([[text]]).toString() !== `"'${text.replaceAll('"', '""')}"\r\n`)).toEqual([]);
  for (const text of ['\tplain', '\rplain', '\nplain']) expect(toCsv([[text]]).toString()).toBe(`"'${text}"\r\n`);
  const plain = ['', ' ', 'Yes', '1 + 1 = 2', 'a@example.com', '"quoted" = so', "it's", '50 %', '日本語', '(=1)', '• = 1'];
  for (const text of plain) expect(toCsv([[text, -1]]).toString()).toBe(`"${text.replaceAll('"', '""')}","-1"\r\n`);
});
test('all operations that return CSV use the same writer', () => {
  const csvOperations = contract
    .filter(({ responses }) => responses.some(({ answer }) => Object.keys(answer.content ?? {}).some((type) => type === 'text/csv')))
    .map(({ id }) => id);
  expect(csvOperations.sort()).toEqual([
    'exportControls',
    'exportEvidenceSubmissionsCsv',
    'exportFrameworkMappings',
    'exportFrameworkRequirements',
    'exportPolicyAcknowledgements',
    'exportQuestionnaire',
    'exportTasksCsv',
    'getFrameworkCrosswalk',
  ]);
  // No other file of the server puts fields into quotes.
  const writers = globSync('server/**/*.ts').filter((file) =>
    /replaceAll\('"', '""'\)|\.replace\(\/"\/g, '""'\)/.test(readFileSync(file, 'utf8')),
  );
  expect(writers).toEqual(['server/documents/spreadsheets/csv.ts']);
});

test('200 returns a PDF with title, date, and numbered questions with answers; question marks replace unsupported scripts', async () => {
  const { exportAs } = await withAnswers({ fileName: 'Überprüfung 安全.csv' });
  const answer = await exportAs('pdf');
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="_berpr_fung __.pdf"; filename*=UTF-8''${encodeURIComponent('Überprüfung 安全.pdf')}`,
  );
  const { text } = await textOfPdf(new Uint8Array(answer.bytes), { mergePages: true });
  const plain = text.replace(/\s+/g, ' ');
  expect(plain).toContain('Überprüfung ??');
  expect(plain).toContain(new Date().toISOString().slice(0, 10));
  expect(plain).toContain('2. How often do you test that a backup can be restored? No answer provided');
  expect(plain).toContain('3. Are employees trained to spot phishing? Yes, "every" quarter; and ??? too');
});

test('200 returns all three formats in an archive', async () => {
  const { exportAs } = await withAnswers();
  const answer = await exportAs('zip');
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Security review-all-formats.zip"');
  const parts = unzipSync(answer.bytes);
  expect(Object.keys(parts)).toEqual(['Security review.xlsx', 'Security review.csv', 'Security review.pdf']);
  expect(strFromU8(parts['Security review.csv'] ?? new Uint8Array())).toBe((await exportAs('csv')).text);
});

test('200 exports two thousand questions in every format', async () => {
  const { call } = await app.caller();
  const { id } = await add(call, Array.from({ length: 2000 }, (_, index) => `Do you have control number ${index}?`).join('\n'), {
    fileType: 'text/plain',
  });
  const answer = await call('GET', `${url}/${id}/export?format=zip`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('x-question-count')).toBe('2000');
  const csv = unzipSync(answer.bytes)['Security review.csv'];
  expect(strFromU8(csv ?? new Uint8Array()).split('\r\n')).toHaveLength(2002);
});

test('200 logs the export and its format', async () => {
  const { call, id, exportAs } = await withAnswers();
  await exportAs('pdf');
  expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data[0]).toMatchObject({
    entityType: 'organization',
    description: 'Exported questionnaire [via API key "test"]',
    data: { resource: 'questionnaire', permission: 'read', changes: { format: { previous: null, current: 'pdf' } } },
  });
});

test('409 when the questionnaire could not be read', async () => {
  const { call } = await app.caller();
  const { id } = await add(call, 'Nothing.', { fileType: 'text/plain' });
  expect(await call('GET', `${url}/${id}/export`)).toMatchObject({ status: 409, body: { code: 'questionnaire_not_completed' } });
  expect(await call('GET', `${url}/${id}/export`, asProblem)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^The questionnaire is not completed/) },
  });
  expect((await call('GET', `/v1/audit-logs?entityId=${id}`)).body.data).toHaveLength(1);
});

test('400 for an unknown format', async () => {
  const { exportAs } = await withAnswers();
  expect(await exportAs('docx')).toMatchObject({
    status: 400,
    body: { details: { format: { _errors: ['must be one of: xlsx, csv, pdf, zip'] } } },
  });
});

test.each([
  ['Review.v2.xlsx', 'Review.v2'],
  ['a<b>c:d"e/f\\g|h?i*j.csv', 'a_b_c_d_e_f_g_h_i_j'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['.csv', 'questionnaire'],
  ['name', 'name'],
  ['line\nbreak.pdf', 'line_break'],
  ['turned\u202efdp.csv', 'turned_fdp'],
])('%s is exported as %s', (fileName, title) => {
  expect(fileTitleOf(fileName)).toBe(title);
  expect(exportName(title, 'zip')).toBe(`${title}-all-formats.zip`);
});
