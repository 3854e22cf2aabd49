/** This worker creates a crosswalk as a workbook. Its cells are text, so that none of them is worked out as a formula. */
import writeXlsxFile from 'write-excel-file/node';
import { piecesOf, type Work } from '../../../../platform/workers/work.ts';
import type { Table } from './rows.ts';

const render: Work<Table['headings'], Table['rows']> = async (headings, parts) => {
  const head = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const rows = parts.flat().map((row) => row.map((value) => ({ value, type: String, wrap: true, alignVertical: 'top' as const })));
  const file = writeXlsxFile([head, ...rows], {
    columns: [{ width: 16 }, { width: 40 }, { width: 30 }, { width: 10 }, { width: 60 }, { width: 40 }, { width: 60 }],
    stickyRowsCount: 1,
    sheet: 'Crosswalk',
  });
  return piecesOf(await file.toBuffer());
};

export default render;
