/** The work of a worker: the beginning of the text of a file. */
import type { FileKind } from '../../../documents/extraction/kinds.ts';
import { extractPages } from '../../../documents/extraction/pages.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { bytesIn, type Work } from '../../../platform/workers/work.ts';

/** Characters of a text that are searched (spec/areas/search, rule 11). */
const mostCharacters = 50_000;

const read: Work<{ readonly kind: FileKind }, Uint8Array> = async ({ kind }, parts) => {
  try {
    const pages = await extractPages(bytesIn(parts), kind);
    const text = pages
      .map((page) => page.text)
      .join('\n')
      .slice(0, mostCharacters);
    return [{ text: text.toWellFormed() }];
  } catch (error) {
    if (error instanceof Unusable) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
