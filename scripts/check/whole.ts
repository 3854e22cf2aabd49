/** Everything, on both engines. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { run, step, sum, tests } from './step.ts';

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
  console.log('generated/ did not match spec/ and the migrations. It was generated again and must be committed.');
  return false;
}

export function checkEverything() {
  step('generated/ is up to date', generatedIsCurrent);
  step("the contract keeps the linter's rules", () => run('redocly', 'lint', 'spec/openapi.yaml', '--format=stylish'));
  step('the contract keeps its own rules', () => run('node', 'scripts/check-spec.ts'));
  step("the workflows keep the linter's rules", () => run('redocly', 'lint', 'spec/workflows/*.arazzo.yaml', '--format=stylish'));
  step('the workflows fit the contract', () => run('node', 'scripts/check-workflows.ts'));
  step('each rule fires', () => run('node', 'scripts/prove-rules.ts'));
  step('the contract breaks nothing that was released', () => run('node', 'scripts/contract-diff.ts'));
  step('what is given is shown by tests', () => run('node', 'scripts/trace.ts', '--brief'));
  step('the catalog of frameworks is sound', () => run('node', 'scripts/check-catalogue.ts'));
  step('types', () => run('npm', 'run', '-s', 'types'));
  step('layout', () => run('prettier', '--check', '--cache', '--log-level=warn', '.'));
  step('style', () => run('eslint', '.'));
  step('licences of what is installed with the package', () => run('node', 'scripts/check-licences.ts'));
  // Faults take both cores by themselves: they start servers, and load them.
  step('tests on the embedded database', () => tests('vitest', 'run', '--exclude=test/faults/**'));
  step('tests of what breaks, and how it is told', () => tests('vitest', 'run', 'test/faults', '--maxWorkers=1'));
  // Those that know of no database, or bring their own, have run.
  const besides = ['browser', 'faults', 'mock', 'package', 'scripts', 'workflows'].map((folder) => `--exclude=test/${folder}/**`);
  step('tests on PostgreSQL', () => tests('node', 'scripts/test-postgres.ts', ...besides));
  // One of each: what locks, what runs, what is stored, and how the database is spoken to.
  const slice = ['database', 'identity/keys', 'areas/attachments', 'areas/audit-logs', 'areas/people', 'areas/risks', 'areas/soa'];
  step('a part of them through PgBouncer', () =>
    tests('node', 'scripts/test-postgres.ts', '--pooler', ...slice.map((name) => `test/${name}`)),
  );
  sum();
}
