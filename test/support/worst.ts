/** Malicious files and texts that take as long as possible to read. */
import { deflateRawSync, constants } from 'node:zlib';
import { rawDocument, rawWorkbook, types } from './documents.ts';

export interface WorstFile {
  readonly what: string;
  readonly type: string;
  readonly make: () => Uint8Array;
}

const mebibyte = 1024 * 1024;

/**
 * A PDF of one page whose content is white space that exceeds the memory of a worker. @param isOfObjects whether the white space is not in
 * the page but in an object stream, which every reader has to inflate
 */
export function inflatingPdf(megabytes: number, isOfObjects = false): Buffer {
  const block = deflateRawSync(Buffer.alloc(16 * mebibyte, 0x20), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const content = Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: megabytes / 16 }, () => block),
    Buffer.from([3, 0, 0, 0, 0, 1]),
  ]);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
  ]
    .map((object, index) => `${index + 1} 0 obj${object}endobj\n`)
    .join('');
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n${objects}4 0 obj<<${isOfObjects ? '/Type/ObjStm/N 1/First 4' : ''}/Length ${content.length}/Filter/FlateDecode>>stream\n`,
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n'),
  ]);
}

/** @returns a PDF of 2 KB with a tree of pages in which each level refers to the next level twice */
export function doublingPdf(): Buffer {
  const levels = Array.from(
    { length: 40 },
    (_, level) => `${level + 2} 0 obj<</Type/Pages/Kids[${level + 3} 0 R ${level + 3} 0 R]/Count 2>>endobj\n`,
  );
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n${levels.join('')}42 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n`,
  );
}

/** @returns a workbook of 22 KB that contains three million rows without end tags */
export const endlessRows = (): Buffer => rawWorkbook(`<worksheet><sheetData>${'<row>'.repeat(3_000_000)}`);

/** @returns a text on which the score pattern used to take twice as long for each further repetition */
export const scoreText = (repetitions: number): string => `Score: ${'1,1,1b:'.repeat(repetitions)}!`;

const text = (content: () => string, what: string): WorstFile => ({ what, type: types.txt, make: () => Buffer.from(content()) });

export const worstFiles: readonly WorstFile[] = [
  { what: 'a workbook of rows that never end', type: types.xlsx, make: endlessRows },
  {
    what: 'a workbook of elements in elements',
    type: types.xlsx,
    make: () => rawWorkbook(`<worksheet><sheetData><row>${'<c>'.repeat(1_000_000)}</row>`),
  },
  { what: 'a document of elements in elements', type: types.docx, make: () => rawDocument('<w:p>'.repeat(1_000_000)) },
  { what: 'a PDF that inflates', type: types.pdf, make: () => inflatingPdf(1536) },
  { what: 'a table of quotes', type: types.csv, make: () => Buffer.alloc(5_000_000, 'a,"') },
  { what: 'no picture', type: types.png, make: () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_000_000)]) },
  { what: 'a drawing of tags', type: 'image/svg+xml', make: () => Buffer.from(`<svg>${'< on'.repeat(500_000)}`) },
  { what: 'a drawing of comments', type: 'image/svg+xml', make: () => Buffer.from('<!-- -'.repeat(300_000)) },
  text(() => scoreText(40), 'a list of scores that is none'),
  text(() => 'a@.'.repeat(1_000_000), 'an address that is none'),
  text(() => `=${'\t'.repeat(8_000)}`, 'a value of white space'),
  text(() => '<'.repeat(8_192), 'the beginnings of tags'),
  text(() => `${'(select '.repeat(10_000)}\n`.repeat(20), 'notes that never end'),
  { what: 'many bytes', type: 'application/octet-stream', make: () => Buffer.alloc(30 * mebibyte, 0xff) },
];

/** The units that a long text repeats. */
export const worstUnits = [
  ' ',
  '\t\n',
  '<',
  '<a',
  '<!--',
  '@[',
  '[',
  '[\n',
  '[a](b ',
  '](',
  '- ',
  '1,1,1b:',
  'a@.',
  '=\t',
  'token',
  'eyJ-',
  'https://',
  '{{#if ',
  '日',
  '\ud800',
] as const;
