/** A worker that reads the requirements in a file. */
import { extractText } from '#documents/extraction/extract';
import { decodeText } from '#documents/extraction/text';
import { UnusableFile } from '#documents/extraction/unusable';
import { removeFormulaGuards } from '#documents/tables/formula-guard';
import { joinBytes, splitList, type Work } from '#platform/workers/work';
import { cleanRequirement, maxRequirements } from './found-requirement.ts';
import { requirementsInCatalog } from './oscal.ts';
import { requirementsInTables } from './table.ts';

export type ImportKind = 'csv' | 'xlsx' | 'json';
type ReadWork = Work<ImportKind, Uint8Array>;

/** Number of requirements in a message to the parent process. A requirement may have 20,000 characters. */
const partSize = 20;

const read: ReadWork = async (kind, parts) => {
  const bytes = joinBytes(parts);
  try {
    const requirements =
      kind === 'json'
        ? requirementsInCatalog(decodeText(bytes))
        : requirementsInTables(removeFormulaGuards(await extractText(bytes, kind), kind));
    if (requirements.length > maxRequirements) return [{ unusable: 'too_many_requirements' }];
    return requirements.length
      ? [...splitList(requirements.map(cleanRequirement), partSize)].map((items) => ({ items }))
      : [{ unusable: 'file_without_requirements' }];
  } catch (error) {
    if (error instanceof UnusableFile) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
