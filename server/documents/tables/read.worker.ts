/** A worker that reads the rows of the tables in a file. */
import { extractText } from '../extraction/extract.ts';
import { UnusableFile } from '../extraction/unusable.ts';
import { joinBytes, splitList, type Work } from '#platform/workers/work';
import { type TableColumns, type FoundRow, findRows } from './columns.ts';
import { removeFormulaGuards } from './formula-guard.ts';
import { plainText } from './texts.ts';

export type TableKind = 'csv' | 'xlsx';
export interface TableRequest extends TableColumns<string> {
  readonly kind: TableKind;
  /** The maximum number of rows. */
  readonly limit: number;
}

const rowsInPart = 50;

const read: Work<TableRequest, Uint8Array> = async ({ kind, limit, ...columns }, parts) => {
  try {
    const foundRows = findRows(removeFormulaGuards(await extractText(joinBytes(parts), kind), kind), columns).map(cleanRow);
    if (foundRows.length > limit) return [{ unusable: 'too_many_rows' }];
    return foundRows.length ? [...splitList(foundRows, rowsInPart)].map((rows) => ({ rows })) : [{ unusable: 'file_without_rows' }];
  } catch (error) {
    if (error instanceof UnusableFile) return [{ unusable: error.code }];
    throw error;
  }
};

function cleanRow({ place, cells }: FoundRow): FoundRow {
  return {
    place: plainText(place),
    cells: Object.fromEntries(Object.entries(cells).map(([field, text = '']) => [field, plainText(text)])),
  };
}

export default read;
