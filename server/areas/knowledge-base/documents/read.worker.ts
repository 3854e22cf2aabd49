/** The work of a worker: the passages of a file, or only whether it is an archive that may be unpacked. */
import { refuseHuge } from '../../../documents/extraction/archive.ts';
import type { FileKind } from '../../../documents/extraction/kinds.ts';
import { extractPages } from '../../../documents/extraction/pages.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { bytesIn, groupsOf, type Work } from '../../../platform/workers/work.ts';
import { passagesIn } from '../rules/passages.ts';

export interface Asked {
  readonly kind: FileKind;
  readonly find: 'passages' | 'faults';
}
type Reading = Work<Asked, Uint8Array>;

const passagesInPart = 100;

const read: Reading = async ({ kind, find }, parts) => {
  const bytes = bytesIn(parts);
  try {
    if (find === 'faults') {
      refuseHuge(bytes);
      return [];
    }
    return [...groupsOf(passagesIn(await extractPages(bytes, kind)), passagesInPart)].map((passages) => ({ passages }));
  } catch (error) {
    if (error instanceof Unusable) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
