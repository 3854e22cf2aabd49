/** Names in archives, and the identity of exports, which need no database. */
import { describe, expect, test } from 'vitest';
import { exportInputOf, isSameExport } from '#areas/evidence/evidence-export/rules/exports';
import { idSuffix, toFileName, toSlug, createUniqueNamer } from '#documents/zip/names';
import { durationOf, runStatusOf } from '#areas/evidence/evidence-export/rules/evidence';
import { createShortener } from '#areas/evidence/evidence-export/rules/redaction';

describe('names (rule 8)', () => {
  test.each([
    ['Quillmarsh Software, Inc.', 'quillmarsh-software-inc'],
    ['  Café  Müller ', 'cafe-muller'],
    ['日本語', 'export'],
    ['', 'export'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a'.repeat(60), 'a'.repeat(50)],
    [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
    ['CON', 'con'],
  ])('of organizations, tasks and automations: %s becomes %s', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });
  test.each([
    ['Report Q1.PDF', 'Report Q1.PDF'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\Windows\\x.txt', 'C__Windows_x.txt'],
    ['..', '_'],
    ['.', '_'],
    [' ', '_'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com1 .log', '_com1 .log'],
    ['a\u0000b\u001f\u202e.txt', 'a_b__.txt'],
    ['trailing. . ', 'trailing'],
    ['what?*<>|".txt', 'what______.txt'],
    ['\ud800.txt', '_.txt'],
    ['.gitignore', '.gitignore'],
    [`${'é'.repeat(150)}.pdf`, `${'é'.repeat(98)}.pdf`],
  ])('of files: %s becomes %s', (name, safe) => {
    expect(toFileName(name)).toBe(safe);
  });
  test('are unique in a folder, regardless of case', () => {
    const unique = createUniqueNamer();
    expect(['a.txt', 'A.TXT', 'a.txt', 'a (1).txt', 'b', 'B', '.env', '.ENV'].map(unique)).toEqual([
      'a.txt',
      'A (1).TXT',
      'a (2).txt',
      'a (1) (1).txt',
      'b',
      'B (1)',
      '.env',
      '.ENV (1)',
    ]);
  });
  test('of many files with the same name are created in linear time', () => {
    const unique = createUniqueNamer();
    const names = Array.from({ length: 20_000 }, () => unique('same.txt'));
    expect(new Set(names).size).toBe(20_000);
    expect(names.at(-1)).toBe('same (19999).txt');
  });
  test('end with the last 8 characters of the id', () => {
    expect(idSuffix('tsk_69a54f3c1b95e4a07d38f2c6')).toBe('7d38f2c6');
  });
});

test.each([
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['running', 'running'],
  ['cancelled', 'cancelled'],
  ['inconclusive', 'inconclusive'],
  ['pending', 'pending'],
  ['anything', 'pending'],
])('a run with the stored status %s is shown as %s (rule 3)', (storedStatus, shownStatus) => {
  expect(runStatusOf(storedStatus)).toBe(shownStatus);
});
test('a duration needs a start and an end, and is never negative', () => {
  const [start, end] = ['2026-05-20T06:00:00.000Z', '2026-05-20T06:00:01.500Z'];
  expect([durationOf(start, end), durationOf(end, start), durationOf(null, end), durationOf(start, null)]).toEqual([1500, 0, null, null]);
});
test('exports are the same when includeJson and the framework are the same (rule 13)', () => {
  const defaultInput = { includeJson: false };
  const inputs = [defaultInput, { ...defaultInput, includeJson: true }, { ...defaultInput, frameworkInstanceId: 'frm_1' }];
  expect(inputs.map((left) => inputs.map((right) => isSameExport(left, right)))).toEqual(
    inputs.map((_one, row) => inputs.map((_other, column) => row === column)),
  );
  expect(exportInputOf('nothing')).toEqual(defaultInput);
});
test('values are shown unless a value is too long, or all values together are too long', () => {
  const shortened = createShortener();
  const note = (sizeBytes: number) => ({ truncated: true, message: expect.any(String), sizeBytes });
  expect(['é'.repeat(30_000), null, undefined, 'short', [1]].map(shortened)).toEqual([note(60_002), null, null, 'short', [1]]);
  const longText = 'x'.repeat(19_998);
  expect(Array.from({ length: 51 }, () => shortened(longText)).map((shownValue) => shownValue === longText)).toEqual([
    ...Array.from({ length: 49 }, () => true),
    false,
    false,
  ]);
  expect(shortened('short')).toBe('short');
});
