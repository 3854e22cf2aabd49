/** Counts the places where code trusts stored values without checks, so that nobody adds one unintentionally. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the number of trusted values from the database is as listed, each with a reason; raise it only on purpose', () => {
  const uses = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== path.join('platform', 'trusted.ts'))
    .flatMap((file) => [...readFileSync(path.join('server', file), 'utf8').matchAll(/\btrusted[<(]/g)].map(() => file));
  expect(uses).toHaveLength(28);
});
