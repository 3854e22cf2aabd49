/** Evaluates criteria (spec/areas/evidence/task-automations, Declarative check). */
import { isDeepStrictEqual } from 'node:util';
import type { JSONValue } from 'json-p3';
import { type Criterion, type Operator, operators } from './check.ts';
import { parseRelativeTime, timeInValue } from './times.ts';
import { maxPatternLength, isFound, compilePattern } from './patterns.ts';

/** Maximum length of a value as JSON, in characters. */
const maxValueLength = 1_000;

export function isOperator(text: unknown): text is Operator {
  return operators.some((operator) => operator === text);
}

/** @returns the validation error of a criterion's value; undefined when it is valid */
export function findValueError(operator: Operator, value: unknown): string | undefined {
  if (operator === 'exists' || operator === 'absent') return value === undefined ? undefined : `is not allowed with ${operator}`;
  if (value === undefined) return `is required with ${operator}`;
  if (JSON.stringify(value).length > maxValueLength) return `must have at most ${maxValueLength} characters`;
  switch (operator) {
    case 'greaterThan':
    case 'lessThan':
      return typeof value === 'number' ? undefined : 'must be a number';
    case 'matches':
      if (typeof value !== 'string' || value.length > maxPatternLength)
        return `must be a pattern of at most ${maxPatternLength} characters`;
      return compilePattern(value) ? undefined : 'must be a valid pattern (RE2)';
    case 'before':
    case 'after':
      return typeof value === 'string' && parseRelativeTime(value, 0) !== undefined
        ? undefined
        : 'must be a time (ISO 8601), now, or a time from now such as -24h';
    default:
      return undefined;
  }
}

/**
 * @param nodes the values at the criterion's path
 * @param now ms since 1970
 * @returns whether the criterion holds for all of the values, of which there must be at least one
 */
export function holds({ operator, value }: Pick<Criterion, 'operator' | 'value'>, nodes: readonly JSONValue[], now: number): boolean {
  if (operator === 'exists') return nodes.length > 0;
  if (operator === 'absent') return nodes.length === 0;
  return nodes.length > 0 && nodes.every((node) => holdsFor(operator, node, value, now));
}

function holdsFor(operator: Exclude<Operator, 'exists' | 'absent'>, node: JSONValue, value: unknown, now: number): boolean {
  switch (operator) {
    case 'equals':
      return isSame(node, value);
    case 'notEquals':
      return !isSame(node, value);
    case 'greaterThan':
      return typeof node === 'number' && typeof value === 'number' && node > value;
    case 'lessThan':
      return typeof node === 'number' && typeof value === 'number' && node < value;
    case 'contains':
      if (Array.isArray(node)) return node.some((item) => isSame(item, value));
      if (typeof value !== 'string') return false;
      return typeof node === 'string' ? node.includes(value) : typeof node === 'object' && node !== null && Object.hasOwn(node, value);
    case 'matches':
      return typeof node === 'string' && typeof value === 'string' && isFound(node, value);
    case 'before':
    case 'after': {
      const [found, wanted] = [timeInValue(node), typeof value === 'string' ? parseRelativeTime(value, now) : undefined];
      if (found === undefined || wanted === undefined) return false;
      return operator === 'before' ? found < wanted : found > wanted;
    }
  }
}

/** Numbers are compared with `===`, so -0 equals 0. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other);
}
