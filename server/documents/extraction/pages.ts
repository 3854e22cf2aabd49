/** What a file says as plain text, page by page where it has pages. In a worker only, as `extractText`. */
import { type Block, hasText, isTooMuch } from './blocks.ts';
import { extractText } from './extract.ts';
import type { FileKind } from './kinds.ts';
import { tooMuchText, withoutText } from './unusable.ts';

export interface TextPage {
  /** From 1; null where there are no pages. */
  readonly page: number | null;
  readonly text: string;
}

/** @returns the pages with text, in their order; one at least @throws Unusable for a file that nothing can be taken from */
export async function extractPages(bytes: Uint8Array, kind: FileKind): Promise<readonly TextPage[]> {
  if (kind !== 'pdf') return [{ page: null, text: plainText(await extractText(bytes, kind)) }];
  const pages = await (await import('./pdf.ts')).readPdfPages(bytes);
  if (isTooMuch(pages.flat())) throw tooMuchText();
  const found = pages.flatMap((blocks, index) => (hasText(blocks) ? [{ page: index + 1, text: plainText(blocks) }] : []));
  if (!found.length) throw withoutText();
  return found;
}

function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === 'text' ? unwrapped(block.lines) : block.rows.map(rowText).filter(Boolean).join('\n')))
    .join('\n\n')
    .replaceAll('\u0000', '');
}

function rowText(cells: readonly string[]): string {
  return cells.filter((cell) => /\S/.test(cell)).join('; ');
}

/** A line that goes on with a small letter belongs to the one before, unless that had come to its end. */
function unwrapped(lines: readonly string[]): string {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last && /^\p{Ll}/u.test(line) && !/[.!?:;]$/.test(last)) whole[whole.length - 1] = `${last} ${line}`;
    else whole.push(line);
  }
  return whole.join('\n');
}
