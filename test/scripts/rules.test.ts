/** References to rules in comments, tests and the contract lead to existing rules. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pairsOf, resources, roles } from '#platform/identity/roles';

/** A page of rules: the rule numbers in its first list and in the list below each heading, in the order of the page. */
interface Page {
  readonly rules: readonly number[];
  readonly sections: ReadonlyMap<string, readonly number[]>;
}

function pageOf(text: string): Page {
  const [first = '', ...parts] = text.split(/^## /m);
  const numbers = (part: string) => [...part.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
  return { rules: numbers(first), sections: new Map(parts.map((part) => [part.split('\n', 1)[0]?.toLowerCase() ?? '', numbers(part)])) };
}

const folders = new Map(globSync('spec/areas/*/*').map((folder) => [path.basename(folder), folder]));
const areas = [...folders.keys()];
const pages = new Map([...folders].map(([area, folder]) => [area, pageOf(readFileSync(`${folder}/rules.md`, 'utf8'))]));
const conventions = [...readFileSync('spec/conventions.md', 'utf8').matchAll(/^## (\d+)(a?)\. /gm)].map(([, number, letter]) => ({
  number: Number(number),
  letter,
}));

/** Matches lists of numbers such as `5`, `6 and 7`, `8, 9 and 12`, `2 to 5`, `3–5`, and `8 to 10 and 15`. */
const numberList = String.raw`\d+(?:(?:, | and | to |–)\d+)*`;
function numbersIn(text: string): number[] {
  return text.split(/, | and /).flatMap((part) => {
    const [firstNumber = 0, lastNumber = firstNumber] = part.split(/ to |–/).map(Number);
    return Array.from({ length: lastNumber - firstNumber + 1 }, (_, index) => firstNumber + index);
  });
}

/** @returns the references in a text that lead to no rule */
function findBrokenReferences(text: string): string[] {
  // A comment may continue on the next line.
  const joinedText = text.replace(/\n\s*(?:\*|\/\/|#)? */g, ' ');
  const toAreas = [
    ...joinedText.matchAll(
      new RegExp(
        String.raw`spec/areas/(?:[a-z-]+/)?([a-z-]+)(?![\w/-])(?:, (?:rules? (${numberList})|([a-z][a-z -]*?)(?: (${numberList}))?(?=[).;:,])))?`,
        'gi',
      ),
    ),
  ];
  const toRules = [...joinedText.matchAll(new RegExp(String.raw`(?<![\w/-])(${areas.join('|')}), rules? (${numberList})`, 'g'))];
  const toConventions = [...joinedText.matchAll(new RegExp(String.raw`spec/conventions(?:, (${numberList}))?(?!\.md)`, 'g'))];
  const brokenRules = [...toAreas, ...toRules].filter(([, area = '', rules, section, parts]) => {
    const page = pages.get(area);
    if (!page) return true;
    if (rules !== undefined) return numbersIn(rules).some((number) => !page.rules.includes(number));
    if (section === undefined) return false;
    const sectionRules = page.sections.get(section.toLowerCase());
    return !sectionRules || (parts !== undefined && numbersIn(parts).some((number) => !sectionRules.includes(number)));
  });
  const brokenConventions = toConventions.filter(
    ([, sections]) => sections === undefined || numbersIn(sections).some((number) => !conventions.some((one) => one.number === number)),
  );
  return [...brokenRules, ...brokenConventions].map(([reference]) => reference);
}

function textsIn(folder: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?[jt]s|ya?ml|md|sql|tsv|template)$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((name) => name !== path.join('test', 'scripts', 'rules.test.ts'))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }));
}

test.each(['server', 'scripts', 'mock', 'test', 'spec'])('every pointer in %s leads to a rule', (folder) => {
  expect(textsIn(folder).flatMap(({ name, text }) => findBrokenReferences(text).map((pointer) => `${name}: ${pointer}`))).toEqual([]);
});

test.each([
  'roles, rule 99',
  'roles, rules 1 and 99',
  'roles, rules 5 to 99',
  'spec/areas/nowhere',
  'spec/areas/nowhere, rule 1',
  'spec/conventions, 99',
  'spec/conventions, 2 and 99',
  'spec/conventions',
  'spec/areas/workforce/people, Ways',
  'spec/areas/integrations/integrations, credential storage 99',
  'spec/areas/organization-and-access/roles,\n * rule 99',
])('%j leads nowhere', (pointer) => expect(findBrokenReferences(`// As it is (${pointer}).`)).toHaveLength(1));

test.each([
  'spec/areas/organization-and-access/roles',
  'roles, rule 5',
  'people, rules 6 and 7; spec/conventions, 11',
  'integrations, rules 8 to 10 and 15',
  'attachments, rules 1–7',
  'spec/areas/workforce/people, States',
  'spec/areas/integrations/integrations, credential storage 2',
  'spec/conventions, 2 and 3',
])('%j can be followed', (pointer) => expect(findBrokenReferences(`// As it is (${pointer}).`)).toEqual([]));

test('no test names a rule that its area does not have', () => {
  const brokenRules = readdirSync('test/areas')
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => {
      const area = areas.find((one) => name.startsWith(`${one}.`) || name.startsWith(`${one}-`));
      const ruleReferences = [
        ...readFileSync(path.join('test/areas', name), 'utf8').matchAll(new RegExp(String.raw`\(rules? (${numberList})`, 'g')),
      ];
      return ruleReferences
        .filter(([, rules = '']) => numbersIn(rules).some((number) => !pages.get(area ?? '')?.rules.includes(number)))
        .map(([reference]) => `${name}: ${reference}`);
    });
  expect(brokenRules).toEqual([]);
});

describe('numbers have no gaps', () => {
  const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1);
  test.each([...pages])('in spec/areas/%s', (_area, { rules, sections }) => {
    expect(rules.length).toBeGreaterThan(0);
    for (const numbers of [rules, ...sections.values()]) expect(numbers).toEqual(upTo(numbers.length));
  });
  test('in spec/conventions', () => {
    expect(conventions.filter(({ letter }) => letter === '').map(({ number }) => number)).toEqual(upTo(12));
  });
});

test('the permissions in spec/areas/organization-and-access/roles are those of the server', () => {
  const rows = [
    ...readFileSync('spec/areas/organization-and-access/roles/rules.md', 'utf8').matchAll(/^\| (\w+) \|((?:[ CRUD–]+\|){6})$/gm),
  ].map(([, resource, cells = '']) => ({ resource, cells: cells.split('|').map((cell) => cell.trim()) }));
  const letters = (pairs: readonly string[], resource: string) =>
    pairs
      .filter((pair) => pair.startsWith(`${resource}:`))
      .map((pair) => pair.charAt(resource.length + 1).toUpperCase())
      .join(' ') || '–';
  const sets = [...Object.values(roles).map(({ permissions }) => pairsOf(permissions)), pairsOf(resources)];
  expect(rows).toEqual(
    Object.keys(resources).map((resource) => ({ resource, cells: [...sets.map((pairs) => letters(pairs, resource)), ''] })),
  );
});
