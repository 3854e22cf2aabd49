/** Parses criteria from lines of text, `path operator value` (task-automations, rule 4). */
import type { Criterion, Operator } from './check.ts';
import { isOperator, findValueError } from './operators.ts';
import { parsePath } from './paths.ts';

const maxLines = 50;
const synonyms: Readonly<Record<string, Operator>> = { 'not-equals': 'notEquals', '>': 'greaterThan', '<': 'lessThan' };

/** The parsed criteria, or why the text is invalid. */
export type ParsedLines = { readonly criteria: readonly Criterion[] } | { readonly fault: string };

/** @returns the criteria of a text, one per nonblank line */
export function parseCriteriaLines(text: string): ParsedLines {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > maxLines) return { fault: `The criteria have more than ${maxLines} lines` };
  const criteria: Criterion[] = [];
  for (const line of lines) {
    const criterion = criterionIn(line);
    if (!criterion) return { fault: `The criterion cannot be read: ${line.slice(0, 200)}` };
    criteria.push(criterion);
  }
  return { criteria };
}

/** A path may contain spaces and operators, so it ends at the first operator that is preceded by a valid path. */
function criterionIn(line: string): Criterion | undefined {
  for (const { 0: word, index } of line.matchAll(/(?<=\s)\S+/g)) {
    const operator = Object.hasOwn(synonyms, word) ? synonyms[word] : word;
    const path = line.slice(0, index).trimEnd();
    if (!isOperator(operator) || !parsePath(path)) continue;
    const criterion = { path, operator, ...valueIn(operator, line.slice(index + word.length).trim()) };
    if (findValueError(operator, criterion.value) === undefined) return criterion;
  }
  return undefined;
}

/** Strings need no quotation marks. */
function valueIn(operator: Operator, text: string): { readonly value?: unknown } {
  if (text === '') return {};
  const value = jsonIn(text);
  const isText = operator === 'matches' || operator === 'before' || operator === 'after';
  return { value: value === undefined || (isText && typeof value !== 'string') ? text : value };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
