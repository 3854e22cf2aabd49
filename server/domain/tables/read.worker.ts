/** The work of a worker: the rows of the tables in a file. */
import { extractText } from '../../documents/extraction/extract.ts';
import { Unusable } from '../../documents/extraction/unusable.ts';
import { bytesIn, groupsOf, type Work } from '../../platform/workers/work.ts';
import { type Columns, type FoundRow, rowsIn } from './columns.ts';
import { unguarded } from './guarded.ts';
import { plainText } from './texts.ts';

export type TableKind = 'csv' | 'xlsx';
export interface Wanted extends Columns<string> {
  readonly kind: TableKind;
  /** Most rows. */
  readonly limit: number;
}

const rowsInPart = 50;

const read: Work<Wanted, Uint8Array> = async ({ kind, limit, ...columns }, parts) => {
  try {
    const found = rowsIn(unguarded(await extractText(bytesIn(parts), kind), kind), columns).map(cleaned);
    if (found.length > limit) return [{ unusable: 'too_many_rows' }];
    return found.length ? [...groupsOf(found, rowsInPart)].map((rows) => ({ rows })) : [{ unusable: 'file_without_rows' }];
  } catch (error) {
    if (error instanceof Unusable) return [{ unusable: error.code }];
    throw error;
  }
};

function cleaned({ place, cells }: FoundRow): FoundRow {
  return {
    place: plainText(place),
    cells: Object.fromEntries(Object.entries(cells).map(([field, text = '']) => [field, plainText(text)])),
  };
}

export default read;
