/** Markdown, as the page that it makes. */
import { marked } from 'marked';
import type { Block } from './blocks.ts';
import { pageOf } from './html.ts';
import { textOf } from './text.ts';

export function readMarkdown(bytes: Uint8Array): Block[] {
  return pageOf(marked.parse(textOf(bytes), { async: false }));
}
