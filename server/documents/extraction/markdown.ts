/** Extracts the text of Markdown by rendering it to HTML. */
import { marked } from 'marked';
import type { Block } from './blocks.ts';
import { parseHtml } from './html.ts';
import { textOf } from './text.ts';

export function readMarkdown(bytes: Uint8Array): Block[] {
  return parseHtml(marked.parse(textOf(bytes), { async: false }));
}
