/** What concerns one area, on the embedded database: the contract, its files, its tests, and the loops over the contract at its operations. */
import { globSync } from 'node:fs';
import { operations } from '../../generated/operations.ts';
import { run, step, sum, tests } from './step.ts';

const loops = [
  'test/contract/operations.test.ts',
  'test/contract/statuses.test.ts',
  'test/tenancy/requests.test.ts',
  'test/properties/requests.test.ts',
];

export function checkArea(area: string) {
  const ids = Object.entries(operations).flatMap(([id, operation]) => (operation.area === area ? [id] : []));
  if (!ids.length)
    throw new Error(
      `the contract has no area ${area}: ${[...new Set(Object.values(operations).map((operation) => operation.area))].join(', ')}`,
    );
  const own = globSync(`test/areas/${area}{,.*}.test.ts`);
  step("the contract keeps the linter's rules", () => run('redocly', 'lint', 'spec/openapi.yaml', '--format=stylish'));
  step('the contract keeps its own rules', () => run('node', 'scripts/check-spec.ts'));
  step('types', () => run('npm', 'run', '-s', 'types'));
  step('style', () => run('eslint', `server/areas/${area}`, ...own));
  step('its tests', () => tests('vitest', 'run', ...own));
  step('its operations, as all are', () => tests('vitest', 'run', ...loops, '--testNamePattern', `^(${ids.join('|')}) `));
  sum();
}
