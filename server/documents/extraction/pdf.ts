/** The text of a PDF, page by page. Pages without text, as of a scan, are read as pictures. */
import { extractTextItems, getDocumentProxy } from 'unpdf';
import { type Block, mostRows } from './blocks.ts';
import { blocksOf, type Line, linesOf } from './layout.ts';
import { mostPixels } from './recognition.ts';
import { readScans } from './scan.ts';
import { broken, locked, tooMuchText } from './unusable.ts';

const mostPages = 2000;

export async function readPdf(bytes: Uint8Array): Promise<Block[]> {
  return blocksOf(await pagesOf(bytes));
}

/** The same, with what each page says for itself. */
export async function readPdfPages(bytes: Uint8Array): Promise<Block[][]> {
  return (await pagesOf(bytes)).map((page) => blocksOf([page]));
}

async function pagesOf(bytes: Uint8Array): Promise<Line[][]> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { maxImageSize: mostPixels });
    if (document.numPages > mostPages) throw tooMuchText();
    const { items } = await extractTextItems(document);
    const pages = items.map(linesOf);
    if (pages.reduce((sum, page) => sum + page.length, 0) > mostRows) throw tooMuchText();
    const empty = pages.flatMap((page, index) => (page.length ? [] : [index + 1]));
    if (!empty.length) return pages;
    const scans = await readScans(document, empty);
    return pages.map((page, index) => scans.get(index + 1) ?? page);
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw locked();
    throw error instanceof Error && /Exception$|^FormatError$/.test(error.name) ? broken() : error;
  }
}
