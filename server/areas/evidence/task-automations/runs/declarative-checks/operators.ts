/** Evaluates criteria (spec/areas/evidence/task-automations, Declarative check). */
import { isDeepStrictEqual } from 'node:util';
import type { JSONValue } from 'json-p3';
import { type Criterion, type Operator, operators } from './check.ts';
import { parseRelativeTime, timeInValue } from './times.ts';
import { maxPatternLength, hasMatch, compilePattern } from './patterns.ts';

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
 * @param now the current time in milliseconds since 1970
 * @returns whether at least one value exists and the criterion is true for each value (`absent`: whether no value exists)
 */
export function isCriterionTrue(
  { operator, value }: Pick<Criterion, 'operator' | 'value'>,
  nodes: readonly JSONValue[],
  now: number,
): boolean {
  if (operator === 'exists') return nodes.length > 0;
  if (operator === 'absent') return nodes.length === 0;
  return nodes.length > 0 && nodes.every((node) => isTrueFor(operator, node, value, now));
}

function isTrueFor(operator: Exclude<Operator, 'exists' | 'absent'>, node: JSONValue, value: unknown, now: number): boolean {
  switch (operator) {
    case 'equals':
      return isEqual(node, value);
    case 'notEquals':
      return !isEqual(node, value);
    case 'greaterThan':
      return typeof node === 'number' && typeof value === 'number' && node > value;
    case 'lessThan':
      return typeof node === 'number' && typeof value === 'number' && node < value;
    case 'contains':
      if (Array.isArray(node)) return node.some((item) => isEqual(item, value));
      if (typeof value !== 'string') return false;
      return typeof node === 'string' ? node.includes(value) : typeof node === 'object' && node !== null && Object.hasOwn(node, value);
    case 'matches':
      return typeof node === 'string' && typeof value === 'string' && hasMatch(node, value);
    case 'before':
    case 'after': {
      const [nodeTime, limitTime] = [timeInValue(node), typeof value === 'string' ? parseRelativeTime(value, now) : undefined];
      if (nodeTime === undefined || limitTime === undefined) return false;
      return operator === 'before' ? nodeTime < limitTime : nodeTime > limitTime;
    }
  }
}

/** Numbers are compared with `===` first, because `isDeepStrictEqual` distinguishes -0 from 0. */
function isEqual(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(a, b);
}
