/** What an answer says: in the context of an organization it may be plain text, or the JSON of a form (spec/areas/frameworks, rule 26). */
import { isObject } from '../../platform/json-object.ts';

/** Members that name an object, the first one there counting. */
const names = ['name', 'label', 'title', 'value', 'text', 'answer'];
/** Deeper values are left out: no form nests so deep. */
const mostLevels = 6;

/** @returns the answer as a person would write it, its lines kept; empty when it says nothing */
export function spokenAnswer(answer: string): string {
  const text = answer.trim();
  if (!/^["[{]/.test(text)) return text;
  const parsed = parsedIn(text);
  return parsed === undefined ? text : linesOf(parsed, 0).join('\n');
}

/** @returns undefined when the text only looks like JSON */
function parsedIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function linesOf(value: unknown, level: number): string[] {
  if (level > mostLevels) return [];
  if (Array.isArray(value)) {
    const said = value.map((item) => inline(item, level + 1)).filter(Boolean);
    return value.some(isObject) && said.length > 1 ? said : [said.join(', ')].filter(Boolean);
  }
  if (!isObject(value)) return [scalar(value)].filter(Boolean);
  const own = nameIn(value);
  if (own !== undefined && Object.keys(value).length === 1) return [own];
  return Object.entries(value).flatMap(([key, part]) => {
    const said = inline(part, level + 1);
    return said === '' ? [] : [`${labelOf(key)}: ${said}`];
  });
}

/** On one line. */
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
