/** Fills policy templates with an organization's data (frameworks, rule 26). */
import { isObject, type JsonObject } from '#platform/json-object';
import { trusted } from '#platform/trusted';

/** The data to fill in: a value for each placeholder, and flags for the adopted frameworks. */
export interface Filling {
  readonly values: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
  /** The version of the filling rules (see `earlier-rules.ts`). Version 2 leaves out lines with unknown values. Absent for version 1. */
  readonly edition?: 2;
}

/** The result of filling one node of the template. */
interface Outcome {
  readonly kept: readonly JsonObject[];
  /** Whether the template node has content, regardless of conditions. */
  readonly hasContent: boolean;
  /** Whether any content of the node was filled in or left out. */
  readonly changed: boolean;
  /** Whether the value of a placeholder is unknown, so that the line that contains the node must be left out. */
  readonly isUnknown: boolean;
}

const placeholderPattern = /\{\{\s*(#if\s+\w+|\/if|\w+)\s*\}\}/;
const texts = new Set<unknown>(['paragraph', 'heading', 'codeBlock']);
const itemTypes = new Set<unknown>(['listItem', 'taskItem']);
const listTypes = new Set<unknown>(['bulletList', 'orderedList', 'taskList']);
const cellTypes = new Set<unknown>(['tableCell', 'tableHeader']);
const emptyOutcome: Outcome = { kept: [], hasContent: false, changed: false, isUnknown: false };

/**
 * Replaces `{{NAME}}`. Leaves out text excluded by conditions, lines (paragraphs, headings, list items, table rows) with an unknown value,
 * nodes that become empty, and headings whose whole section is left out.
 * @param nodes the nodes of a rich text. A condition may start in one node and end in a later node.
 * @returns the filled text; `nodes` are not changed
 */
export function fillTemplate(nodes: readonly object[], filling: Filling): Record<string, unknown>[] {
  const conditions: boolean[] = [];
  const isIncluded = () => conditions.every(Boolean);

  function fillText(node: JsonObject, text: string, parent: unknown): Outcome {
    const parts = text.split(placeholderPattern);
    let [filled, hasContent, isUnknown] = ['', false, false];
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) {
        hasContent ||= part.trim() !== '';
        if (isIncluded()) filled += part;
      } else if (part === '/if') conditions.pop();
      else if (part.startsWith('#if')) conditions.push(filling.flags.includes(part.slice(3).trim()));
      else {
        hasContent = true;
        const value = Object.hasOwn(filling.values, part) ? (filling.values[part] ?? '').trim() : '';
        if (isIncluded()) [filled, isUnknown] = [filled + value, isUnknown || value === ''];
      }
    }
    return { kept: filled === '' ? [] : split(node, filled, parent), hasContent, changed: parts.length > 1 || filled !== text, isUnknown };
  }
  function fillNode(node: JsonObject, parent: unknown): Outcome {
    if (typeof node.text === 'string') return fillText(node, node.text, parent);
    const { type, content } = node;
    if (!Array.isArray(content))
      return isIncluded()
        ? { ...emptyOutcome, kept: [{ ...node }], hasContent: type !== 'paragraph' && type !== 'hardBreak' }
        : { ...emptyOutcome, changed: true };
    const contentOutcomes = fillNodes(content, type);
    const kept = contentOutcomes.flatMap((part) => part.kept);
    const outcome = {
      hasContent: contentOutcomes.some(({ hasContent }) => hasContent),
      changed: contentOutcomes.some(({ changed }) => changed),
      isUnknown: contentOutcomes.some(({ isUnknown }) => isUnknown),
    };
    if (outcome.isUnknown && texts.has(type)) return { ...outcome, kept: [] };
    // Only this line (a list item or table row) is left out, not the list or table that contains it.
    if (outcome.isUnknown && (itemTypes.has(type) || type === 'tableRow')) return { ...outcome, kept: [], isUnknown: false };
    if (cellTypes.has(type))
      return { ...outcome, kept: [{ ...node, content: kept.length || !content.length ? kept : [{ type: 'paragraph' }] }] };
    if (isEmptied(type, content, kept, outcome.changed)) return { ...outcome, kept: [] };
    // If an item's text was left out but nested items remain, the nested items replace the item.
    if (itemTypes.has(type) && !listTypes.has(firstType(content)) && kept.every((part) => listTypes.has(part.type)))
      return { ...outcome, kept: kept.flatMap((list) => (Array.isArray(list.content) ? list.content.filter(isObject) : [])) };
    return { ...outcome, kept: [{ ...node, content: kept }] };
  }
  function fillNodes(templateNodes: readonly unknown[], parent: unknown): readonly Outcome[] {
    const outcomes = templateNodes.map((part) => (isObject(part) ? fillNode(part, parent) : emptyOutcome));
    return removeBareHeadings(templateNodes, outcomes);
  }
  return fillNodes(nodes, 'doc')
    .flatMap(({ kept }) => kept)
    .map((part) => ({ ...part }));
}

/** Splits a text with several lines into nodes, so that its line breaks are kept (except in a heading). */
function split(node: JsonObject, words: string, parent: unknown): JsonObject[] {
  if (node.text === words || parent === 'codeBlock' || !words.includes('\n')) return [{ ...node, text: words }];
  if (parent === 'heading') return [{ ...node, text: words.replace(/[\r\n]+/g, ' ') }];
  return words
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...(line === '' ? [] : [{ ...node, text: line }])]);
}

/** @param kept the nodes that remain of `content` @param changed whether any content was filled in or left out */
function isEmptied(type: unknown, content: readonly unknown[], kept: readonly JsonObject[], changed: boolean): boolean {
  if (!content.length) return false;
  if (!kept.length) return true;
  if (!changed) return false;
  if (texts.has(type)) return kept.every((part) => part.type === 'hardBreak' || (typeof part.text === 'string' && part.text.trim() === ''));
  if (type === 'tableRow') return kept.every((cell) => Array.isArray(cell.content) && cell.content.every(isBlank));
  // A table is empty if only its header rows are left.
  if (type === 'table') return kept.every(isHeaderRow) && !content.every(isHeaderRow);
  return false;
}

function isBlank(node: unknown): boolean {
  return isObject(node) && node.type === 'paragraph' && (!Array.isArray(node.content) || node.content.length === 0);
}

function isHeaderRow(row: unknown): boolean {
  return isObject(row) && Array.isArray(row.content) && row.content.every((cell) => isObject(cell) && cell.type === 'tableHeader');
}

function firstType(content: readonly unknown[]): unknown {
  const [node] = content;
  return isObject(node) ? node.type : undefined;
}

/**
 * Removes each heading whose section was left out. A section ends before the next heading of the same or a higher level. Keeps headings
 * that had no section in the template.
 */
function removeBareHeadings(templateNodes: readonly unknown[], outcomes: readonly Outcome[]): readonly Outcome[] {
  const result = [...outcomes];
  for (let index = templateNodes.length - 1; index >= 0; index -= 1) {
    const level = levelOf(templateNodes[index]);
    const heading = result[index];
    if (level === undefined || !heading?.kept.length) continue;
    const followingNodes = templateNodes.slice(index + 1);
    const length = followingNodes.findIndex((node) => (levelOf(node) ?? Infinity) <= level);
    const section = result.slice(index + 1, length < 0 ? undefined : index + 1 + length).filter(({ hasContent }) => hasContent);
    if (section.length && section.every(({ kept }) => !kept.length)) result[index] = { ...heading, kept: [] };
  }
  return result;
}

function levelOf(node: unknown): number | undefined {
  if (!isObject(node) || node.type !== 'heading') return undefined;
  return isObject(node.attrs) && typeof node.attrs.level === 'number' ? node.attrs.level : 1;
}

/** @param stored the value stored with a policy @returns the data that its text was filled with; null if it was not filled */
export function parseFilling(stored: unknown): Filling | null {
  const isFilling = isObject(stored) && isObject(stored.values) && Array.isArray(stored.flags);
  return isFilling ? trusted<Filling>(stored, 'it is stored with the text that it made') : null;
}
