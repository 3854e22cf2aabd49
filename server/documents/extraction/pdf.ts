/** The text of a PDF, page by page. A scan has none. */
import { extractTextItems, getDocumentProxy } from 'unpdf';
import { type Block, mostRows } from './blocks.ts';
import { blocksOf, linesOf, type Line } from './layout.ts';
import { broken, locked, tooMuchText } from './unusable.ts';

const mostPages = 2000;

export async function readPdf(bytes: Uint8Array): Promise<Block[]> {
  const pages: Line[][] = [];
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes));
    if (document.numPages > mostPages) throw tooMuchText();
    const { items } = await extractTextItems(document);
    for (const page of items) pages.push(linesOf(page));
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw locked();
    throw error instanceof Error && /Exception$|^FormatError$/.test(error.name) ? broken() : error;
  }
  if (pages.reduce((sum, page) => sum + page.length, 0) > mostRows) throw tooMuchText();
  return blocksOf(pages);
}
