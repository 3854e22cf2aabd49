/** Divides the text of a document into the passages that answers cite (spec/areas/knowledge-base, rule 6). */
import type { TextPage } from '../../../documents/extraction/pages.ts';

export interface PassageText {
  readonly page: number | null;
  readonly content: string;
}

const longest = 2000;
const overlap = 200;
/** How far before its end a passage may be cut, to end with a line, a sentence or a word. */
const slack = 400;

/** @returns the passages in their order; none of white space */
export function passagesIn(pages: readonly TextPage[]): PassageText[] {
  return pages.flatMap(({ page, text }) => piecesOf(text).map((content) => ({ page, content })));
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  const whole = text.trim();
  let start = 0;
  while (start < whole.length) {
    const end = start + longest >= whole.length ? whole.length : start + cutIn(whole.slice(start, start + longest));
    const piece = whole.slice(start, end).trim();
    if (piece !== '') pieces.push(piece);
    if (end === whole.length) break;
    start = Math.max(beginOf(whole, end - overlap, end), start + 1);
  }
  return pieces;
}

/** The best place to end a piece: after a line, else after a sentence, else after a word. */
function cutIn(piece: string): number {
  const tail = piece.slice(-slack);
  const line = tail.lastIndexOf('\n');
  const sentence = Math.max(tail.lastIndexOf('. '), tail.lastIndexOf('? '), tail.lastIndexOf('! '));
  const at = line >= 0 ? line : sentence >= 0 ? sentence + 1 : tail.lastIndexOf(' ');
  return at < 0 ? piece.length : piece.length - tail.length + at + 1;
}

/** The beginning of a word in a range, or the range's own when there is none. */
function beginOf(text: string, from: number, to: number): number {
  const space = text.slice(from, to - 1).search(/\s/);
  return space < 0 ? from : from + space + 1;
}
