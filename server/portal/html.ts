/** HTML templates that escape every value, except markup from another template. */

/** Markup made by a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type TemplateValue = string | number | Html | readonly Html[] | undefined;

const unindented = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Renders a template without the indentation of its lines: `html`<p>${words}</p>``. Items of a list are joined by line breaks, and undefined renders as
 * nothing.
 */
export function html(parts: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  const lines = unindented.get(parts) ?? parts.map((part) => part.replace(/\n */g, '\n'));
  unindented.set(parts, lines);
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

/** @returns a normalized address that is safe to link to; undefined for any other, such as a script */
export function safeHref(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}
