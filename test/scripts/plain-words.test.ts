/** Words that this project used with its own meaning must not return. Each has a replacement that an engineer would search for. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The replacement for each word, in names and in comments. */
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
/** Words that also have an ordinary meaning, and are therefore allowed in comments. */
const onlyInNames = ['pour', 'standing', 'told'];

const files = globSync('{server,scripts,mock,test}/**/*.ts').filter((file) => !file.endsWith('plain-words.test.ts'));
const glossaryWord = new RegExp(`\\b(?:${Object.keys(glossary).join('|')})\\b`);

/** @returns the names in a program that are in the glossary */
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
    if (!glossaryWord.test(text)) return [];
    return [...oldNames(file, text), ...oldWordsInComments(text)].map((word) => `${file}: ${word} → ${glossary[word]}`);
  });
  expect(files.length).toBeGreaterThan(1_500);
  expect(found).toEqual([]);
});
test('a name and a comment with an old word are found', () => {
  expect(oldNames('a.ts', 'const text = `${deeds}`; // told\n')).toEqual(['deeds']);
  expect(oldWordsInComments('  // Every outsider has a link.\nconst told = 1;\n')).toEqual(['outsider']);
});
