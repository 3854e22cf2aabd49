/**
 * The checks of one area, on the embedded database: the contract, its files, its tests, and the loops over the contract for its operations.
 */
import { globSync } from 'node:fs';
import { operations } from '#generated/operations';
import { runConcurrently, runInOrder, programStep, printTotals, testStep } from './step.ts';

const loops = [
  'test/contract/operations.test.ts',
  'test/contract/empty-bodies.test.ts',
  'test/contract/statuses.test.ts',
  'test/tenancy/requests.test.ts',
  'test/properties/requests.test.ts',
];

export async function checkArea(area: string) {
  const ids = Object.entries(operations).flatMap(([id, operation]) => (operation.area === area ? [id] : []));
  if (!ids.length)
    throw new Error(
      `the contract has no area ${area}: ${[...new Set(Object.values(operations).map((operation) => operation.area))].join(', ')}`,
    );
  const areaTests = globSync(`test/areas/*/${area}{,.*}.test.ts`);
  await runConcurrently(
    programStep('types', 'npm', 'run', '-s', 'types'),
    programStep('the contract keeps its own rules', 'node', 'scripts/check-spec.ts'),
    programStep("the contract keeps the linter's rules", 'redocly', 'lint', 'spec/openapi.yaml', '--format=stylish'),
    programStep('style', 'oxlint', ...globSync(`server/areas/*/${area}`), ...areaTests),
  );
  await runInOrder(
    testStep('its tests', 'vitest', 'run', ...areaTests),
    testStep('its operations, as all are', 'vitest', 'run', ...loops, '--testNamePattern', `^(${ids.join('|')}) `),
  );
  printTotals();
}
