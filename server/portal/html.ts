/** HTML templates that escape every value, except markup from another template. */

/** Markup made by a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type TemplateValue = string | number | Html | readonly Html[] | undefined;

const unindentedParts = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Renders a template without the indentation of its lines: `html`<p>${words}</p>``. Items of a list are joined by line breaks, and undefined renders as
 * nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  const lines = unindentedParts.get(parts) ?? parts.map((part) => part.replace(/\n */g, '\n'));
  unindentedParts.set(parts, lines);
  return new Html(lines.reduce((text, part, index) => text + renderValue(values[index - 1]) + part));
}

function renderValue(value: TemplateValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return escapeHtml(String(value));
}

/** @returns text escaped for markup and double-quoted attributes */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** @returns a normalized URL that is safe to link to; undefined for any other URL, such as a script */
export function safeHref(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}
