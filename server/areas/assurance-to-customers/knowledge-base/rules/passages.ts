/** Divides the text of a document into the passages that answers cite (knowledge-base, rule 6). */
import type { TextPage } from '#documents/extraction/pages';
import { redactSecrets } from '#platform/redaction/redact-secrets';

export interface PassageText {
  readonly page: number | null;
  readonly content: string;
}

const maxLength = 2000;
const overlap = 200;
/** A passage may be cut up to this many characters before its maximum length, to end at a line, sentence or word. */
const slack = 400;

/** @returns the nonblank passages in order. Secrets are redacted before the text is cut, because a part of a secret is not recognized. */
export function splitIntoPassages(pages: readonly TextPage[]): PassageText[] {
  return pages.flatMap(({ page, text }) => splitIntoChunks(redactSecrets(text)).map((content) => ({ page, content })));
}

function splitIntoChunks(text: string): string[] {
  const chunks: string[] = [];
  const trimmedText = text.trim();
  let start = 0;
  while (start < trimmedText.length) {
    const end = start + maxLength >= trimmedText.length ? trimmedText.length : start + findCut(trimmedText.slice(start, start + maxLength));
    const chunk = trimmedText.slice(start, end).trim();
    if (chunk !== '') chunks.push(chunk);
    if (end === trimmedText.length) break;
    start = Math.max(findWordStart(trimmedText, end - overlap, end), start + 1);
  }
  return chunks;
}

/** @returns the best position for a cut: after a line, otherwise after a sentence, otherwise after a word */
function findCut(chunk: string): number {
  const tail = chunk.slice(-slack);
  const line = tail.lastIndexOf('\n');
  const sentence = Math.max(tail.lastIndexOf('. '), tail.lastIndexOf('? '), tail.lastIndexOf('! '));
  const cutAfter = line >= 0 ? line : sentence >= 0 ? sentence + 1 : tail.lastIndexOf(' ');
  return cutAfter < 0 ? chunk.length : chunk.length - tail.length + cutAfter + 1;
}

/** @returns the start of the first word in a range, or the start of the range if no word starts there */
function findWordStart(text: string, rangeStart: number, rangeEnd: number): number {
  const space = text.slice(rangeStart, rangeEnd - 1).search(/\s/);
  return space < 0 ? rangeStart : rangeStart + space + 1;
}
