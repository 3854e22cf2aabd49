/** Takes the text out of a file. In a worker only: each kind loads its own library, and what was sent may be made to hurt. */
import { type Block, hasText, isTooMuch } from './blocks.ts';
import type { FileKind } from './kinds.ts';
import { tooMuchText, withoutText } from './unusable.ts';

/** @returns what the file says, in its order: some text at least @throws Unusable for a file that nothing can be taken from */
export async function extractText(bytes: Uint8Array, kind: FileKind): Promise<readonly Block[]> {
  const blocks = await blocksOf(bytes, kind);
  if (isTooMuch(blocks)) throw tooMuchText();
  if (!hasText(blocks)) throw withoutText();
  return blocks;
}

async function blocksOf(bytes: Uint8Array, kind: FileKind): Promise<Block[]> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.ts')).readPdf(bytes);
    case 'image':
      return (await import('./image.ts')).readImage(bytes);
    case 'xlsx':
      return (await import('./workbook.ts')).readWorkbook(bytes);
    case 'docx':
      return (await import('./document.ts')).readDocument(bytes);
    case 'html':
      return (await import('./html.ts')).readHtml(bytes);
    case 'markdown':
      return (await import('./markdown.ts')).readMarkdown(bytes);
    case 'csv':
      return (await import('./separated.ts')).readSeparated(bytes);
    case 'text':
      return (await import('./text.ts')).readText(bytes);
  }
}
