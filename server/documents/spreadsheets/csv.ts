/** Writes user-provided text as CSV (RFC 4180) in which spreadsheet programs find no formulas. */

/** Quotes every field, and ends lines with CRLF as RFC 4180 requires. Adds an apostrophe before a field that could be a formula. */
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

/** The characters that programs skip before a formula: white space, invisible characters, and quotes. */
const skippedPrefix = /^[\s\p{Cc}\p{Cf}"'`\u2018-\u201f\uff02\uff07]+/u;

/** @returns whether a spreadsheet program may interpret the text as a formula, by its first character or a leading tab or line break */
export function startsFormula(text: string): boolean {
  const [first = ''] = text.replace(skippedPrefix, '');
  return /^[\t\r\n]/.test(text) || /^[=+\-@\u2212]/.test(first.normalize('NFKC'));
}
