/** Extracts the plain text of a file, separately for each page of a PDF. Use it only in a worker, like `extractText`. */
import { type Block, hasText, isTooLong } from './blocks.ts';
import { extractText } from './extract.ts';
import type { FileKind } from './kinds.ts';
import { fileTextTooLong, fileWithoutText } from './unusable.ts';

export interface TextPage {
  /** The page number from 1; null for formats without pages. */
  readonly page: number | null;
  readonly text: string;
}

/** @returns the pages that have text; at least one page @throws UnusableFile if the file has no text or too much text */
export async function extractPages(bytes: Uint8Array, kind: FileKind): Promise<readonly TextPage[]> {
  if (kind !== 'pdf') return [{ page: null, text: plainText(await extractText(bytes, kind)) }];
  const pages = await (await import('./pdf.ts')).readPdfPages(bytes);
  if (isTooLong(pages.flat())) throw fileTextTooLong();
  const pagesWithText = pages.flatMap((blocks, index) => (hasText(blocks) ? [{ page: index + 1, text: plainText(blocks) }] : []));
  if (!pagesWithText.length) throw fileWithoutText();
  return pagesWithText;
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

/** Joins each line that starts with a lowercase letter to the previous line, unless the previous line ends with punctuation. */
function joinWrappedLines(lines: readonly string[]): string {
  const joined: string[] = [];
  for (const line of lines) {
    const previousLine = joined.at(-1);
    if (previousLine && /^\p{Ll}/u.test(line) && !/[.!?:;]$/.test(previousLine)) joined[joined.length - 1] = `${previousLine} ${line}`;
    else joined.push(line);
  }
  return joined.join('\n');
}
