/** Markdown as markup that can do nothing: no HTML of its own, nothing that is loaded, and links only to the web and to mailboxes. */
import { Marked, type RendererObject } from 'marked';
import { escaped, safeHref } from './html.ts';

const renderer: RendererObject = {
  html: ({ text }) => escaped(text),
  // A picture would be asked of another host.
  image: ({ text }) => escaped(text),
  link({ href, tokens }) {
    const words = this.parser.parseInline(tokens);
    const address = safeHref(href);
    return address === undefined ? words : `<a href="${escaped(address)}" rel="nofollow noopener noreferrer">${words}</a>`;
  },
  // The page has the first three levels.
  heading({ tokens, depth }) {
    const level = Math.min(6, depth + 3);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  },
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
};

const marked = new Marked({ async: false, gfm: true, breaks: false, renderer });

/** @returns markup */
export function markupOf(markdown: string): string {
  const made = marked.parse(markdown.toWellFormed().replaceAll('\u0000', ''));
  if (typeof made !== 'string') throw new TypeError('Markdown is rendered at once');
  return made;
}
