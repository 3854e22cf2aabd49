/**
 * Mutation tests: breaks a copy of the server in each of these ways and checks that a test fails. A mutant that survives shows a gap in the
 * tests. The mutants are in `mutants/`, one file for each subject. `npm run test:mutants -- word` tries only those whose names contain the
 * word.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyMutant, type Mutant } from './mutants/mutant.ts';

const mutants: Mutant[] = [];
for (const file of readdirSync(new URL('./mutants/', import.meta.url))
  .filter((name) => name !== 'mutant.ts')
  .sort()) {
  const subject: { readonly mutants: readonly Mutant[] } = await import(new URL(`mutants/${file}`, import.meta.url).href);
  mutants.push(...subject.mutants);
}

const selected = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
for (const name of readdirSync('.'))
  if (!['node_modules', 'data', 'dist', '.git'].includes(name)) cpSync(name, path.join(folder, name), { recursive: true });
symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));

function isPassing(testFiles: readonly string[], onPostgres = false): boolean {
  const [program = '', ...parameters] = onPostgres ? ['node', 'scripts/test-postgres.ts'] : ['vitest', 'run'];
  return spawnSync(program, [...parameters, '--bail=1', ...testFiles], { cwd: folder, stdio: 'ignore' }).status === 0;
}

const allTests = [...new Set(selected.flatMap(({ tests }) => tests))];
for (const test of allTests) if (!existsSync(test)) throw new Error(`${test} does not exist`);
if (!isPassing(allTests)) throw new Error('the tests already fail without a mutant');

let survivors = 0;
for (const mutant of selected) {
  const { name, file, tests, onPostgres } = mutant;
  const original = readFileSync(file, 'utf8');
  const mutated = applyMutant(original, mutant);
  if (mutated === original) throw new Error(`${name}: the text to replace is not in ${file}`);
  writeFileSync(path.join(folder, file), mutated);
  const caught = !isPassing(tests, onPostgres);
  if (!caught) survivors += 1;
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${name}`);
  writeFileSync(path.join(folder, file), original);
}
rmSync(folder, { recursive: true });
console.log(`mutants: ${selected.length - survivors} caught, ${survivors} survived`);
process.exitCode = survivors ? 1 : 0;
