/** Words that this project gave a meaning of its own do not return: each has a word that an engineer would search for. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** What replaced each of them, in names as in comments. */
const glossary: Readonly<Record<string, string>> = {
  deed: 'action, change, or audit entry',
  deeds: 'actions, changes, or audit entries',
  entrances: 'accessLinks',
  isChoosy: 'negotiates, or has several media types',
  lookInto: 'inspect, check, or read',
  misfit: 'validationError',
  misfits: 'validationErrors',
  outsider: 'externalParty',
  outsiders: 'externalParties',
  pour: 'copy, or write',
  shownTo: 'visibleTo, or readAs',
  standing: 'status',
  standings: 'statuses',
  takeTurn: 'acquireBulkLock',
  inTurn: 'runNext, or inOrder',
  told: 'notified, or recipients',
};
/** In comments these have an ordinary meaning, too. */
const onlyInNames = ['pour', 'standing', 'told'];

const files = globSync('{server,scripts,mock,test}/**/*.ts').filter((file) => !file.endsWith('plain-words.test.ts'));
const named = new RegExp(`\\b(?:${Object.keys(glossary).join('|')})\\b`);

/** @returns the names in a program that the glossary has */
function oldNames(file: string, text: string): string[] {
  const found: string[] = [];
  (function walk(node: ts.Node) {
    if (ts.isIdentifier(node) && Object.hasOwn(glossary, node.text)) found.push(node.text);
    ts.forEachChild(node, walk);
  })(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

function oldWordsInComments(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^\s*(?:\/\*\*|\*|\/\/)/.test(line));
  return lines.flatMap((line) => (line.match(/\w+/g) ?? []).filter((word) => Object.hasOwn(glossary, word) && !onlyInNames.includes(word)));
}

test('names and comments use the words of the field', () => {
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!named.test(text)) return [];
    return [...oldNames(file, text), ...oldWordsInComments(text)].map((word) => `${file}: ${word} → ${glossary[word]}`);
  });
  expect(files.length).toBeGreaterThan(1_500);
  expect(found).toEqual([]);
});
test('a name and a comment with an old word are found', () => {
  expect(oldNames('a.ts', 'const text = `${deeds}`; // told\n')).toEqual(['deeds']);
  expect(oldWordsInComments('  // Every outsider has a link.\nconst told = 1;\n')).toEqual(['outsider']);
});
