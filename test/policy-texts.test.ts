/** Tests how policy templates are filled, and which values and conditions fill them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { visibleText } from '#documents/rich-text/visible-text';
import { parsePolicyMarkdown } from '#domain/catalogue/rich-text';
import { answerToText } from '#domain/policies/texts/answers';
import { fillTemplate, type Filling, parseFilling } from '#domain/policies/texts/filling';
import { fillByStoredVersion } from '#domain/policies/texts/earlier-rules';
import { flagsOf, frameworkFlags, findNewestAnswer } from '#domain/policies/texts/organization-data';

const filling: Filling = { values: { COMPANY: 'Acme', DEVICES: 'Laptops\nPhones\n\n\nTablets', BLANK: ' ' }, flags: ['gdpr'], edition: 2 };
const text = (words: string) => ({ type: 'text', text: words });
const node = (type: string, ...content: object[]) => ({ type, content });
const p = (words: string) => node('paragraph', text(words));
const h = (level: number, words: string) => ({ type: 'heading', attrs: { level }, content: [text(words)] });
const item = (...content: object[]) => node('listItem', ...content);
const row = (...words: string[]) => node('tableRow', ...words.map((cell) => node('tableCell', p(cell))));
const head = (...words: string[]) => node('tableRow', ...words.map((cell) => node('tableHeader', p(cell))));
const fill = (...nodes: object[]) => fillTemplate(nodes, filling);

describe('a line with an unknown value is omitted (rule 26)', () => {
  test.each([
    ['a paragraph', [p('A.'), p('In {{GEO}}.'), p('B.')], [p('A.'), p('B.')]],
    ['a value that is blank', [p('{{BLANK}}'), p('B.')], [p('B.')]],
    ['a name that every object has', [p('{{constructor}}'), p('B.')], [p('B.')]],
    ['a heading alone', [h(2, 'In {{GEO}}'), p('B.')], [p('B.')]],
    [
      'an item with what is below it',
      [node('bulletList', item(p('{{GEO}}'), node('bulletList', item(p('x')))), item(p('y')))],
      [node('bulletList', item(p('y')))],
    ],
    [
      'an item below another',
      [node('bulletList', item(p('y'), node('bulletList', item(p('{{GEO}}')))))],
      [node('bulletList', item(p('y')))],
    ],
    ['a row', [node('table', head('a', 'b'), row('1', '{{GEO}}'), row('2', 'x'))], [node('table', head('a', 'b'), row('2', 'x'))]],
    ['a list of which nothing is left', [node('bulletList', item(p('{{GEO}}'))), p('B.')], [p('B.')]],
    ['a table of which the head is left', [node('table', head('a', 'b'), row('1', '{{GEO}}')), p('B.')], [p('B.')]],
  ])('%s', (_name, nodes, expectedNodes) => expect(fill(...nodes)).toEqual(expectedNodes));
  test('stays if a condition already omits the value', () => {
    expect(fill(p('All.{{#if hipaa}} In {{GEO}}.{{/if}}'))).toEqual([p('All.')]);
  });
});

describe('conditions (rule 26)', () => {
  const condition = p('{{#if hipaa}}');
  const close = p('{{/if}}');
  test('can span nodes and be nested', () => {
    expect(fill(p('{{#if gdpr}}'), p('a'), condition, p('b'), node('bulletList', item(p('c'))), close, p('d'), close)).toEqual([
      p('a'),
      p('d'),
    ]);
  });
  test('leave no superfluous space or line break', () => {
    expect(fill(p('{{#if hipaa}}x{{/if}} {{#if hipaa}}y{{/if}}'))).toEqual([]);
    expect(fill(node('paragraph', { type: 'hardBreak' }, text('{{#if hipaa}}x{{/if}}')))).toEqual([]);
    expect(fill(node('paragraph', text('a'), text(' '), text('b')))).toEqual([node('paragraph', text('a'), text(' '), text('b'))]);
  });
  test('keep the columns of a table, and omit a row without any text', () => {
    expect(fill(node('table', row('1', '{{#if hipaa}}x{{/if}}'), row('{{#if hipaa}}x{{/if}}', '{{#if hipaa}}y{{/if}}')))).toEqual([
      node('table', node('tableRow', node('tableCell', p('1')), node('tableCell', { type: 'paragraph' }))),
    ]);
  });
  test('move nested items up when the text above them is omitted', () => {
    expect(fill(node('bulletList', item(p('{{#if hipaa}}x{{/if}}'), node('bulletList', item(p('y'))))))).toEqual([
      node('bulletList', item(p('y'))),
    ]);
  });
});

describe('a heading (rule 26)', () => {
  test('is omitted with its whole section, including the headings below it', () => {
    expect(fill(h(2, 'A'), p('{{GEO}}'), h(3, 'B'), p('{{#if hipaa}}x{{/if}}'), h(2, 'C'), p('c'))).toEqual([h(2, 'C'), p('c')]);
    expect(fill(h(2, 'A'), p('{{#if hipaa}}'), p('x'), p('{{/if}}'), h(2, 'C'), p('c'))).toEqual([h(2, 'C'), p('c')]);
  });
  test('stays if a part of its section stays, or if it never had a section', () => {
    expect(fill(h(2, 'A'), p('{{GEO}}'), h(3, 'B'), p('b'))).toEqual([h(2, 'A'), h(3, 'B'), p('b')]);
    expect(fill(h(2, 'A'), h(2, 'B'), p('b'), h(1, 'C'))).toEqual([h(2, 'A'), h(2, 'B'), p('b'), h(1, 'C')]);
    expect(fill(p('{{#if gdpr}}'), h(2, 'A'), p('{{/if}}'))).toEqual([h(2, 'A')]);
  });
});

test('an answer of several lines keeps its lines, with the marks of the placeholder (rule 26)', () => {
  const marks = [{ type: 'bold' }];
  expect(fill(node('paragraph', { ...text('In use: {{DEVICES}}.'), marks }))).toEqual([
    node(
      'paragraph',
      { ...text('In use: Laptops'), marks },
      { type: 'hardBreak' },
      { ...text('Phones'), marks },
      { type: 'hardBreak' },
      { type: 'hardBreak' },
      { ...text('Tablets.'), marks },
    ),
  ]);
  expect(fill(h(2, '{{DEVICES}}'))).toEqual([h(2, 'Laptops Phones Tablets')]);
});
test('the template itself is not changed', () => {
  const template = parsePolicyMarkdown('## {{COMPANY}}\n\n{{GEO}}').content;
  const templateBefore = structuredClone(template);
  fillTemplate(template, filling);
  expect(template).toEqual(templateBefore);
});
test('a text that was filled with former rules can be filled with those rules again (rule 18)', () => {
  const { edition: _, ...former } = filling;
  expect(fillByStoredVersion([p('In {{GEO}}.')], former)).toEqual([p('In N/A.')]);
  expect(fillByStoredVersion([p('In {{GEO}}.')], filling)).toEqual([]);
  expect(parseFilling(structuredClone(filling))).toEqual(filling);
  expect([parseFilling(null), parseFilling({ values: 1 })]).toEqual([null, null]);
});

describe('every template of the catalog', () => {
  const folder = 'server/domain/catalogue/data/policies';
  const files = readdirSync(folder).map((file) => ({
    file,
    markdown: readFileSync(path.join(folder, file), 'utf8').replace(/^---\n[^]*?\n---\n/, ''),
  }));
  test('uses known conditions only (rule 26)', () => {
    const usedFlags = new Set(files.flatMap(({ markdown }) => [...markdown.matchAll(/#if (\w+)/g)].map(([, flag]) => flag ?? '')));
    expect(usedFlags.size).toBeGreaterThan(2);
    expect([...usedFlags].filter((flag) => !frameworkFlags.includes(flag))).toEqual([]);
    expect(flagsOf(frameworkFlags)).toEqual(frameworkFlags);
  });
  test.each(files)('$file has no placeholder, no N/A and no empty heading, with few and with many values', ({ markdown }) => {
    for (const flags of [[], frameworkFlags])
      for (const values of [
        { COMPANY: 'Acme' },
        Object.fromEntries(
          ['COMPANY', 'CRITICAL', 'DATA', 'DEVICES', 'EMPLOYEES', 'GEO', 'INDUSTRY', 'LOCATION', 'SOFTWARE', 'COMPANYINFO'].map((name) => [
            name,
            `Known ${name}`,
          ]),
        ),
      ]) {
        const nodes = fillTemplate(parsePolicyMarkdown(markdown).content, { values, flags });
        expect(visibleText(nodes)).not.toMatch(/\{\{|\}\}|N\/A/);
        expect(nodes.filter(({ type }, index) => type === 'heading' && (nodes[index + 1]?.type ?? 'heading') === 'heading')).toEqual([]);
      }
  });
});

describe('a value', () => {
  const frameworks = new Map([['frk_0a1b', 'SOC 2']]);
  const entries = (...answers: string[]) => answers.map((answer) => ({ question: 'What devices do you use?', answer }));
  test('comes from the newest of several entries that has a text', () => {
    expect(findNewestAnswer(entries('New\nanswer', 'Old'), /what devices/i, frameworks)).toBe('New\nanswer');
    expect(findNewestAnswer(entries('{}', 'Old'), /what devices/i, frameworks)).toBe('Old');
    expect(findNewestAnswer(entries('New'), /what industry/i, frameworks)).toBeUndefined();
  });
  test('contains the names of frameworks', () => {
    expect(findNewestAnswer(entries('For frk_0a1b and frk_ffff.'), /what devices/i, frameworks)).toBe('For SOC 2 and frk_ffff.');
    expect(findNewestAnswer(entries('["frk_0a1b"]'), /what devices/i, frameworks)).toBe('SOC 2');
  });
  test.each([
    ['Plain text', 'Plain text'],
    [' 25 ', '25'],
    ['"quoted" by a person', '"quoted" by a person'],
    ['[see the wiki]', '[see the wiki]'],
    ['"In the office"', 'In the office'],
    ['["Laptops", "Phones", ""]', 'Laptops, Phones'],
    ['{"value": "Remote"}', 'Remote'],
    ['{"dataRegions": ["EU", "US"], "on_premises": false, "note": null}', 'Data regions: EU, US\nOn premises: No'],
    ['[{"name": "AWS", "id": 1}, {"name": "GitHub"}]', 'AWS\nGitHub'],
    ['{}', ''],
  ])('%j becomes the text %j', (answer, answerText) => expect(answerToText(answer)).toBe(answerText));
  test('does not fail for a very deeply nested answer', () => {
    expect(answerToText('['.repeat(3000) + ']'.repeat(3000))).toBe('');
  });
  test.each([
    [
      ['ISO/IEC 27001:2022', 'NIST CSF', 'CCPA'],
      ['iso27001', 'nist', 'ccpa'],
    ],
    [['Our own ISO 27001', ''], []],
  ])('%j result in the conditions %j', (names, flags) => expect(flagsOf(names)).toEqual(flags));
});

describe('visibleText', () => {
  test('has a line for each block', () => {
    expect(
      visibleText([
        h(1, 'Head'),
        node('paragraph', text('a'), text('b'), { type: 'hardBreak' }, text('c')),
        node('bulletList', item(p('d')), item(p('e'))),
      ]),
    ).toBe('Head\nab\nc\nd\ne');
    expect(visibleText({ type: 'doc', content: [p('x')] })).toBe('x');
    expect(visibleText([node('paragraph', text('Ask '), { type: 'mention', attrs: { label: 'Ada' } })])).toBe('Ask Ada');
  });
  test('accepts any stored content', () => {
    let deep: object = text('deep');
    for (let level = 0; level < 50_000; level += 1) deep = node('x', deep);
    expect(visibleText([deep])).toBe('deep');
    for (const oddContent of [null, undefined, 7, 'text', [], [null, 1, 'a', [p('in')]], { text: 3, content: 'x' }])
      expect(typeof visibleText(oddContent)).toBe('string');
  });
});
