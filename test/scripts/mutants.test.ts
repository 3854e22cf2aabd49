/** Tests that all mutants can be applied: `npm run test:mutants` takes hours, and this test finds renamed code at once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyMutant, type Mutant } from '../../scripts/mutants/mutant.ts';

const files = readdirSync('scripts/mutants').filter((name) => name !== 'mutant.ts');

test.each(files)('each mutant in %s changes its source file and names existing tests', async (subject) => {
  const { mutants }: { readonly mutants: readonly Mutant[] } = await import(`../../scripts/mutants/${subject}`);
  for (const mutant of mutants) {
    const { name, file, from, tests } = mutant;
    const source = readFileSync(file, 'utf8');
    expect(applyMutant(source, mutant), `${name}: ${from} in ${file}`).not.toBe(source);
    expect(
      tests.filter((one) => !existsSync(one)),
      name,
    ).toEqual([]);
  }
});
