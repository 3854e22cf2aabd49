import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page of a PDF, its lines parted by line feeds. */
export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })).text;
}

/** All of it, without its breaks. */
export async function wordsOf(bytes: Uint8Array): Promise<string> {
  return (await pagesOf(bytes)).join(' ').replace(/\s+/g, ' ');
}
