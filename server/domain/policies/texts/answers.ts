/** Converts context answers to text: an answer may be plain text, or the JSON of a form (frameworks, rule 26). */
import { isObject } from '#platform/json-object';

/** Properties that name an object, in order of precedence. */
const names = ['name', 'label', 'title', 'value', 'text', 'answer'];
/** Maximum depth. Deeper values are left out, because no form is nested that deeply. */
const maxLevels = 6;

/** @returns the answer as readable text with its line breaks; empty when it contains nothing */
export function answerToText(answer: string): string {
  const text = answer.trim();
  if (!/^["[{]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed === undefined ? text : linesOf(parsed, 0).join('\n');
}

/** @returns undefined when the text is not valid JSON */
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
    const texts = value.map((item) => inline(item, level + 1)).filter(Boolean);
    return value.some(isObject) && texts.length > 1 ? texts : [texts.join(', ')].filter(Boolean);
  }
  if (!isObject(value)) return [scalar(value)].filter(Boolean);
  const own = nameIn(value);
  if (own !== undefined && Object.keys(value).length === 1) return [own];
  return Object.entries(value).flatMap(([key, part]) => {
    const texts = inline(part, level + 1);
    return texts === '' ? [] : [`${labelOf(key)}: ${texts}`];
  });
}

/** The value on one line. */
function inline(value: unknown, level: number): string {
  return (isObject(value) ? (nameIn(value) ?? linesOf(value, level).join(', ')) : linesOf(value, level).join(', ')).trim();
}

function nameIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const name = names
    .map((key) => (Object.hasOwn(value, key) ? value[key] : undefined))
    .find((part) => typeof part === 'string' && part.trim() !== '');
  return typeof name === 'string' ? name.trim() : undefined;
}

function scalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** `dataRegions` and `data_regions` become `Data regions`. */
function labelOf(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
