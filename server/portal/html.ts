/** HTML in which nothing is markup by accident: what a template is given is escaped, unless another template made it. */

/** Markup that a template made. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Given = string | number | Html | readonly Html[] | undefined;

const bare = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A template, without the indentation of its lines: `html`<p>${words}</p>``. Lists follow each other, and undefined is nothing. */
export function html(parts: TemplateStringsArray, ...given: readonly Given[]): Html {
  const known = bare.get(parts) ?? parts.map((part) => part.replace(/\n */g, '\n'));
  bare.set(parts, known);
  return new Html(known.reduce((text, part, index) => text + shown(given[index - 1]) + part));
}

function shown(given: Given): string {
  if (given === undefined) return '';
  if (given instanceof Html) return given.text;
  if (typeof given === 'object') return given.map(({ text }) => text).join('\n');
  return escaped(String(given));
}

/** @returns a text as it stands in markup and in values of attributes between double quotes */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** @returns an address that a link may lead to; undefined for any other, such as a script */
export function safeHref(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : undefined;
}
