/** The full check, on both engines. */
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { testsWithoutApp } from '../../test/support/tests-without-app.ts';
import { postgresPrograms } from '../../test/support/postgres.ts';
import { findLeftOutFiles, sampleSeed } from './sample.ts';
import { runConcurrently, runInOrder, programStep, type Run, printTotals, testStep } from './step.ts';

/** @returns whether generating again changes no file */
async function isGeneratedCurrent(run: Run): Promise<boolean> {
  const hashOfOutput = () =>
    createHash('sha256')
      .update(
        readdirSync('generated')
          .sort()
          .map((name) => `${name} ${readFileSync(path.join('generated', name), 'utf8')}`)
          .join('\n'),
      )
      .digest('hex');
  const outputBefore = hashOfOutput();
  if (!(await run('node', 'scripts/generate.ts'))) return false;
  if (hashOfOutput() === outputBefore) return true;
  console.log('generated/ did not match spec/ and the migrations. It was generated again and must be committed.');
  return false;
}

/**
 * Tests of the contract, the catalog, files or other systems that do not depend on the database engine. They run on PostgreSQL, which is
 * faster, and on the embedded database only if PostgreSQL is not installed. The operator's commands are included, because they move an
 * organization to an embedded database and back.
 */
const engineIndependent = [
  'admin.audit',
  'admin.distribute',
  'admin.test',
  'areas/collaboration/attachments.files',
  'areas/accountability/audit-logs.export',
  'areas/integrations/cloud-security',
  'areas/evidence/evidence-export',
  'areas/compliance-program/frameworks.chosen-parts',
  'areas/compliance-program/frameworks.import',
  'areas/compliance-program/frameworks.nist',
  'areas/compliance-program/frameworks.tables',
  'areas/integrations/integrations.c',
  'areas/integrations/integrations.devices',
  'areas/integrations/integrations.git-server',
  'areas/integrations/integrations.sync',
  'areas/integrations/integrations.tasks',
  'areas/audits/letter-of-engagement.documents',
  'areas/workforce/org-chart.picture',
  'areas/assurance-to-customers/questionnaires.answer-columns',
  'areas/assurance-to-customers/questionnaires.export',
  'areas/assurance-to-customers/questionnaires.measure',
  'areas/assurance-to-customers/questionnaires.parse',
  'areas/assurance-to-customers/questionnaires.upload',
  'areas/assurance-to-customers/questionnaires.workbooks',
  'areas/collaboration/search.files',
  'areas/audits/security-penetration-tests',
  'areas/audits/soa.auto-fill',
  'contract/four-eyes',
  'areas/audits/soa.export',
  'areas/assurance-to-customers/trust-access.reading',
  'areas/assurance-to-customers/trust-portal.domain',
  'areas/collaboration/uploads',
  'contract/compression',
  'contract/empty-bodies',
  'contract/faults',
  'contract/hidden-names',
  'contract/operations',
  'contract/paths',
  'contract/plain-text',
  'contract/repetitions',
  'contract/statuses',
  'disclosure/',
  'identity/guessing',
  'identity/keys',
  'identity/operations',
  'outside/',
  'properties/',
  'tenancy/requests',
];
/** Tests that also run through PgBouncer. Together they cover locks, runs, storage, and the ways in which the database is used. */
const pooledTests = [
  'areas/collaboration/attachments.test',
  'areas/accountability/audit-logs.writing',
  'areas/workforce/people.bulk',
  'areas/risk-management/risks.test',
  'areas/audits/soa.auto-fill',
  'contract/four-eyes',
  'contract/slots',
  'database/engines',
  'database/page-of-all',
  'database/transactions',
  'identity/credentials',
];
const excluding = (names: readonly string[]) => names.map((name) => `--exclude=test/${name}{*,**/*}`);

/** Tests with the same result on both engines: all of them run on PostgreSQL, and a sample runs on the embedded database. */
const onBothEngines = 'test/{areas,contract,identity,journeys,tenancy}/**/*.test.ts';

/** @param isWhole whether all tests run instead of a sample, as with `npm run check -- --all` */
export async function checkEverything(isWhole: boolean) {
  await runInOrder({ name: 'generated/ is up to date', work: isGeneratedCurrent });
  await runConcurrently(
    programStep('style', 'oxlint'),
    programStep('each rule fires', 'node', 'scripts/prove-rules.ts'),
    programStep('layout', 'prettier', '--check', '--cache', '--log-level=warn', '.'),
    programStep('types', 'npm', 'run', '-s', 'types'),
    programStep('the contract keeps its own rules', 'node', 'scripts/check-spec.ts'),
    programStep("the contract keeps the linter's rules", 'redocly', 'lint', 'spec/openapi.yaml', '--format=stylish'),
    programStep("the workflows keep the linter's rules", 'redocly', 'lint', 'spec/workflows/*.arazzo.yaml', '--format=stylish'),
    programStep('the workflows fit the contract', 'node', 'scripts/check-workflows.ts'),
    programStep('the contract breaks nothing that was released', 'node', 'scripts/contract-diff.ts'),
    programStep('what is given is shown by tests', 'node', 'scripts/trace.ts', '--brief'),
    programStep('the catalog of frameworks is sound', 'node', 'scripts/check-catalogue.ts'),
    programStep('licences of what is installed with the package', 'node', 'scripts/check-licences.ts'),
  );
  const onServer = postgresPrograms() !== undefined;
  const seed = sampleSeed(isWhole || !onServer);
  if (seed !== undefined) {
    console.log(`The samples are those of CHECK_SEED=${seed}`);
    // The loops over the contract take their sample from it, too (test/support/contract.ts).
    process.env.CHECK_SEED = seed;
  }
  await runInOrder(
    // Uses one process more than cores, because tests that start and break servers mostly wait. Two more processes save no time.
    testStep(
      'tests on the embedded database, and of what breaks',
      'vitest',
      'run',
      `--maxWorkers=${availableParallelism() + 1}`,
      ...excluding(onServer ? engineIndependent : []),
      ...findLeftOutFiles(globSync(onBothEngines).sort(), seed).map((file) => `--exclude=${file}`),
    ),
    // More processes than cores, because tests that wait for a server leave their core idle: in 447 s, the areas used 255 s of a core.
    testStep(
      'tests on PostgreSQL',
      'node',
      'scripts/test-postgres.ts',
      `--maxWorkers=${2 * availableParallelism()}`,
      ...excluding(testsWithoutApp),
    ),
    testStep(
      'a part of them through PgBouncer',
      'node',
      'scripts/test-postgres.ts',
      '--pooler',
      ...pooledTests.map((name) => `test/${name}`),
    ),
  );
  printTotals();
}
