/** Reads the text of PDF files. */
import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page of a PDF, with lines separated by line feeds. */
export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })).text;
}

/** The whole text without line breaks. */
export async function wordsOf(bytes: Uint8Array): Promise<string> {
  return (await pagesOf(bytes)).join(' ').replace(/\s+/g, ' ');
}
