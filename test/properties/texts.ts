/** Texts that often cause faults in programs, and generators for the formats of the contract. */
import fc, { type Arbitrary } from 'fast-check';

/** Texts that must be stored, searched and returned like any other text, without special meaning. */
export const awkwardTexts: readonly string[] = [
  "'",
  "'; drop table organization; --",
  "' or '1'='1",
  '"',
  '\\',
  '\\\\',
  '%',
  '_',
  '100%_\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e400',
  '[]',
  '{}',
  '😀',
  '👩‍👩‍👧‍👦',
  'é',
  'ﷺ',
  '\u202eright to left',
  'שלום',
  '\ufeffmark',
  '\uffff',
  '\u0001',
  '\u007f',
  '\u2028',
  ' ',
  '\t\n',
  ' x ',
  'İ',
  'ß',
  '@',
  '@id:',
  'a'.repeat(255),
];
/** Characters that no valid text contains. */
export const invalidCharacters: readonly string[] = ['\0', '\ud800', '\udc00'];
/** Unusual texts for path parameters. */
export const awkwardPaths: readonly string[] = [
  '..',
  '.',
  '../..',
  '..%2f',
  '%',
  '%00',
  '%2e%2e',
  'a/b',
  '/',
  '//',
  '\\',
  '?',
  '#',
  ';',
  '&a=b',
  'a b',
  '+',
  '*',
  ':id',
  '{id}',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\r\nX: y',
  '\ufeff',
  '😀',
  "'",
  '%25',
  'a'.repeat(4000),
  '9'.repeat(400),
];

const padNumber = (number: number, width: number) => String(number).padStart(width, '0');
const dates = fc.oneof(
  fc.constantFrom('0001-01-01', '9999-12-31', '2024-02-29', '1970-01-01', '2000-02-29'),
  fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, date]) => `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(date, 2)}`),
);
const dateTimes = fc.oneof(
  fc.constantFrom(
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T23:59:59+14:00',
    '2026-05-20T12:00:00.123456789Z',
    '2026-05-20t12:00:00z',
    '2026-05-20T00:00:00-12:00',
  ),
  fc
    .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);

const formats: Readonly<Record<string, Arbitrary<string>>> = {
  date: dates,
  'date-time': dateTimes,
  email: fc.oneof(fc.emailAddress(), fc.constantFrom('ada@example.com', 'ADA@EXAMPLE.COM', "o'hara+tag@example.co.uk")),
  uri: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  'uri-reference': fc.oneof(fc.webUrl(), fc.constantFrom('/a', '?b', '#c')),
  uuid: fc.uuid(),
  time: fc.constantFrom('00:00:00Z', '23:59:59.999+05:30'),
  hostname: fc.domain(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
};

export function textsOfFormat(format: string): Arbitrary<string> {
  const texts = formats[format];
  if (!texts) throw new Error(`generated requests do not know the format ${format}`);
  return texts;
}
