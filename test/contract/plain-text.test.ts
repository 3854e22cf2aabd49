/** Texts that could imitate the text around them share the schema PlainText, which forbids the same characters as the code. */
import { expect, test } from 'vitest';
import { hasMisleadingCharacters } from '#platform/misleading-characters';
import { document } from '../support/contract.ts';

const { schemas = {} } = document.components;
const { PlainText } = schemas;

test('the schema and the code reject the same characters', () => {
  const pattern = new RegExp((PlainText as { pattern: string }).pattern, 'u');
  const different: string[] = [];
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const text = `a${String.fromCodePoint(code)}b`;
    if (pattern.test(text) === hasMisleadingCharacters(text)) different.push(code.toString(16));
  }
  expect(different).toEqual([]);
});

test('no other schema repeats the pattern', () => {
  const matchingPatterns = patternsIn(document).filter((pattern) => /\\u202[89a-e]|\\u206[6-9]|Bidi_Control/i.test(pattern));
  expect(matchingPatterns).toEqual([(PlainText as { pattern: string }).pattern]);
});

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern } = value as { pattern?: unknown };
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(value).flatMap(patternsIn)];
}
