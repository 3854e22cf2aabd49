/** Tests the module that is generated from the parts of the client. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the generated client begins with the heading of its index', () => {
  const [heading = ''] = readFileSync('scripts/client/index.ts', 'utf8').split('\n');
  expect(heading).toMatch(/^\/\*\* .+ \*\/$/);
  const [note, secondLine] = readFileSync('generated/client.ts', 'utf8').split('\n');
  expect(note).toContain('Do not edit');
  expect(secondLine).toBe(heading);
});
