/** Extracts the text of Markdown by rendering it to HTML. */
import { marked } from 'marked';
import type { Block } from './blocks.ts';
import { parseHtml } from './html.ts';
import { decodeText } from './text.ts';

export function readMarkdown(bytes: Uint8Array): Block[] {
  return parseHtml(marked.parse(decodeText(bytes), { async: false }));
}
