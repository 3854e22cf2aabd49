/**
 * The proof, proven: breaks a copy of the server once in each of these ways and looks whether the tests notice. A break that passes is a
 * hole in the tests. They stand in `mutants/`, one file a subject. `npm run test:mutants -- word` tries only those whose name holds the word.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { broken, type Mutant } from './mutants/mutant.ts';

const mutants: Mutant[] = [];
for (const file of readdirSync(new URL('./mutants/', import.meta.url))
  .filter((name) => name !== 'mutant.ts')
  .sort()) {
  const subject: { readonly mutants: readonly Mutant[] } = await import(new URL(`mutants/${file}`, import.meta.url).href);
  mutants.push(...subject.mutants);
}

const wanted = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
for (const name of readdirSync('.'))
  if (!['node_modules', 'data', 'dist', '.git'].includes(name)) cpSync(name, path.join(folder, name), { recursive: true });
symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));

function passes(tests: readonly string[], onPostgres = false): boolean {
  const [program = '', ...parameters] = onPostgres ? ['node', 'scripts/test-postgres.ts'] : ['vitest', 'run'];
  return spawnSync(program, [...parameters, '--bail=1', ...tests], { cwd: folder, stdio: 'ignore' }).status === 0;
}

const all = [...new Set(wanted.flatMap(({ tests }) => tests))];
for (const test of all) if (!existsSync(test)) throw new Error(`${test} does not exist`);
if (!passes(all)) throw new Error('the tests already fail without a mutant');

let survivors = 0;
for (const mutant of wanted) {
  const { name, file, tests, onPostgres } = mutant;
  const whole = readFileSync(file, 'utf8');
  const mutated = broken(whole, mutant);
  if (mutated === whole) throw new Error(`${name}: the text to replace is not in ${file}`);
  writeFileSync(path.join(folder, file), mutated);
  const caught = !passes(tests, onPostgres);
  if (!caught) survivors += 1;
  console.log(`${caught ? 'caught  ' : 'SURVIVED'}  ${name}`);
  writeFileSync(path.join(folder, file), whole);
}
rmSync(folder, { recursive: true });
console.log(`mutants: ${wanted.length - survivors} caught, ${survivors} survived`);
process.exitCode = survivors ? 1 : 0;
