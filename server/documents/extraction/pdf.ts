/** Extracts the text of a PDF. Uses OCR for scanned pages, which contain no text. */
import { extractTextItems, getDocumentProxy } from 'unpdf';
import { type Block, maxRows } from './blocks.ts';
import { blocksOf, type Line, linesOf } from './layout.ts';
import { maxPixels } from './ocr.ts';
import { readScans } from './scan.ts';
import { fileUnreadable, fileProtected, fileTextTooLong } from './unusable.ts';

const maxPages = 2000;

export async function readPdf(bytes: Uint8Array): Promise<Block[]> {
  return blocksOf(await pagesOf(bytes));
}

/** @returns the blocks of each page */
export async function readPdfPages(bytes: Uint8Array): Promise<Block[][]> {
  return (await pagesOf(bytes)).map((page) => blocksOf([page]));
}

async function pagesOf(bytes: Uint8Array): Promise<Line[][]> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { maxImageSize: maxPixels });
    if (document.numPages > maxPages) throw fileTextTooLong();
    const { items } = await extractTextItems(document);
    const pages = items.map(linesOf);
    if (pages.reduce((sum, page) => sum + page.length, 0) > maxRows) throw fileTextTooLong();
    const emptyPages = pages.flatMap((page, index) => (page.length ? [] : [index + 1]));
    if (!emptyPages.length) return pages;
    const scans = await readScans(document, emptyPages);
    return pages.map((page, index) => scans.get(index + 1) ?? page);
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw fileProtected();
    throw error instanceof Error && /Exception$|^FormatError$/.test(error.name) ? fileUnreadable() : error;
  }
}
