/** Everything that has to hold before a change is merged; the same here and in CI. Ends with the number of tests that passed and failed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const reports = mkdtempSync(path.join(tmpdir(), 'check-'));
const total = { passed: 0, failed: 0 };

function step(name: string, work: () => boolean) {
  const started = Date.now();
  const good = work();
  console.log(`${good ? 'ok     ' : 'FAILED '} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (good) return;
  process.exitCode = 1;
}

function run(...[program = '', ...parameters]: string[]): boolean {
  return spawnSync(program, parameters, { stdio: 'inherit' }).status === 0;
}

/** @returns whether generating again changes nothing */
function generatedIsCurrent(): boolean {
  const print = () =>
    createHash('sha256')
      .update(
        readdirSync('generated')
          .sort()
          .map((name) => `${name} ${readFileSync(path.join('generated', name), 'utf8')}`)
          .join('\n'),
      )
      .digest('hex');
  const before = print();
  if (!run('node', 'scripts/generate.ts')) return false;
  if (print() === before) return true;
  console.log('generated/ did not fit spec/ and the migrations; it does now, commit it');
  return false;
}

function tests(engine: string, program: string[]): boolean {
  const report = path.join(reports, `${engine}.json`);
  const good = run(...program, '--reporter=default', '--reporter=json', `--outputFile=${report}`);
  try {
    const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(readFileSync(report, 'utf8'));
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    return good && numPassedTests > 0;
  } catch {
    // Without PostgreSQL there is nothing to report; a run that broke off has said so by its status.
    return good;
  }
}

step('generated/ is up to date', generatedIsCurrent);
step("the contract keeps the linter's rules", () => run('redocly', 'lint', 'spec/openapi.yaml', '--format=stylish'));
step('the contract keeps its own rules', () => run('node', 'scripts/check-spec.ts'));
step('each rule fires', () => run('node', 'scripts/prove-rules.ts'));
step('the contract breaks nothing that was released', () => run('node', 'scripts/contract-diff.ts'));
step('what is given is shown by tests', () => run('node', 'scripts/trace.ts', '--brief'));
step('the catalogue of frameworks is sound', () => run('node', 'scripts/check-catalogue.ts'));
step('types', () => run('npm', 'run', '-s', 'types'));
step('layout', () => run('prettier', '--check', '--cache', '--log-level=warn', '.'));
step('style', () => run('eslint', '.'));
step('licences of what is installed with the package', () => run('node', 'scripts/check-licences.ts'));
step('tests on the embedded database', () => tests('embedded', ['vitest', 'run']));
// Those that know of no database, or bring their own, have run.
const besides = ['browser', 'faults', 'mock', 'package', 'scripts'].map((folder) => `--exclude=test/${folder}/**`);
step('tests on PostgreSQL', () => tests('postgresql', ['node', 'scripts/test-postgres.ts', ...besides]));
rmSync(reports, { recursive: true });
console.log(`${total.passed} passed, ${total.failed} failed`);
