/** Extracts the text of a file. Use it only in a worker, because every format loads its own library and the file may be malicious. */
import { type Block, hasText, isTooLong } from './blocks.ts';
import type { FileKind } from './kinds.ts';
import { fileTextTooLong, fileWithoutText } from './unusable.ts';

/** @returns the content in reading order @throws UnusableFile if the file has no text or too much text */
export async function extractText(bytes: Uint8Array, kind: FileKind): Promise<readonly Block[]> {
  const blocks = await blocksOf(bytes, kind);
  if (isTooLong(blocks)) throw fileTextTooLong();
  if (!hasText(blocks)) throw fileWithoutText();
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
      return (await import('./csv.ts')).readCsv(bytes);
    case 'text':
      return (await import('./text.ts')).readText(bytes);
  }
}
