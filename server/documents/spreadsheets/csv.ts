/** CSV files (RFC 4180) of user-provided text that spreadsheet programs do not interpret as formulas. */

/** Quotes every field; lines end with CRLF, as RFC 4180 requires. A field that could be a formula gets a leading apostrophe. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): Buffer {
  return Buffer.from(rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join(''));
}

function fieldOf(value: string | number): string {
  const text = typeof value === 'string' && startsFormula(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** @returns the original text of a field from `toCsv` */
export function removeFormulaGuard(field: string): string {
  return field.startsWith("'") && startsFormula(field.slice(1)) ? field.slice(1) : field;
}

/** What programs skip before a formula: white space, invisible characters, and quotes. */
const skippedPrefix = /^[\s\p{Cc}\p{Cf}"'`\u2018-\u201f\uff02\uff07]+/u;

/** Whether a spreadsheet program may interpret a text as a formula: by its first character in any width, or a leading tab or line break. */
export function startsFormula(text: string): boolean {
  const [first = ''] = text.replace(skippedPrefix, '');
  return /^[\t\r\n]/.test(text) || /^[=+\-@\u2212]/.test(first.normalize('NFKC'));
}
