/** An area has one name everywhere. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';

const areas = [...new Set(Object.values(operations).map(({ area }) => area))].sort();

test('spec, server and tests have the same areas as the contract', () => {
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  expect(folders('spec/areas')).toEqual(areas);
  expect(folders('server/areas')).toEqual(areas);
  for (const area of areas) {
    expect(existsSync(`test/areas/${area}.test.ts`), area).toBe(true);
    expect(
      ['handlers.ts', 'handlers/index.ts'].filter((name) => existsSync(`server/areas/${area}/${name}`)),
      area,
    ).toHaveLength(1);
  }
});
test('no two migrations have one number', () => {
  const migrations = readdirSync('server/platform/database/migrations');
  expect(new Set(migrations.map((name) => name.slice(0, 4))).size).toBe(migrations.length);
});
