/** Extracts a file as plain text, by page where the format has pages. Use it only in a worker, like `extractText`. */
import { type Block, hasText, isTooLong } from './blocks.ts';
import { extractText } from './extract.ts';
import type { FileKind } from './kinds.ts';
import { fileTextTooLong, fileWithoutText } from './unusable.ts';

export interface TextPage {
  /** From 1; null for formats without pages. */
  readonly page: number | null;
  readonly text: string;
}

/** @returns the pages with text, in order, at least one @throws Unusable for a file without usable text */
export async function extractPages(bytes: Uint8Array, kind: FileKind): Promise<readonly TextPage[]> {
  if (kind !== 'pdf') return [{ page: null, text: plainText(await extractText(bytes, kind)) }];
  const pages = await (await import('./pdf.ts')).readPdfPages(bytes);
  if (isTooLong(pages.flat())) throw fileTextTooLong();
  const found = pages.flatMap((blocks, index) => (hasText(blocks) ? [{ page: index + 1, text: plainText(blocks) }] : []));
  if (!found.length) throw fileWithoutText();
  return found;
}

function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === 'text' ? joinWrappedLines(block.lines) : block.rows.map(rowText).filter(Boolean).join('\n')))
    .join('\n\n')
    .replaceAll('\u0000', '');
}

function rowText(cells: readonly string[]): string {
  return cells.filter((cell) => /\S/.test(cell)).join('; ');
}

/** Joins a line that starts with a lowercase letter to the previous one, unless that ends with punctuation. */
function joinWrappedLines(lines: readonly string[]): string {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    if (last && /^\p{Ll}/u.test(line) && !/[.!?:;]$/.test(last)) whole[whole.length - 1] = `${last} ${line}`;
    else whole.push(line);
  }
  return whole.join('\n');
}
