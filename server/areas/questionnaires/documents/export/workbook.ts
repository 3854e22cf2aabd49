import writeXlsxFile from 'write-excel-file/node';
import { type Content, headings, rowsOf } from './content.ts';

/** Questions and answers are cells of text, so that none of them is worked out as a formula. */
export function workbookOf(content: Content): Promise<Buffer> {
  const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const rows = rowsOf(content).map(([number, ...texts]) => [
    { value: number, type: Number, alignVertical: 'top' as const },
    ...texts.map(textCell),
  ]);
  return writeXlsxFile([head, ...rows], {
    columns: [{ width: 6 }, { width: 12 }, { width: 24 }, { width: 70 }, { width: 70 }],
    stickyRowsCount: 1,
    sheet: 'Questionnaire',
  }).toBuffer();
}

const textCell = (value: string) => ({ value, type: String, wrap: true, alignVertical: 'top' as const });
