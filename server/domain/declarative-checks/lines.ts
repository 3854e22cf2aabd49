/** Criteria as lines of text, `path operator value` (spec/areas/task-automations, rule 4). */
import type { Criterion, Operator } from './check.ts';
import { isOperator, valueFault } from './operators.ts';
import { pathOf } from './paths.ts';

const mostLines = 50;
const synonyms: Readonly<Record<string, Operator>> = { 'not-equals': 'notEquals', '>': 'greaterThan', '<': 'lessThan' };

/** The criteria of a text, or why it cannot be read. */
export type ReadLines = { readonly criteria: readonly Criterion[] } | { readonly fault: string };

/** @returns the criteria of a text, one for each line that is not blank */
export function linesOf(text: string): ReadLines {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > mostLines) return { fault: `The criteria have more than ${mostLines} lines` };
  const criteria: Criterion[] = [];
  for (const line of lines) {
    const criterion = criterionIn(line);
    if (!criterion) return { fault: `The criterion cannot be read: ${line.slice(0, 200)}` };
    criteria.push(criterion);
  }
  return { criteria };
}

/** A path may contain blanks and operators, so it ends before the first operator that leaves a path. */
function criterionIn(line: string): Criterion | undefined {
  for (const { 0: word, index } of line.matchAll(/(?<=\s)\S+/g)) {
    const operator = Object.hasOwn(synonyms, word) ? synonyms[word] : word;
    const path = line.slice(0, index).trimEnd();
    if (!isOperator(operator) || !pathOf(path)) continue;
    const criterion = { path, operator, ...valueIn(operator, line.slice(index + word.length).trim()) };
    if (valueFault(operator, criterion.value) === undefined) return criterion;
  }
  return undefined;
}

/** Texts need no quotation marks. */
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
