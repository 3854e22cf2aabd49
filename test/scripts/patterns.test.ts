/** Tests the lint rule that allows only regular expressions with linear time. */
import { expect, test } from 'vitest';
import { findAttack } from '../../scripts/lint/attack.ts';

test.each([
  ['repetitions in one another', '^(a+)+$'],
  [
    'repetitions in one another that are bounded',
    String.raw`^\(?[^()?:=]{1,40}[:=]\s*-?\d+(?:[.,]\d+)?%?(?:\s*[,;/|]\s*[^():=]{1,40}[:=]\s*-?\d+(?:[.,]\d+)?%?)+\)?\.?$`,
  ],
  ['two beside each other that take the same', String.raw`^\S+@\S+\.\S+$`],
  ['one that begins anew at each of its characters', String.raw`\s+$`],
])('detects %s', (_what, pattern) => {
  expect(findAttack(pattern, '')).toBeTypeOf('string');
});
test.each([
  ['^a+$', ''],
  [String.raw`^[^\s@]+@[^\s@.]+\.\S+$`, 'i'],
  [String.raw`(?<!\s)\s+$`, ''],
  [String.raw`^\p{L}{1,60}$`, 'u'],
  ['[\\w--_]', 'v'],
])('accepts %s', (pattern, flags) => {
  expect(findAttack(pattern, flags)).toBeUndefined();
});
test('throws a SyntaxError for an invalid pattern', () => {
  expect(() => findAttack('(', '')).toThrow(SyntaxError);
});
