/** The work of a worker: the requirements that a file holds. */
import { extractText } from '../../../documents/extraction/extract.ts';
import { textOf } from '../../../documents/extraction/text.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { unguarded } from '../../../domain/tables/guarded.ts';
import { bytesIn, groupsOf, type Work } from '../../../platform/workers/work.ts';
import { cleaned, mostRequirements } from './found.ts';
import { requirementsInCatalog } from './oscal.ts';
import { requirementsInTables } from './table.ts';

export type ImportKind = 'csv' | 'xlsx' | 'json';
type Reading = Work<ImportKind, Uint8Array>;

/** One may have 20,000 characters. */
const inPart = 20;

const read: Reading = async (kind, parts) => {
  const bytes = bytesIn(parts);
  try {
    const found =
      kind === 'json' ? requirementsInCatalog(textOf(bytes)) : requirementsInTables(unguarded(await extractText(bytes, kind), kind));
    if (found.length > mostRequirements) return [{ unusable: 'too_many_requirements' }];
    return found.length
      ? [...groupsOf(found.map(cleaned), inPart)].map((items) => ({ items }))
      : [{ unusable: 'file_without_requirements' }];
  } catch (error) {
    if (error instanceof Unusable) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
