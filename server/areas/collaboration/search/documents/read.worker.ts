/** A worker that reads the beginning of a file's text. */
import type { FileKind } from '#documents/extraction/kinds';
import { extractPages } from '#documents/extraction/pages';
import { UnusableFile } from '#documents/extraction/unusable';
import { joinBytes, type Work } from '#platform/workers/work';

/** The number of characters of a file that can be searched (search, rule 11). */
const maxCharacters = 50_000;

const read: Work<{ readonly kind: FileKind }, Uint8Array> = async ({ kind }, parts) => {
  try {
    const pages = await extractPages(joinBytes(parts), kind);
    const text = pages
      .map((page) => page.text)
      .join('\n')
      .slice(0, maxCharacters);
    return [{ text: text.toWellFormed() }];
  } catch (error) {
    if (error instanceof UnusableFile) return [{ unusable: error.code }];
    throw error;
  }
};

export default read;
