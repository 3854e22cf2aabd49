import { type Content, headings, rowsOf } from './content.ts';

/** Every field in quotes. One that a program for tables could take for a formula begins with an apostrophe. */
export function csvOf(content: Content): Buffer {
  return Buffer.from([headings, ...rowsOf(content)].map((row) => `${row.map(fieldOf).join(',')}\r\n`).join(''));
}

function fieldOf(value: string | number): string {
  const text = String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
