/** Worker that finds the questions of a file, or only checks that an archive is safe to unpack. */
import { assertUnpackedSize } from '#documents/extraction/archive';
import { extractText } from '#documents/extraction/extract';
import type { FileKind } from '#documents/extraction/kinds';
import { UnusableFile } from '#documents/extraction/unusable';
import { joinBytes, splitList, type Work } from '#platform/workers/work';
import { heuristicExtractor } from '../../rules/extractor.ts';
import { findItems } from '../../rules/items.ts';

export interface ReadRequest {
  readonly kind: FileKind;
  readonly find: 'questions' | 'faults';
}
type ReadWork = Work<ReadRequest, Uint8Array>;

// Parts are small because an item may have 25,000 characters.
const itemsPerPart = 20;

const read: ReadWork = async ({ kind, find: mode }, parts) => {
  const bytes = joinBytes(parts);
  try {
    if (mode === 'faults') {
      assertUnpackedSize(bytes);
      return [];
    }
    let chunkCount = 0;
    const items = await findItems(await extractText(bytes, kind), heuristicExtractor, async (_done, total) => {
      chunkCount = total;
    });
    return [{ chunkCount }, ...[...splitList(items, itemsPerPart)].map((group) => ({ items: group }))];
  } catch (error) {
    if (error instanceof UnusableFile) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
