/** Counts the places where code trusts stored values without checks, so that nobody adds one unintentionally. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('exactly 28 uses of stored values are trusted without checks; raise the number only on purpose', () => {
  const uses = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== path.join('platform', 'trusted.ts'))
    .flatMap((file) => [...readFileSync(path.join('server', file), 'utf8').matchAll(/\btrusted[<(]/g)].map(() => file));
  expect(uses).toHaveLength(28);
});
