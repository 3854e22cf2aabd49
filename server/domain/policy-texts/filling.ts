/** Fills the text of a policy template with what is known of the organization (spec/areas/frameworks, rule 26). */
import { isObject, type JsonObject } from '../../platform/json-object.ts';
import { trusted } from '../../platform/trusted.ts';

/** What a text is filled with: values by placeholder, and the frameworks that are adopted. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  /** By which rules the text was made (see `former.ts`): 2 leaves out lines that nothing is known for. Absent where it is 1. */
  readonly edition?: 2;
}

/** What became of a node of the template. */
interface Outcome {
  readonly kept: readonly JsonObject[];
  /** Whether the template says anything here, conditions aside. */
  readonly says: boolean;
  /** Whether something in it was filled in or left out. */
  readonly changed: boolean;
  /** Whether a value is missing whose line is left out further up. */
  readonly unknown: boolean;
}

const token = /\{\{\s*(#if\s+\w+|\/if|\w+)\s*\}\}/;
const texts = new Set<unknown>(['paragraph', 'heading', 'codeBlock']);
const items = new Set<unknown>(['listItem', 'taskItem']);
const lists = new Set<unknown>(['bulletList', 'orderedList', 'taskList']);
const cells = new Set<unknown>(['tableCell', 'tableHeader']);
const nothing: Outcome = { kept: [], says: false, changed: false, unknown: false };

/**
 * Replaces `{{NAME}}`. Leaves out what the conditions exclude, lines (paragraphs, headings, items of lists, rows of tables) with a value
 * that is not known, what has nothing left in it, and headings of which the whole section is gone.
 * @param nodes of a rich text. A condition may begin in one and end in a later one.
 * @returns the text of the organization; the nodes given stay as they are
 */
export function filled(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
  const conditions: boolean[] = [];
  const holds = () => conditions.every(Boolean);

  function text(given: JsonObject, words: string, parent: unknown): Outcome {
    const parts = words.split(token);
    let [said, says, unknown] = ['', false, false];
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) {
        says ||= part.trim() !== '';
        if (holds()) said += part;
      } else if (part === '/if') conditions.pop();
      else if (part.startsWith('#if')) conditions.push(filling.flags.includes(part.slice(3).trim()));
      else {
        says = true;
        const value = Object.hasOwn(filling.values, part) ? (filling.values[part] ?? '').trim() : '';
        if (holds()) [said, unknown] = [said + value, unknown || value === ''];
      }
    }
    return { kept: said === '' ? [] : linesOf(given, said, parent), says, changed: parts.length > 1 || said !== words, unknown };
  }
  function node(given: JsonObject, parent: unknown): Outcome {
    if (typeof given.text === 'string') return text(given, given.text, parent);
    const { type, content } = given;
    if (!Array.isArray(content))
      return holds()
        ? { ...nothing, kept: [{ ...given }], says: type !== 'paragraph' && type !== 'hardBreak' }
        : { ...nothing, changed: true };
    const inside = parts(content, type);
    const kept = inside.flatMap((part) => part.kept);
    const outcome = {
      says: inside.some(({ says }) => says),
      changed: inside.some(({ changed }) => changed),
      unknown: inside.some(({ unknown }) => unknown),
    };
    if (outcome.unknown && texts.has(type)) return { ...outcome, kept: [] };
    // The line ends here, whether it is an item or a row.
    if (outcome.unknown && (items.has(type) || type === 'tableRow')) return { ...outcome, kept: [], unknown: false };
    if (cells.has(type))
      return { ...outcome, kept: [{ ...given, content: kept.length || !content.length ? kept : [{ type: 'paragraph' }] }] };
    if (isEmptied(type, content, kept, outcome.changed)) return { ...outcome, kept: [] };
    // An item begins with its own words: what is below them moves up when they are gone.
    if (items.has(type) && !lists.has(first(content)) && kept.every((part) => lists.has(part.type)))
      return { ...outcome, kept: kept.flatMap((list) => (Array.isArray(list.content) ? list.content.filter(isObject) : [])) };
    return { ...outcome, kept: [{ ...given, content: kept }] };
  }
  function parts(given: readonly unknown[], parent: unknown): readonly Outcome[] {
    const outcomes = given.map((part) => (isObject(part) ? node(part, parent) : nothing));
    return withoutBareHeadings(given, outcomes);
  }
  return parts(nodes, 'doc')
    .flatMap(({ kept }) => kept)
    .map((part) => ({ ...part }));
}

/** A value of several lines keeps its lines; a heading has only one. */
function linesOf(given: JsonObject, words: string, parent: unknown): JsonObject[] {
  if (given.text === words || parent === 'codeBlock' || !words.includes('\n')) return [{ ...given, text: words }];
  if (parent === 'heading') return [{ ...given, text: words.replace(/[\r\n]+/g, ' ') }];
  return words
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...(line === '' ? [] : [{ ...given, text: line }])]);
}

/** @param kept of its content @param changed whether anything in it was filled in or left out */
function isEmptied(type: unknown, content: readonly unknown[], kept: readonly JsonObject[], changed: boolean): boolean {
  if (!content.length) return false;
  if (!kept.length) return true;
  if (!changed) return false;
  if (texts.has(type)) return kept.every((part) => part.type === 'hardBreak' || (typeof part.text === 'string' && part.text.trim() === ''));
  if (type === 'tableRow') return kept.every((cell) => Array.isArray(cell.content) && cell.content.every(isBlank));
  // A table is no more than its head when all other rows are gone.
  if (type === 'table') return kept.every(isHead) && !content.every(isHead);
  return false;
}

function isBlank(node: unknown): boolean {
  return isObject(node) && node.type === 'paragraph' && (!Array.isArray(node.content) || node.content.length === 0);
}

function isHead(row: unknown): boolean {
  return isObject(row) && Array.isArray(row.content) && row.content.every((cell) => isObject(cell) && cell.type === 'tableHeader');
}

function first(content: readonly unknown[]): unknown {
  const [node] = content;
  return isObject(node) ? node.type : undefined;
}

/** A heading goes with its section: all that follows, up to a heading of its level or above. One that had no section stays. */
function withoutBareHeadings(given: readonly unknown[], outcomes: readonly Outcome[]): readonly Outcome[] {
  const result = [...outcomes];
  for (let index = given.length - 1; index >= 0; index -= 1) {
    const level = levelOf(given[index]);
    const heading = result[index];
    if (level === undefined || !heading?.kept.length) continue;
    const rest = given.slice(index + 1);
    const length = rest.findIndex((node) => (levelOf(node) ?? Infinity) <= level);
    const section = result.slice(index + 1, length < 0 ? undefined : index + 1 + length).filter(({ says }) => says);
    if (section.length && section.every(({ kept }) => !kept.length)) result[index] = { ...heading, kept: [] };
  }
  return result;
}

function levelOf(node: unknown): number | undefined {
  if (!isObject(node) || node.type !== 'heading') return undefined;
  return isObject(node.attrs) && typeof node.attrs.level === 'number' ? node.attrs.level : 1;
}

/** @param stored with a policy @returns how its text was filled in; null when it was not */
export function fillingIn(stored: unknown): Filling | null {
  const isFilling = isObject(stored) && isObject(stored.values) && Array.isArray(stored.flags);
  return isFilling ? trusted<Filling>(stored, 'it is stored with the text that it made') : null;
}
