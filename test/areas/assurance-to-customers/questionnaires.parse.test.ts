/** Interface specification 4.6: parsing files of each kind, and rejecting files without readable questions. */
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { paragraph, pdfOf, rawDocument, rawWorkbook, types, workbookOf } from '../../support/documents.ts';
import { asBase64, keysOf, parseFile, questionsIn, questionnaireCsv } from '../../support/questionnaires.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const url = '/v1/questionnaire/parse';
const questions = [
  'Do you encrypt laptops?',
  'How often do you test that a backup can be restored?',
  'Are employees trained to spot phishing?',
];
const scannedPage = readFileSync(new URL('../../fixtures/questionnaire.png', import.meta.url));

describe('200 with the questions of', () => {
  test('CSV, with the two optional names echoed', async () => {
    const { call } = await app.caller();
    expect(
      await call('POST', url, {
        body: {
          fileData: asBase64(questionnaireCsv),
          fileType: 'text/csv; charset=utf-8',
          fileName: ' review.csv ',
          vendorName: 'Harbour Clinics',
        },
      }),
    ).toMatchObject({
      status: 200,
      body: {
        fileName: 'review.csv',
        vendorName: 'Harbour Clinics',
        totalQuestions: 3,
        questionsAndAnswers: [
          { question: questions[0], answer: null },
          { question: questions[1], answer: null },
          { question: questions[2], answer: 'Yes' },
        ],
      },
    });
    expect((await call('POST', url, { body: { fileData: asBase64(questionnaireCsv), fileType: 'text/csv' } })).body).toMatchObject({
      fileName: null,
      vendorName: null,
    });
  });

  test('the same file sent again with the same Idempotency-Key, with the same response', async () => {
    const { call } = await app.caller();
    const send = () =>
      call('POST', url, { body: { fileData: asBase64(questionnaireCsv), fileType: types.csv }, headers: { 'Idempotency-Key': 'parse' } });
    const firstAnswer = await send();
    expect(firstAnswer).toMatchObject({ status: 200, body: { totalQuestions: 3 } });
    expect(await send()).toMatchObject({ status: 200, text: firstAnswer.text });
  });

  const rows = 'Question;Réponse\n"Chiffrez-vous les données; et où ?";Oui, à Genève\nAvez-vous un plan ?;\n';
  const french = [
    { question: 'Chiffrez-vous les données; et où ?', answer: 'Oui, à Genève' },
    { question: 'Avez-vous un plan ?', answer: null },
  ];
  test.each([
    ['UTF-8', Buffer.from(rows)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${rows}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${rows}`, 'utf16le')],
    ['UTF-16 LE', Buffer.from(rows, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.from(`\ufeff${rows}`, 'utf16le').swap16()],
    ['UTF-16 BE', Buffer.from(rows, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(rows, 'latin1')],
    ['CR LF', Buffer.from(rows.replaceAll('\n', '\r\n'))],
  ])('CSV in %s', async (_name, bytes) => {
    expect(await parseFile((await app.caller()).call, bytes, types.csv)).toEqual(french);
  });
  test.each([
    ['a comma', ',', types.csv],
    ['a semicolon', ';', types.csv],
    ['a tab', '\t', 'text/comma-separated-values'],
  ])('CSV with %s between its fields', async (_name, delimiter, type) => {
    const text = [
      ['Question', 'Answer'],
      ['Do you log?', 'Yes'],
      ['Do you test?', ''],
    ]
      .map((row) => row.join(delimiter))
      .join('\n');
    expect(await parseFile((await app.caller()).call, text, type)).toEqual([
      { question: 'Do you log?', answer: 'Yes' },
      { question: 'Do you test?', answer: null },
    ]);
  });
  test('CSV whose quotes are part of the text', async () => {
    expect(await questionsIn((await app.caller()).call, 'Question,Answer\n"Do you log?,Yes\nDo you test?,\n', types.csv)).toEqual([
      '"Do you log?',
      'Do you test?',
    ]);
  });

  test('plain text', async () => {
    expect(
      await parseFile(
        (await app.caller()).call,
        'Review\n\n1. Is there a plan?\nYes, it is tested once a year.\n2. Do you review access rights?\n',
        types.txt,
      ),
    ).toEqual([
      { question: '1. Is there a plan?', answer: 'Yes, it is tested once a year.' },
      { question: '2. Do you review access rights?', answer: null },
    ]);
  });

  test('PDF: paragraphs over several lines, and tables with their answers', async () => {
    const file = await pdfOf((pdf) => {
      pdf.fontSize(16).text('Supplier security review').moveDown().fontSize(11);
      pdf
        .text(
          '1. Do you encrypt customer data at rest, including all of the backups that leave your premises and the removable media that your employees carry with them?',
        )
        .moveDown(0.5);
      pdf.text('2. How often are access rights reviewed?');
      pdf.addPage().fontSize(11);
      let y = 80;
      for (const [number = '', question = '', answer = ''] of [
        ['No', 'Question', 'Response'],
        [
          'B.1',
          'Are employees trained to spot phishing, and is that training repeated at least every year for all of them?',
          'Yes, every quarter. The results are reported to the board.',
        ],
        ['B.2', 'The organization has a disciplinary process.', ''],
      ]) {
        pdf.text(number, 50, y, { width: 40 }).text(question, 100, y, { width: 260 }).text(answer, 370, y, { width: 180 });
        y += pdf.heightOfString(question, { width: 260 }) + 10;
      }
    });
    expect(await parseFile((await app.caller()).call, file, types.pdf)).toEqual([
      {
        question:
          '1. Do you encrypt customer data at rest, including all of the backups that leave your premises and the removable media that your employees carry with them?',
        answer: null,
      },
      { question: '2. How often are access rights reviewed?', answer: null },
      {
        question: 'Are employees trained to spot phishing, and is that training repeated at least every year for all of them?',
        answer: 'Yes, every quarter. The results are reported to the board.',
      },
      { question: 'The organization has a disciplinary process.', answer: null },
    ]);
  });

  test('a picture of a page', async () => {
    expect(await questionsIn((await app.caller()).call, scannedPage, types.png)).toEqual([
      '1. Do you encrypt laptops?',
      '2. Is every backup restored once a quarter?',
      '3. Are employees trained to spot phishing?',
      '4. Describe how access rights are reviewed.',
    ]);
  });

  test('a PDF whose pages are scanned images', async () => {
    const scan = await pdfOf((pdf) => pdf.text('1. Do you keep logs?').addPage().image(scannedPage, 0, 0, { width: 600 }));
    expect(await questionsIn((await app.caller()).call, scan, types.pdf)).toEqual([
      '1. Do you keep logs?',
      '1. Do you encrypt laptops?',
      '2. Is every backup restored once a quarter?',
      '3. Are employees trained to spot phishing?',
      '4. Describe how access rights are reviewed.',
    ]);
  });

  test('XLSX, sheet by sheet', async () => {
    const file = await workbookOf(
      [
        ['Security review'],
        [null],
        ['#', 'Question', 'Response', 'Comment'],
        [1, 'Do you log?', 'Yes', null],
        ['1.1', 'Access control', null, null],
        [2, 'Do you test?', null, null],
      ],
      [
        ['Question', 'Answer'],
        ['Do you train?', 'Every quarter'],
      ],
    );
    expect(await parseFile((await app.caller()).call, file, types.xlsx)).toEqual([
      { question: 'Do you log?', answer: 'Yes' },
      { question: 'Do you test?', answer: null },
      { question: 'Do you train?', answer: 'Every quarter' },
    ]);
  });
  test('XLSX with 20,000 rows, of which two thousand are questions', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [
      index % 10 === 0 ? `A${index}` : null,
      index % 10 === 0 ? `Do you have control number ${index}?` : `Group ${index}`,
      null,
    ]);
    const parsedTexts = await questionsIn(
      (await app.caller()).call,
      await workbookOf([['Id', 'Question', 'Response'], ...rows]),
      types.xlsx,
    );
    expect(parsedTexts).toHaveLength(2000);
    expect(parsedTexts.at(-1)).toBe('Do you have control number 19990?');
  });
  test('XLSX with data validations, merged cells, rich text and formulas: a formula is no question', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
      <x:row r="2"><x:c r="A2" t="s"><x:v>2</x:v></x:c><x:c r="C2" t="b"><x:v>1</x:v></x:c></x:row>
      <x:row r="3"><x:c r="A3" t="str"><x:f>"Do you compute "&amp;A2</x:f><x:v>Do you compute this?</x:v></x:c></x:row>
      <x:row r="1048576"><x:c r="A1048576" s="4"/><x:c r="XFD1048576" t="inlineStr"><x:is><x:t>Is this far away?</x:t></x:is></x:c></x:row></x:sheetData>
      <x:mergeCells><x:mergeCell ref="A2:B2"/></x:mergeCells><x:dataValidations>${'<x:dataValidation sqref="C1:C1048576"><x:formula1>"Yes,No"</x:formula1></x:dataValidation>'.repeat(50_000)}</x:dataValidations></x:worksheet>`;
    const shared =
      '<sst><si><t>Question</t></si><si><t>Response</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Do you </t></r><r><t>encrypt &amp; sign_x003F_</t></r></si></sst>';
    expect(await parseFile((await app.caller()).call, rawWorkbook(sheet, { 'xl/sharedStrings.xml': strToU8(shared) }), types.xlsx)).toEqual(
      [{ question: 'Do you encrypt & sign?', answer: 'Yes' }],
    );
  });
});

describe('parsing stores nothing', () => {
  test('200 creates neither a record nor a file nor a log entry', async () => {
    const { call, organization } = await app.caller();
    await parseFile(call, questionnaireCsv, types.csv);
    expect((await call('GET', '/v1/questionnaire')).body.data).toEqual([]);
    expect((await call('GET', '/v1/audit-logs')).body.data).toEqual([]);
    expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  });
  test('200 with the permission questionnaire:read only', async () => {
    expect(await parseFile((await app.caller(['questionnaire:read'])).call, questionnaireCsv, types.csv)).toHaveLength(3);
  });
});

const createZipBomb = () => {
  const zip = Buffer.from(zipSync({ 'xl/workbook.xml': strToU8('x'), 'xl/media/image1.png': new Uint8Array(1000) }));
  // The ZIP directory gives 3 GiB as the unpacked size of the image.
  zip.writeUInt32LE(0xc0000000, zip.lastIndexOf('PK\x01\x02') + 24);
  return zip;
};

describe('rejected files', () => {
  test.each([
    ['422', 'text without questions', 'The file holds no questions', () => 'Just a note.\nNothing more.', types.txt],
    [
      '422',
      'a sheet without questions',
      'The file holds no questions',
      () =>
        workbookOf([
          ['Name', 'City'],
          ['Ada', 'Zurich'],
        ]),
      types.xlsx,
    ],
    ['422', 'an empty sheet', 'The file holds no text', () => rawWorkbook('<worksheet><sheetData/></worksheet>'), types.xlsx],
    ['422', 'white space', 'The file holds no text', () => ' \n \t\n', types.txt],
    ['422', 'a PDF without text or pictures', 'The file holds no text', () => pdfOf((pdf) => pdf.rect(50, 50, 200, 100).fill()), types.pdf],
    [
      '422',
      'a picture without text',
      'The file holds no text',
      () => Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
      types.png,
    ],
    [
      '422',
      'half a PDF',
      'The file cannot be read',
      async () => (await pdfOf((pdf) => pdf.text('Do you log?'))).subarray(0, 400),
      types.pdf,
    ],
    ['422', 'half a picture', 'The file cannot be read', () => scannedPage.subarray(0, 5000), types.png],
    ['422', 'half a workbook', 'The file cannot be read', async () => (await workbookOf([['Do you log?']])).subarray(0, 600), types.xlsx],
    ['422', 'a workbook without sheets', 'The file cannot be read', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), types.xlsx],
    [
      '422',
      'XML with a document type',
      'The file cannot be read',
      () =>
        rawWorkbook('<worksheet><sheetData/></worksheet>', {
          'xl/workbook.xml': strToU8('<!DOCTYPE a [<!ENTITY b "c">]><workbook><sheets/></workbook>'),
        }),
      types.xlsx,
    ],
    ['422', 'bytes that are no text', 'The file cannot be read', () => Buffer.from([1, 2, 3, 0, 5, 6]), types.txt],
    [
      '422',
      'a PDF with a password',
      'The file is protected by a password',
      () => pdfOf((pdf) => pdf.text('Do you log?'), { userPassword: 'secret' }),
      types.pdf,
    ],
    [
      '422',
      'a workbook with a password',
      'The file is protected by a password',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
      types.xlsx,
    ],
    [
      '422',
      'an old workbook under the new type',
      'The file cannot be read',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      types.xlsx,
    ],
    [
      '422',
      'a program that is called a PDF',
      'The file is not of the type application/pdf',
      () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000, 7)]),
      types.pdf,
    ],
    ['422', 'a text that would run in a browser', 'The file has active content', () => '<script>alert(1)</script> Do you log?', types.txt],
    [
      '422',
      'more than 2,000 questions (rule 15)',
      'The file holds more than 2000 questions',
      () => Array.from({ length: 2001 }, (_, index) => `Do you have control number ${index}?`).join('\n'),
      types.txt,
    ],
    [
      '422',
      'a picture that would be huge',
      'The file holds too much to be read',
      () => {
        const large = Buffer.from(scannedPage);
        large.writeUInt32BE(60_000, 16);
        large.writeUInt32BE(60_000, 20);
        return large;
      },
      types.png,
    ],
    ['413', 'a workbook that would be huge', 'The file may have at most 536870912 bytes when unpacked', createZipBomb, types.xlsx],
    [
      '415',
      'a document (not one of the given kinds)',
      'Questionnaires are read from PDF, images, XLSX, CSV, TXT',
      () => rawDocument(paragraph('Do you log?')),
      types.docx,
    ],
    [
      '415',
      'a workbook with macros',
      'Questionnaires are read from PDF, images, XLSX, CSV, TXT',
      () => workbookOf([['Do you log?']]),
      types.xlsm,
    ],
    ['415', 'another text', 'Questionnaires are read from PDF, images, XLSX, CSV, TXT', () => '# Do you log?', 'text/markdown'],
    ['415', 'a drawing', 'Questionnaires are read from PDF, images, XLSX, CSV, TXT', () => '<svg/>', 'image/svg+xml'],
    ['415', 'an old workbook', 'Save the file as XLSX and send that', () => 'x', 'application/vnd.ms-excel'],
    ['415', 'an old document', 'Save the file as DOCX and send that', () => 'x', 'application/msword'],
    ['415', 'a document in RTF', 'Save the file as DOCX and send that', () => '{\\rtf1 Do you log?}', 'application/rtf'],
  ])('%s for %s: %s', async (status, _case, error, content, fileType) => {
    const { call, organization } = await app.caller();
    const body = { fileData: asBase64(await content()), fileType };
    expect(await call('POST', url, { body })).toMatchObject({ status: Number(status), body: { success: false, error } });
    expect(await keysOf(app.ports.files, organization.id)).toEqual([]);
  });

  test('422 and 413 as problems', async () => {
    const { call } = await app.caller();
    expect(await call('POST', url, { ...asProblem, body: { fileData: asBase64('Nothing.'), fileType: types.txt } })).toMatchObject({
      status: 422,
      body: { type: '/problems/file_without_questions', detail: 'The file holds no questions' },
    });
    expect(await call('POST', url, { ...asProblem, body: { fileData: asBase64(createZipBomb()), fileType: types.xlsx } })).toMatchObject({
      status: 413,
      body: { type: '/problems/file_too_large_unpacked' },
    });
    expect(
      await call('POST', url, { ...asProblem, body: { fileData: asBase64('x'), fileType: 'application/vnd.ms-excel' } }),
    ).toMatchObject({ status: 415, body: { detail: 'Save the file as XLSX and send that' } });
  });

  test.each([
    ['no file', {}, { fileData: { _errors: ['is required'] } }],
    ['an empty one', { fileData: '' }, { fileData: { _errors: ['must have at least 1 character'] } }],
    ['what is no base64', { fileData: 'no base64!' }, { fileData: { _errors: ['must be base64'] } }],
    [
      'a type that is none',
      { fileData: 'YQ==', fileType: 'csv' },
      { fileType: { _errors: ['must be a media type, such as application/pdf'] } },
    ],
    [
      'a name of 300 characters',
      { fileData: 'YQ==', fileName: 'x'.repeat(300) },
      { fileName: { _errors: ['must have at most 255 characters'] } },
    ],
    ['a key', { fileData: 'YQ==', fileKey: 'k' }, { fileKey: { _errors: ["Unknown field 'fileKey'"] } }],
  ])('400 for %s', async (_case, fields, details) => {
    const { call } = await app.caller();
    expect(await call('POST', url, { body: { fileType: types.txt, ...fields } })).toMatchObject({
      status: 400,
      body: { error: 'Validation failed', details },
    });
  });
});
