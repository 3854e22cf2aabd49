/** Tests how test files are selected for a run on the embedded database. */
import { expect, test } from 'vitest';
import { findLeftOutFiles, sampleSeed } from '../../scripts/check/sample.ts';

const files = Array.from({ length: 400 }, (_, index) => `test/areas/${index}.test.ts`);

test('leaves out the same files for the same seed, and others for another', () => {
  expect(findLeftOutFiles(files, 'a')).toEqual(findLeftOutFiles(files, 'a'));
  expect(findLeftOutFiles(files, 'a')).not.toEqual(findLeftOutFiles(files, 'b'));
});
test('keeps about a quarter, and each file for some seed', () => {
  expect(files.length - findLeftOutFiles(files, 'a').length).toBeGreaterThan(60);
  expect(files.length - findLeftOutFiles(files, 'a').length).toBeLessThan(140);
  const keptFiles = new Set(
    Array.from({ length: 60 }, (_, seed) => findLeftOutFiles(files, String(seed))).flatMap((out) =>
      files.filter((file) => !out.includes(file)),
    ),
  );
  expect(keptFiles.size).toBe(files.length);
});
test('leaves out nothing when everything runs', () => {
  expect(findLeftOutFiles(files, sampleSeed(true))).toEqual([]);
  expect(sampleSeed(false)).toMatch(/\S/);
});
