/** Tests how test files are selected for a run on the embedded database. */
import { expect, test } from 'vitest';
import { leftOut, sampleSeed } from '../../scripts/check/sample.ts';

const files = Array.from({ length: 400 }, (_, index) => `test/areas/${index}.test.ts`);

test('leaves out the same files for the same seed, and others for another', () => {
  expect(leftOut(files, 'a')).toEqual(leftOut(files, 'a'));
  expect(leftOut(files, 'a')).not.toEqual(leftOut(files, 'b'));
});
test('keeps about a quarter, and each file for some seed', () => {
  expect(files.length - leftOut(files, 'a').length).toBeGreaterThan(60);
  expect(files.length - leftOut(files, 'a').length).toBeLessThan(140);
  const keptFiles = new Set(
    Array.from({ length: 60 }, (_, seed) => leftOut(files, String(seed))).flatMap((out) => files.filter((file) => !out.includes(file))),
  );
  expect(keptFiles.size).toBe(files.length);
});
test('leaves out nothing when everything runs', () => {
  expect(leftOut(files, sampleSeed(true))).toEqual([]);
  expect(sampleSeed(false)).toMatch(/\S/);
});
