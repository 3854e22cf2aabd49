/** Fills policy templates with an organization's data (frameworks, rule 26). */
import { isObject, type JsonObject } from '#platform/json-object';
import { trusted } from '#platform/trusted';

/** The data to fill in: values by placeholder, and flags for the adopted frameworks. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  /** The version of the filling rules (see `former.ts`): 2 leaves out lines with unknown values. Absent for version 1. */
  readonly edition?: 2;
}

/** The result for a node of the template. */
interface Outcome {
  readonly kept: readonly JsonObject[];
  /** Whether the template has content here, regardless of conditions. */
  readonly says: boolean;
  /** Whether anything in it was filled in or left out. */
  readonly changed: boolean;
  /** Whether an enclosing line has to be left out because of an unknown value. */
  readonly unknown: boolean;
}

const token = /\{\{\s*(#if\s+\w+|\/if|\w+)\s*\}\}/;
const texts = new Set<unknown>(['paragraph', 'heading', 'codeBlock']);
const items = new Set<unknown>(['listItem', 'taskItem']);
const lists = new Set<unknown>(['bulletList', 'orderedList', 'taskList']);
const cells = new Set<unknown>(['tableCell', 'tableHeader']);
const emptyOutcome: Outcome = { kept: [], says: false, changed: false, unknown: false };

/**
 * Replaces `{{NAME}}`. Leaves out text excluded by conditions, lines (paragraphs, headings, list items, table rows) with an unknown value, nodes
 * that became empty, and headings whose whole section was left out.
 * @param nodes of a rich text. A condition may start in one node and end in a later one.
 * @returns the text of the organization; the given nodes are not changed
 */
export function fillTemplate(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
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
        ? { ...emptyOutcome, kept: [{ ...given }], says: type !== 'paragraph' && type !== 'hardBreak' }
        : { ...emptyOutcome, changed: true };
    const inside = parts(content, type);
    const kept = inside.flatMap((part) => part.kept);
    const outcome = {
      says: inside.some(({ says }) => says),
      changed: inside.some(({ changed }) => changed),
      unknown: inside.some(({ unknown }) => unknown),
    };
    if (outcome.unknown && texts.has(type)) return { ...outcome, kept: [] };
    // The line, an item or a row, is left out here and no further up.
    if (outcome.unknown && (items.has(type) || type === 'tableRow')) return { ...outcome, kept: [], unknown: false };
    if (cells.has(type))
      return { ...outcome, kept: [{ ...given, content: kept.length || !content.length ? kept : [{ type: 'paragraph' }] }] };
    if (isEmptied(type, content, kept, outcome.changed)) return { ...outcome, kept: [] };
    // If the item's own text was left out, its nested items move up.
    if (items.has(type) && !lists.has(firstType(content)) && kept.every((part) => lists.has(part.type)))
      return { ...outcome, kept: kept.flatMap((list) => (Array.isArray(list.content) ? list.content.filter(isObject) : [])) };
    return { ...outcome, kept: [{ ...given, content: kept }] };
  }
  function parts(given: readonly unknown[], parent: unknown): readonly Outcome[] {
    const outcomes = given.map((part) => (isObject(part) ? node(part, parent) : emptyOutcome));
    return removeBareHeadings(given, outcomes);
  }
  return parts(nodes, 'doc')
    .flatMap(({ kept }) => kept)
    .map((part) => ({ ...part }));
}

/** A value with several lines keeps its line breaks, except in a heading. */
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
  // A table is empty when only its head is left.
  if (type === 'table') return kept.every(isHead) && !content.every(isHead);
  return false;
}

function isBlank(node: unknown): boolean {
  return isObject(node) && node.type === 'paragraph' && (!Array.isArray(node.content) || node.content.length === 0);
}

function isHead(row: unknown): boolean {
  return isObject(row) && Array.isArray(row.content) && row.content.every((cell) => isObject(cell) && cell.type === 'tableHeader');
}

function firstType(content: readonly unknown[]): unknown {
  const [node] = content;
  return isObject(node) ? node.type : undefined;
}

/**
 * Removes a heading whose section was left out: everything up to the next heading of the same or a higher level. A heading that never had a section
 * stays.
 */
function removeBareHeadings(given: readonly unknown[], outcomes: readonly Outcome[]): readonly Outcome[] {
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
export function parseFilling(stored: unknown): Filling | null {
  const isFilling = isObject(stored) && isObject(stored.values) && Array.isArray(stored.flags);
  return isFilling ? trusted<Filling>(stored, 'it is stored with the text that it made') : null;
}
