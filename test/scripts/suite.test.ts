/** Tests that the lists that order and divide the suite contain existing files only. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testsWithoutApp } from '../support/tests-without-app.ts';
import { deepTests } from '../support/deep.ts';
import { longestFiles } from '../support/longest-first.ts';

const files = globSync('test/**/*.test.ts').map((file) => file.slice('test/'.length));

test.each(Object.entries({ apart: testsWithoutApp, deep: deepTests, long: longestFiles }))(
  'each entry of the list "%s" is the beginning of the name of a file',
  (_list, names) => {
    expect(names.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([]);
  },
);
