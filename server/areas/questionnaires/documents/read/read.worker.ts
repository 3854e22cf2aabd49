/** The work of a worker: what a file asks, or only whether it is an archive that may be unpacked. */
import { refuseHuge } from '../../../../documents/extraction/archive.ts';
import { extractText } from '../../../../documents/extraction/extract.ts';
import type { FileKind } from '../../../../documents/extraction/kinds.ts';
import { Unusable } from '../../../../documents/extraction/unusable.ts';
import { bytesIn, groupsOf, type Work } from '../../../../platform/workers/work.ts';
import { extractorByRules } from '../../rules/extractor.ts';
import { findItems } from '../../rules/items.ts';

export interface Asked {
  readonly kind: FileKind;
  readonly find: 'questions' | 'faults';
}
type Reading = Work<Asked, Uint8Array>;

/** An item may have 25,000 characters. */
const itemsInPart = 20;

const read: Reading = async ({ kind, find }, parts) => {
  const bytes = bytesIn(parts);
  try {
    if (find === 'faults') {
      refuseHuge(bytes);
      return [];
    }
    let pieces = 0;
    const items = await findItems(await extractText(bytes, kind), extractorByRules, async (_done, total) => {
      pieces = total;
    });
    return [{ pieces }, ...[...groupsOf(items, itemsInPart)].map((group) => ({ items: group }))];
  } catch (error) {
    if (error instanceof Unusable) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
