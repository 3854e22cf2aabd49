/** An area has the same name in the contract, spec, server and tests, and its folder is in the folder of its group in the reference. */
import { existsSync, globSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '#generated/operations';
import { document } from '../support/contract.ts';
import { groupFolder } from '../../scripts/complete-contract/areas.ts';

const areas = [...new Set(Object.values(operations).map(({ area }) => area))].sort();

test('spec, server and tests have the same areas as the contract', () => {
  const areaPaths = document['x-tagGroups'].flatMap(({ name, tags }) => tags.map((tag) => `${groupFolder(name)}/${tag}`)).sort();
  expect(areaPaths.map((place) => place.split('/')[1]).sort()).toEqual(areas);
  const folders = (path: string) =>
    globSync(`${path}/*/*`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name, parentPath }) => `${basename(parentPath)}/${name}`)
      .sort();
  expect(folders('spec/areas')).toEqual(areaPaths);
  expect(folders('server/areas')).toEqual(areaPaths);
  for (const area of areaPaths) {
    expect(existsSync(`test/areas/${area}.test.ts`), area).toBe(true);
    expect(
      ['handlers.ts', 'handlers/index.ts'].filter((name) => existsSync(`server/areas/${area}/${name}`)),
      area,
    ).toHaveLength(1);
  }
});
test('no two migrations have the same number', () => {
  const migrations = readdirSync('server/platform/database/migrations');
  expect(new Set(migrations.map((name) => name.slice(0, 4))).size).toBe(migrations.length);
});
