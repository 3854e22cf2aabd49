/** A worker that creates a workbook from a table. All cells are text, so that no cell is interpreted as a formula. */
import writeXlsxFile from 'write-excel-file/node';
import { splitBytes, type Work } from '#platform/workers/work';
import type { Layout, Row } from './table.ts';

const render: Work<Layout, readonly Row[]> = async ({ sheet, columns }, parts) => {
  const head = columns.map(({ heading }) => ({ value: heading, type: String, fontWeight: 'bold' as const }));
  const rows = parts.flat().map((row) => row.map((value) => ({ value, type: String, wrap: true, alignVertical: 'top' as const })));
  const file = writeXlsxFile([head, ...rows], { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1, sheet });
  return splitBytes(await file.toBuffer());
};

export default render;
