/** What is taken on trust is counted, so that nobody trusts one thing more without meaning to. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('so much of the database is trusted to be what was written, each for a reason in words; raise the number only on purpose', () => {
  const uses = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== path.join('platform', 'trusted.ts'))
    .flatMap((file) => [...readFileSync(path.join('server', file), 'utf8').matchAll(/\btrusted[<(]/g)].map(() => file));
  expect(uses).toHaveLength(28);
});
