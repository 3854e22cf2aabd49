/** Files of comma-separated values (RFC 4180) of what people wrote, which none of the programs that open them takes for more than text. */

/** Every field in quotes; lines end as RFC 4180 has it. One that could be taken for a formula begins with an apostrophe. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join(''));
}

function fieldOf(value: string | number): string {
  const text = typeof value === 'string' && startsFormula(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** @returns the text that `csvOf` was given for this field */
export function withoutGuard(field: string): string {
  return field.startsWith("'") && startsFormula(field.slice(1)) ? field.slice(1) : field;
}

/** What programs pass over before a formula: white space, what is not seen, and quotes. */
const passedOver = /^[\s\p{Cc}\p{Cf}"'`\u2018-\u201f\uff02\uff07]+/u;

/** Whether a program for tables may take a text for a formula: by its first sign in any width, and by a tab or a line break in front of all. */
export function startsFormula(text: string): boolean {
  const [first = ''] = text.replace(passedOver, '');
  return /^[\t\r\n]/.test(text) || /^[=+\-@\u2212]/.test(first.normalize('NFKC'));
}
