/** Everything, on both engines. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { apart } from '../../test/support/apart.ts';
import { postgresPrograms } from '../../test/support/postgres.ts';
import { atOnce, inOrder, program, type Run, sum, tests } from './step.ts';

/** @returns whether generating again changes nothing */
async function generatedIsCurrent(run: Run): Promise<boolean> {
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
  if (!(await run('node', 'scripts/generate.ts'))) return false;
  if (print() === before) return true;
  console.log('generated/ did not match spec/ and the migrations. It was generated again and must be committed.');
  return false;
}

/**
 * What is about the contract, the catalog, files or other systems, and about no engine: it runs on PostgreSQL, which is faster, and on the
 * embedded database only where there is no PostgreSQL. The operator's commands are among it: there they move an organization to an embedded
 * database and back.
 */
const ofNoEngine = [
  'admin.audit',
  'admin.distribute',
  'admin.test',
  'areas/attachments.files',
  'areas/audit-logs.export',
  'areas/cloud-security',
  'areas/evidence-export',
  'areas/frameworks.chosen-parts',
  'areas/frameworks.import',
  'areas/frameworks.nist',
  'areas/frameworks.tables',
  'areas/integrations.c',
  'areas/integrations.devices',
  'areas/integrations.git-server',
  'areas/integrations.sync',
  'areas/integrations.tasks',
  'areas/letter-of-engagement.documents',
  'areas/org-chart.picture',
  'areas/questionnaires.answer-columns',
  'areas/questionnaires.export',
  'areas/questionnaires.measure',
  'areas/questionnaires.parse',
  'areas/questionnaires.upload',
  'areas/questionnaires.workbooks',
  'areas/search.files',
  'areas/security-penetration-tests',
  'areas/soa.auto-fill',
  'areas/soa.export',
  'areas/trust-access.reading',
  'areas/trust-portal.domain',
  'areas/uploads',
  'contract/compression',
  'contract/faults',
  'contract/operations',
  'contract/statuses',
  'identity/guessing',
  'identity/keys',
  'identity/operations',
  'outside/',
  'properties/',
  'tenancy/requests',
];
/** What locks, what runs, what is stored, and how the database is spoken to: one of each. */
const pooled = [
  'areas/attachments.test',
  'areas/audit-logs.writing',
  'areas/people.bulk',
  'areas/risks.test',
  'areas/soa.auto-fill',
  'contract/slots',
  'database/engines',
  'database/page-of-all',
  'database/transactions',
  'identity/credentials',
];
const without = (names: readonly string[]) => names.map((name) => `--exclude=test/${name}{*,**/*}`);

export async function checkEverything() {
  await inOrder({ name: 'generated/ is up to date', work: generatedIsCurrent });
  await atOnce(
    program('style', 'oxlint'),
    program('each rule fires', 'node', 'scripts/prove-rules.ts'),
    program('layout', 'prettier', '--check', '--cache', '--log-level=warn', '.'),
    program('types', 'npm', 'run', '-s', 'types'),
    program('the contract keeps its own rules', 'node', 'scripts/check-spec.ts'),
    program("the contract keeps the linter's rules", 'redocly', 'lint', 'spec/openapi.yaml', '--format=stylish'),
    program("the workflows keep the linter's rules", 'redocly', 'lint', 'spec/workflows/*.arazzo.yaml', '--format=stylish'),
    program('the workflows fit the contract', 'node', 'scripts/check-workflows.ts'),
    program('the contract breaks nothing that was released', 'node', 'scripts/contract-diff.ts'),
    program('what is given is shown by tests', 'node', 'scripts/trace.ts', '--brief'),
    program('the catalog of frameworks is sound', 'node', 'scripts/check-catalogue.ts'),
    program('licences of what is installed with the package', 'node', 'scripts/check-licences.ts'),
  );
  const onServer = postgresPrograms() !== undefined;
  await inOrder(
    // One more than there are cores: tests that start servers, and break them, wait much of their time. With another one it takes as long.
    tests(
      'tests on the embedded database, and of what breaks',
      'vitest',
      'run',
      `--maxWorkers=${availableParallelism() + 1}`,
      ...without(onServer ? ofNoEngine : []),
    ),
    // A test that waits for a server leaves its core to another one: areas need 255 s of a core here in 447 s.
    tests('tests on PostgreSQL', 'node', 'scripts/test-postgres.ts', `--maxWorkers=${2 * availableParallelism()}`, ...without(apart)),
    tests('a part of them through PgBouncer', 'node', 'scripts/test-postgres.ts', '--pooler', ...pooled.map((name) => `test/${name}`)),
  );
  sum();
}
