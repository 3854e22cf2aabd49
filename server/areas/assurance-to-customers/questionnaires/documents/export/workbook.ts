import writeXlsxFile from 'write-excel-file/node';
import { type Content, headings, toTableRows } from './content.ts';

/** Creates a workbook. Questions and answers are text cells, so that none is evaluated as a formula. */
export function createWorkbook(content: Content): Promise<Buffer> {
  const headingRow = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const rows = toTableRows(content).map(([number, ...texts]) => [
    { value: number, type: Number, alignVertical: 'top' as const },
    ...texts.map(toTextCell),
  ]);
  return writeXlsxFile([headingRow, ...rows], {
    columns: [{ width: 6 }, { width: 12 }, { width: 24 }, { width: 70 }, { width: 70 }],
    stickyRowsCount: 1,
    sheet: 'Questionnaire',
  }).toBuffer();
}

const toTextCell = (value: string) => ({ value, type: String, wrap: true, alignVertical: 'top' as const });
