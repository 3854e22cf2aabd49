import { toCsv } from '#documents/spreadsheets/csv';
import { type Content, headings, toTableRows } from './content.ts';

export function createCsv(content: Content): Buffer {
  return toCsv([headings, ...toTableRows(content)]);
}
