/** XML of Office files: whole small parts, and large ones piece by piece, so that their length costs no memory. */
import { XMLParser } from 'fast-xml-parser';
import { broken, tooMuchText } from './unusable.ts';

const common = { ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true, parseTagValue: false, parseAttributeValue: false, trimValues: false, htmlEntities: true } as const;
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
  return typeof found === 'string' ? found.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16))) : '';
}

export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/**
 * All elements of a name in a part, a few hundred at a time.
 * @param name of elements that do not stand in one another
 */
export function* elementsOf(bytes: Uint8Array, name: string): Generator<Element[]> {
  const whole = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?(?:/>|(?<!/)>[\\s\\S]*?</(?:\\w+:)?${name}>)`, 'g');
  const beginning = new RegExp(`<(?:\\w+:)?${name}[\\s/>]`);
  const decoder = new TextDecoder(encodingOf(bytes));
  let rest = '';
  for (let at = 0; at < bytes.length; at += 1_048_576) {
    rest += decoder.decode(bytes.subarray(at, at + 1_048_576), { stream: true });
    const found: string[] = [];
    let end = 0;
    for (const match of rest.matchAll(whole)) {
      found.push(match[0]);
      end = match.index + match[0].length;
    }
    // What is left: an element that goes on in the next piece, or something else that may end in the beginning of one.
    rest = rest.slice(end);
    const begun = rest.search(beginning);
    rest = begun < 0 ? rest.slice(-200) : rest.slice(begun);
    if (rest.length > mostOfOne) throw tooMuchText();
    if (found.length) yield elementsIn(parseXml(found.join('')), name);
  }
}

function encodingOf(bytes: Uint8Array): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}
