/** Extracts the paragraphs and tables of an HTML page. */
import { Parser } from 'htmlparser2';
import type { Block } from './blocks.ts';
import { decodeText } from './text.ts';
import { fileTextTooLong } from './unusable.ts';

/** Elements whose content is not displayed. */
const hiddenElements = new Set(['head', 'script', 'style', 'template', 'noscript', 'select', 'svg']);
/** Elements that start a new line. */
const lineElements = new Set(
  'address article aside blockquote dd div dt fieldset figcaption footer form header hr legend li main nav section'.split(' '),
);
/** Elements that are followed by an empty line. */
const paragraphElements = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl pre caption'.split(' '));

/** Maximum nesting depth. Real pages have less depth, and deep nesting slows the parser down. */
const maxDepth = 5000;

export function readHtml(bytes: Uint8Array): Block[] {
  return parseHtml(decodeText(bytes));
}

/** @throws UnusableFile if elements are nested too deeply */
export function parseHtml(html: string): Block[] {
  const page = new Page();
  let [hiddenDepth, preDepth, depth] = [0, 0, 0];
  const parser = new Parser({
    onopentag(name, { start }) {
      depth += 1;
      if (depth > maxDepth) throw fileTextTooLong();
      if (hiddenElements.has(name)) hiddenDepth += 1;
      else if (name === 'pre') preDepth += 1;
      page.begin(name, start);
    },
    ontext(text) {
      if (hiddenDepth === 0) page.add(preDepth > 0 ? text : text.replace(/\s+/g, ' '));
    },
    onclosetag(name) {
      depth -= 1;
      if (hiddenElements.has(name)) hiddenDepth -= 1;
      else if (name === 'pre') preDepth -= 1;
      page.end(name);
    },
  });
  parser.end(html);
  return page.blocks();
}

/** Collects the content of a page. A nested table becomes text of the outer cell. */
class Page {
  readonly #blocks: Block[] = [];
  #lines: string[] = [];
  #text: string[] = [];
  #rows: string[][] = [];
  #tables = 0;
  /** The number of the next item of each open list; undefined for unordered lists. */
  readonly #numbers: (number | undefined)[] = [];

  begin(name: string, start: string | undefined): void {
    if (name === 'ol') this.#numbers.push(Number(start) || 1);
    if (name === 'ul') this.#numbers.push(undefined);
    if (name === 'table') {
      this.#tables += 1;
      if (this.#tables === 1) this.#endText();
      else this.add(' ');
    } else if (this.#tables === 1 && name === 'tr') this.#rows.push([]);
    else if (this.#tables === 1 && (name === 'td' || name === 'th')) this.#text = [];
    else if (name === 'br' || lineElements.has(name) || paragraphElements.has(name)) {
      this.#endLine();
      if (name === 'li') this.#number();
    } else if (this.#tables > 1) this.add(' ');
  }

  add(text: string): void {
    this.#text.push(text);
  }

  end(name: string): void {
    if (name === 'ol' || name === 'ul') this.#numbers.pop();
    if (name === 'table') {
      this.#tables -= 1;
      if (this.#tables === 0) this.#endTable();
    } else if (this.#tables === 1 && (name === 'td' || name === 'th')) this.#endCell();
    else if (lineElements.has(name) || paragraphElements.has(name)) {
      this.#endLine();
      if (paragraphElements.has(name) && this.#tables === 0 && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
    }
  }

  blocks(): Block[] {
    if (this.#tables > 0) this.#endTable();
    this.#endText();
    return this.#blocks;
  }

  #number(): void {
    const number = this.#numbers.at(-1);
    if (number === undefined) return;
    this.add(`${number}. `);
    this.#numbers[this.#numbers.length - 1] = number + 1;
  }

  #endLine(): void {
    if (this.#tables > 0) return this.add(' ');
    const newLines = this.#text.join('').split('\n');
    this.#text = [];
    this.#lines.push(...newLines.map(collapseSpace).filter((line) => line !== ''));
  }

  #endText(): void {
    this.#endLine();
    if (this.#lines.length) this.#blocks.push({ kind: 'text', lines: this.#lines });
    this.#lines = [];
  }

  #endCell(): void {
    this.#rows.at(-1)?.push(collapseSpace(this.#text.join('')));
    this.#text = [];
  }

  #endTable(): void {
    if (this.#rows.length) this.#blocks.push({ kind: 'table', rows: this.#rows });
    this.#rows = [];
  }
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
