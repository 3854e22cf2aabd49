/** Parses the XML of Office files. Large parts are parsed in chunks, which limits memory use. */
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
const defaultParser = new XMLParser({ ...common, alwaysCreateTextNode: true, isArray: (_name, _path, _leaf, isAttribute) => !isAttribute });
const orderedParser = new XMLParser({ ...common, preserveOrder: true });

/** Maximum length in characters of one element that is parsed by `elementsOf`. */
const maxElementLength = 16_000_000;

/** A parsed element with its attributes (`@name`), its text (`#text`) and an array of child elements for each name. */
export type Element = Readonly<Record<string, unknown>>;

/** @param text one or several elements @throws UnusableFile for invalid XML or a document type, which Office files do not have */
export function parseXml(text: string): Element {
  return elementIn(parse(defaultParser, text));
}

/** Parses elements in document order. The only key of each element, besides `:@`, is the element's name. */
export function parseInOrder(text: string): readonly Element[] {
  const parsed = parse(orderedParser, text);
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
  const children = element[name];
  return Array.isArray(children) ? children.map(elementIn) : [];
}

export function attributeOf(element: Element, name: string): string {
  const value = element[`@${name}`];
  return typeof value === 'string' ? value : '';
}

/** @returns the text of an element, with decoded escapes (`_x000D_`) of characters that XML does not allow */
export function textIn(element: Element | undefined): string {
  const text = element?.['#text'];
  return typeof text === 'string'
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
    : '';
}

export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/**
 * Yields all elements with a name in batches of a few hundred elements. The time is proportional to the length of the text.
 * @param name the name of elements that do not contain each other @throws UnusableFile if the elements are nested or never end
 */
export function* elementsOf(bytes: Uint8Array, name: string): Generator<Element[]> {
  const decoder = new TextDecoder(encodingOf(bytes));
  const scanner = new Scanner(name);
  for (let start = 0; start < bytes.length; start += chunkLength) {
    const sources = scanner.add(decoder.decode(bytes.subarray(start, start + chunkLength), { stream: true }));
    if (sources.length) yield elementsIn(parseXml(sources.join('')), name);
  }
}

const chunkLength = 1_048_576;

/** Finds elements by name in a text that arrives in chunks. */
class Scanner {
  readonly #name: string;
  /** The text that is not processed yet. If an element is open, the text starts with this element. */
  #pending = '';
  /** The position in this text at which scanning continues. */
  #position = 0;
  #hasBegun = false;
  constructor(name: string) {
    this.#name = name;
  }

  /** @returns the source of the elements that end in this chunk */
  add(piece: string): string[] {
    this.#pending += piece;
    const sources: string[] = [];
    let begin = 0;
    for (let tag = this.#nextTag(); tag; tag = this.#nextTag()) {
      if (tag.closes !== this.#hasBegun) throw fileUnreadable();
      if (!tag.closes) begin = tag.from;
      this.#hasBegun = !tag.closes && !tag.isEmpty;
      if (!this.#hasBegun) sources.push(this.#pending.slice(begin, tag.to));
    }
    const processedLength = this.#hasBegun ? begin : this.#position;
    this.#pending = this.#pending.slice(processedLength);
    this.#position -= processedLength;
    if (this.#pending.length > maxElementLength) throw fileTextTooLong();
    return sources;
  }

  /** @returns the next complete start or end tag with the name; undefined if the text has none yet */
  #nextTag(): { readonly from: number; readonly to: number; readonly closes: boolean; readonly isEmpty: boolean } | undefined {
    for (;;) {
      const from = this.#pending.indexOf('<', this.#position);
      const end = from < 0 ? -1 : this.#pending.indexOf('>', from);
      if (end < 0) {
        this.#position = from < 0 ? this.#pending.length : from;
        return undefined;
      }
      this.#position = end + 1;
      const [, slash = '', name] = /^<(\/?)(?:\w+:)?([\w.-]+)/.exec(this.#pending.slice(from, Math.min(end, from + maxNameLength))) ?? [];
      if (name === this.#name) return { from, to: end + 1, closes: slash !== '', isEmpty: this.#pending[end - 1] === '/' };
    }
  }
}

/** The maximum length of a compared tag name, including its prefix. */
const maxNameLength = 100;

function encodingOf(bytes: Uint8Array): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
