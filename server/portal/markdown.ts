/** Renders Markdown to safe markup: no raw HTML, no external content, and links only to the web and to mailboxes. */
import { Marked, type RendererObject } from 'marked';
import { escapeHtml, safeHref } from './html.ts';

const renderer: RendererObject = {
  html: ({ text }) => escapeHtml(text),
  // Only the alternative text is shown, because a picture would be loaded from another host.
  image: ({ text }) => escapeHtml(text),
  link({ href, tokens }) {
    const label = this.parser.parseInline(tokens);
    const url = safeHref(href);
    return url === undefined ? label : `<a href="${escapeHtml(url)}" rel="nofollow noopener noreferrer">${label}</a>`;
  },
  // The page uses the first three levels itself.
  heading({ tokens, depth }) {
    const level = Math.min(6, depth + 3);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  },
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
};

const marked = new Marked({ async: false, gfm: true, breaks: false, renderer });

/** @returns markup */
export function renderMarkdown(markdown: string): string {
  const markup = marked.parse(markdown.toWellFormed().replaceAll('\u0000', ''));
  if (typeof markup !== 'string') throw new TypeError('Markdown must be rendered synchronously');
  return markup;
}
