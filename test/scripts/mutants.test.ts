/** Mutants that can be made: `npm run test:mutants` takes hours, and this finds at once what was renamed under them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Mutant } from '../../scripts/mutants/mutant.ts';

const files = readdirSync('scripts/mutants').filter((name) => name !== 'mutant.ts');

test.each(files)('%s breaks what stands there', async (file) => {
  const { mutants }: { readonly mutants: readonly Mutant[] } = await import(`../../scripts/mutants/${file}`);
  for (const { name, file: broken, from, tests } of mutants) {
    expect(readFileSync(broken, 'utf8').includes(from), `${name}: ${from} in ${broken}`).toBe(true);
    expect(tests.filter((one) => !existsSync(one)), name).toEqual([]);
  }
});
