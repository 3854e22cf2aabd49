/** Tests which files `npm run where` finds for an operation. */
import { expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { findOperation } from '../../scripts/where/operation.ts';

const onePerArea = [...new Map(Object.entries(operations).map(([id, { area }]) => [area, id])).values()];

test.each(onePerArea)('finds contract, handler and tests of %s', (id) => {
  const { contract, handler, tests } = findOperation(id);
  expect(contract.length).toBeGreaterThan(1);
  expect(handler).toHaveLength(1);
  expect(tests.length).toBeGreaterThan(0);
});
test('finds the query that a handler calls, where it is declared', () => {
  expect(findOperation('createRole').calls).toContainEqual(
    expect.objectContaining({ file: 'server/areas/organization-and-access/roles/queries.ts' }),
  );
});
test('suggests operations with similar names', () => {
  expect(() => findOperation('createRol')).toThrow('the contract has no operation createRol; similar: createRole');
});
