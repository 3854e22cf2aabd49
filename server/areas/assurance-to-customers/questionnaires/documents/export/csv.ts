import { toCsv } from '#documents/spreadsheets/csv';
import { type Content, headings, rowsOf } from './content.ts';

export function createCsv(content: Content): Buffer {
  return toCsv([headings, ...rowsOf(content)]);
}
