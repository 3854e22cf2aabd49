/** Divides the text of a document into the passages that answers cite (knowledge-base, rule 6). */
import type { TextPage } from '#documents/extraction/pages';
import { redactSecrets } from '#platform/redaction/redact-secrets';

export interface PassageText {
  readonly page: number | null;
  readonly content: string;
}

const longest = 2000;
const overlap = 200;
/** How many characters before its maximum length a passage may be cut, so that it ends with a line, a sentence or a word. */
const slack = 400;

/** @returns the passages in order, without blank ones. Secrets are redacted in the whole text, because a part of one would not be recognized. */
export function passagesIn(pages: readonly TextPage[]): PassageText[] {
  return pages.flatMap(({ page, text }) => chunksOf(redactSecrets(text)).map((content) => ({ page, content })));
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  const whole = text.trim();
  let start = 0;
  while (start < whole.length) {
    const end = start + longest >= whole.length ? whole.length : start + findCut(whole.slice(start, start + longest));
    const chunk = whole.slice(start, end).trim();
    if (chunk !== '') chunks.push(chunk);
    if (end === whole.length) break;
    start = Math.max(findWordStart(whole, end - overlap, end), start + 1);
  }
  return chunks;
}

/** The best position for a cut: after a line, else after a sentence, else after a word. */
function findCut(chunk: string): number {
  const tail = chunk.slice(-slack);
  const line = tail.lastIndexOf('\n');
  const sentence = Math.max(tail.lastIndexOf('. '), tail.lastIndexOf('? '), tail.lastIndexOf('! '));
  const at = line >= 0 ? line : sentence >= 0 ? sentence + 1 : tail.lastIndexOf(' ');
  return at < 0 ? chunk.length : chunk.length - tail.length + at + 1;
}

/** The start of a word in a range, or the start of the range if there is none. */
function findWordStart(text: string, from: number, to: number): number {
  const space = text.slice(from, to - 1).search(/\s/);
  return space < 0 ? from : from + space + 1;
}
