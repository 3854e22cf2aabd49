import { csvOf } from '../../../../documents/spreadsheets/csv.ts';
import { type Content, headings, rowsOf } from './content.ts';

export function separatedOf(content: Content): Buffer {
  return csvOf([headings, ...rowsOf(content)]);
}
