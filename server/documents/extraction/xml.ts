/** Parses the XML of Office files. Large parts are parsed in chunks, so their size does not determine memory use. */
import { XMLParser } from 'fast-xml-parser';
import { fileUnreadable, fileTextTooLong } from './unusable.ts';

const common = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
} as const;
const plain = new XMLParser({ ...common, alwaysCreateTextNode: true, isArray: (_name, _path, _leaf, isAttribute) => !isAttribute });
const ordered = new XMLParser({ ...common, preserveOrder: true });

/** Maximum length in characters of one element that is parsed by `elementsOf`. */
const maxElementLength = 16_000_000;

/** A parsed element: attributes as `@name`, text as `#text`, and child elements as arrays by name. */
export type Element = Readonly<Record<string, unknown>>;

/** @param text one or several elements @throws Unusable for a document type declaration, which Office files do not have */
export function parseXml(text: string): Element {
  return elementIn(parse(plain, text));
}

/** Parses elements in document order: each is an object whose only key besides `:@` is its name. */
export function parseInOrder(text: string): readonly Element[] {
  const parsed = parse(ordered, text);
  return Array.isArray(parsed) ? parsed.map(elementIn) : [];
}

function parse(parser: XMLParser, text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) throw fileUnreadable();
  try {
    return parser.parse(text);
  } catch {
    throw fileUnreadable();
  }
}

export function elementIn(value: unknown): Element {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function elementsIn(element: Element, name: string): Element[] {
  const found = element[name];
  return Array.isArray(found) ? found.map(elementIn) : [];
}

export function attributeOf(element: Element, name: string): string {
  const found = element[`@${name}`];
  return typeof found === 'string' ? found : '';
}

/** Decodes the escapes that Office uses for characters that XML does not allow. */
export function textIn(element: Element | undefined): string {
  const found = element?.['#text'];
  return typeof found === 'string'
    ? found.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
    : '';
}

export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/**
 * Yields all elements with a name in batches of a few hundred. Every character is examined only a few times.
 * @param name of elements that are not nested in each other @throws Unusable when they are nested or never end
 */
export function* elementsOf(bytes: Uint8Array, name: string): Generator<Element[]> {
  const decoder = new TextDecoder(encodingOf(bytes));
  const scanner = new Scanner(name);
  for (let at = 0; at < bytes.length; at += chunkLength) {
    const found = scanner.add(decoder.decode(bytes.subarray(at, at + chunkLength), { stream: true }));
    if (found.length) yield elementsIn(parseXml(found.join('')), name);
  }
}

const chunkLength = 1_048_576;

/** Finds elements by name in a text that arrives in chunks. */
class Scanner {
  readonly #name: string;
  /** The text that is not processed yet. It starts with the open element, if there is one. */
  #rest = '';
  /** The position in it where scanning continues. */
  #at = 0;
  #hasBegun = false;
  constructor(name: string) {
    this.#name = name;
  }

  /** @returns the source of the elements that end in this chunk */
  add(piece: string): string[] {
    this.#rest += piece;
    const found: string[] = [];
    let begin = 0;
    for (let tag = this.#nextTag(); tag; tag = this.#nextTag()) {
      if (tag.closes !== this.#hasBegun) throw fileUnreadable();
      if (!tag.closes) begin = tag.from;
      this.#hasBegun = !tag.closes && !tag.isEmpty;
      if (!this.#hasBegun) found.push(this.#rest.slice(begin, tag.to));
    }
    const done = this.#hasBegun ? begin : this.#at;
    this.#rest = this.#rest.slice(done);
    this.#at -= done;
    if (this.#rest.length > maxElementLength) throw fileTextTooLong();
    return found;
  }

  /** The next complete start or end tag with the name. */
  #nextTag(): { readonly from: number; readonly to: number; readonly closes: boolean; readonly isEmpty: boolean } | undefined {
    for (;;) {
      const from = this.#rest.indexOf('<', this.#at);
      const end = from < 0 ? -1 : this.#rest.indexOf('>', from);
      if (end < 0) {
        this.#at = from < 0 ? this.#rest.length : from;
        return undefined;
      }
      this.#at = end + 1;
      const [, slash = '', name] = /^<(\/?)(?:\w+:)?([\w.-]+)/.exec(this.#rest.slice(from, Math.min(end, from + maxNameLength))) ?? [];
      if (name === this.#name) return { from, to: end + 1, closes: slash !== '', isEmpty: this.#rest[end - 1] === '/' };
    }
  }
}

/** Longest tag name that is compared, including its prefix. */
const maxNameLength = 100;

function encodingOf(bytes: Uint8Array): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
