/** Parses criteria from lines of text, each with the form `path operator value` (task-automations, rule 4). */
import type { Criterion, Operator } from './check.ts';
import { isOperator, findValueError } from './operators.ts';
import { parsePath } from './paths.ts';

const maxLines = 50;
const operatorSynonyms: Readonly<Record<string, Operator>> = { 'not-equals': 'notEquals', '>': 'greaterThan', '<': 'lessThan' };

/** The parsed criteria, or the reason why the text is invalid. */
export type ParsedLines = { readonly criteria: readonly Criterion[] } | { readonly fault: string };

/** Parses one criterion from each line; blank lines are skipped. @returns the criteria, or the error of the first invalid line */
export function parseCriteriaLines(text: string): ParsedLines {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > maxLines) return { fault: `The criteria have more than ${maxLines} lines` };
  const criteria: Criterion[] = [];
  for (const line of lines) {
    const criterion = parseCriterion(line);
    if (!criterion) return { fault: `The criterion cannot be read: ${line.slice(0, 200)}` };
    criteria.push(criterion);
  }
  return { criteria };
}

/** A path may contain spaces and names of operators. So it ends at the first operator between a valid path and a valid value. */
function parseCriterion(line: string): Criterion | undefined {
  for (const { 0: word, index } of line.matchAll(/(?<=\s)\S+/g)) {
    const operator = Object.hasOwn(operatorSynonyms, word) ? operatorSynonyms[word] : word;
    const path = line.slice(0, index).trimEnd();
    if (!isOperator(operator) || !parsePath(path)) continue;
    const criterion = { path, operator, ...parseValue(operator, line.slice(index + word.length).trim()) };
    if (findValueError(operator, criterion.value) === undefined) return criterion;
  }
  return undefined;
}

/**
 * Text that is not valid JSON is a string, so that strings need no quotation marks. For operators that take a string, other JSON such as
 * `12` is a string, too. An empty text is no value.
 */
function parseValue(operator: Operator, text: string): { readonly value?: unknown } {
  if (text === '') return {};
  const value = parseJson(text);
  const takesString = operator === 'matches' || operator === 'before' || operator === 'after';
  return { value: value === undefined || (takesString && typeof value !== 'string') ? text : value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
