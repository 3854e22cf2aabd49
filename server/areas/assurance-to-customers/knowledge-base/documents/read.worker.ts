/** Worker that reads the passages of a file, or only checks that an archive is safe to unpack. */
import { assertUnpackedSize } from '#documents/extraction/archive';
import type { FileKind } from '#documents/extraction/kinds';
import { extractPages } from '#documents/extraction/pages';
import { UnusableFile } from '#documents/extraction/unusable';
import { joinBytes, splitList, type Work } from '#platform/workers/work';
import { splitIntoPassages } from '../rules/passages.ts';

export interface ReadRequest {
  readonly kind: FileKind;
  readonly find: 'passages' | 'faults';
}
type ReadWork = Work<ReadRequest, Uint8Array>;

const passagesPerPart = 100;

const read: ReadWork = async ({ kind, find: mode }, parts) => {
  const bytes = joinBytes(parts);
  try {
    if (mode === 'faults') {
      assertUnpackedSize(bytes);
      return [];
    }
    return [...splitList(splitIntoPassages(await extractPages(bytes, kind)), passagesPerPart)].map((passages) => ({ passages }));
  } catch (error) {
    if (error instanceof UnusableFile) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
