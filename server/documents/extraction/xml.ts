/** XML of Office files: whole small parts, and large ones piece by piece, so that their length costs no memory. */
import { XMLParser } from 'fast-xml-parser';
import { broken, tooMuchText } from './unusable.ts';

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

/** Most characters of an element that is read with others. */
const mostOfOne = 16_000_000;

/** An element: its attributes by `@name`, its text under `#text`, the elements in it as lists by their names. */
export type Element = Readonly<Record<string, unknown>>;

/** @param text one element or several @throws Unusable for a document type, which no file of Office has */
export function parseXml(text: string): Element {
  return elementIn(parse(plain, text));
}

/** Elements in their order: each an object with its name as the one key that is not `:@`. */
export function parseInOrder(text: string): readonly Element[] {
  const parsed = parse(ordered, text);
  return Array.isArray(parsed) ? parsed.map(elementIn) : [];
}

function parse(parser: XMLParser, text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) throw broken();
  try {
    return parser.parse(text);
  } catch {
    throw broken();
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

/** With what Office writes for characters that XML cannot hold. */
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
 * All elements of a name in a part, a few hundred at a time. No character is looked at more than a few times.
 * @param name of elements that do not stand in one another @throws Unusable when they do, or never end
 */
export function* elementsOf(bytes: Uint8Array, name: string): Generator<Element[]> {
  const decoder = new TextDecoder(encodingOf(bytes));
  const scanner = new Scanner(name);
  for (let at = 0; at < bytes.length; at += pieceLength) {
    const found = scanner.add(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true }));
    if (found.length) yield elementsIn(parseXml(found.join('')), name);
  }
}

const pieceLength = 1_048_576;

/** Finds elements of a name in a text that comes in pieces. */
class Scanner {
  readonly #name: string;
  /** What no element was found in yet. One that has begun stands at its beginning. */
  #rest = '';
  /** Where to go on in it. */
  #at = 0;
  #hasBegun = false;
  constructor(name: string) {
    this.#name = name;
  }

  /** @returns the elements that end in this piece, as they stand there */
  add(piece: string): string[] {
    this.#rest += piece;
    const found: string[] = [];
    let begin = 0;
    for (let tag = this.#nextTag(); tag; tag = this.#nextTag()) {
      if (tag.closes !== this.#hasBegun) throw broken();
      if (!tag.closes) begin = tag.from;
      this.#hasBegun = !tag.closes && !tag.isEmpty;
      if (!this.#hasBegun) found.push(this.#rest.slice(begin, tag.to));
    }
    const done = this.#hasBegun ? begin : this.#at;
    this.#rest = this.#rest.slice(done);
    this.#at -= done;
    if (this.#rest.length > mostOfOne) throw tooMuchText();
    return found;
  }

  /** The next tag of an element of the name, when all of it is there. */
  #nextTag(): { readonly from: number; readonly to: number; readonly closes: boolean; readonly isEmpty: boolean } | undefined {
    for (;;) {
      const from = this.#rest.indexOf('<', this.#at);
      const end = from < 0 ? -1 : this.#rest.indexOf('>', from);
      if (end < 0) {
        this.#at = from < 0 ? this.#rest.length : from;
        return undefined;
      }
      this.#at = end + 1;
      const [, slash = '', name] = /^<(\/?)(?:\w+:)?([\w.-]+)/.exec(this.#rest.slice(from, Math.min(end, from + longestName))) ?? [];
      if (name === this.#name) return { from, to: end + 1, closes: slash !== '', isEmpty: this.#rest[end - 1] === '/' };
    }
  }
}

/** No tag that is looked for has a longer name, with its prefix. */
const longestName = 100;

function encodingOf(bytes: Uint8Array): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
