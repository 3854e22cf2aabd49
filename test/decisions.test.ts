/** The records in server/decisions: numbered without gaps, complete, and listed in the index. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = 'server/decisions';
const names = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort();

test('records are numbered without gaps', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_name, index) => index + 1));
});
test.each(names)('%s has a title, a context, a decision and consequences', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  expect(text.match(/^#+ .*$/gm)).toEqual([
    expect.stringMatching(new RegExp(`^# ${name.slice(0, 4)}\\. \\S`)),
    '## Context',
    '## Decision',
    '## Consequences',
  ]);
});
test('the index lists each record once, with its title', () => {
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  const indexEntries = [...index.matchAll(/^- \[\d{4}\]\((\S+)\) (.+)$/gm)].map(([, name = '', title = '']) => [name, title]);
  const titles = names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8').split('\n', 1)[0]?.slice('# 0001. '.length)]);
  expect(indexEntries.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))).toEqual(titles);
});
