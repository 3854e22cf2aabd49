/** Converts context answers to text. An answer is plain text or the JSON of a form (frameworks, rule 26). */
import { isObject } from '#platform/json-object';

/** Properties that may contain the name of an object, in order of precedence. */
const nameKeys = ['name', 'label', 'title', 'value', 'text', 'answer'];
/** The maximum nesting depth. Deeper values are left out, because no form is nested that deeply. */
const maxLevels = 6;

/** @returns the answer as readable text with its line breaks; empty if it contains no text */
export function answerToText(answer: string): string {
  const text = answer.trim();
  if (!/^["[{]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed === undefined ? text : linesOf(parsed, 0).join('\n');
}

/** @returns the parsed value; undefined if the text is not valid JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(value: unknown, level: number): string[] {
  if (level > maxLevels) return [];
  if (Array.isArray(value)) {
    const texts = value.map((item) => toOneLine(item, level + 1)).filter(Boolean);
    return value.some(isObject) && texts.length > 1 ? texts : [texts.join(', ')].filter(Boolean);
  }
  if (!isObject(value)) return [scalarToText(value)].filter(Boolean);
  const name = nameIn(value);
  if (name !== undefined && Object.keys(value).length === 1) return [name];
  return Object.entries(value).flatMap(([key, part]) => {
    const text = toOneLine(part, level + 1);
    return text === '' ? [] : [`${labelOf(key)}: ${text}`];
  });
}

/** @returns the value as one line of text */
function toOneLine(value: unknown, level: number): string {
  return (isObject(value) ? (nameIn(value) ?? linesOf(value, level).join(', ')) : linesOf(value, level).join(', ')).trim();
}

function nameIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const name = nameKeys
    .map((key) => (Object.hasOwn(value, key) ? value[key] : undefined))
    .find((part) => typeof part === 'string' && part.trim() !== '');
  return typeof name === 'string' ? name.trim() : undefined;
}

function scalarToText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Converts `dataRegions` and `data_regions` to `Data regions`. */
function labelOf(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
