/** How claims find their tests, and what is said when they do not. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { claimsIn } from '../../scripts/trace/claims.ts';
import { showingsIn } from '../../scripts/trace/tests.ts';

// Put together here, or they would be taken for claims that these tests show.
const [one, two, three, four] = ['01', '02', '03', '04'].map((number) => `S4.4-${number}`);

test.each([
  ['in the name', `test('200 [${one}] [${two}]', () => {});`, [{ line: 1, name: '200', claims: [one, two] }]],
  ['in a comment on the line', `test('200', () => {}); // ${one} ${two}`, [{ line: 1, name: '200', claims: [one, two] }]],
  ['in a comment inside', `\ntest('200', () => {\n  expect(1); // ${one}\n});\n`, [{ line: 2, name: '200', claims: [one] }]],
  ['in a row of a table', `test.each([\n  ['a'], // ${one}\n])('200 for %s', () => {});`, [{ line: 1, name: '200 for %s', claims: [one] }]],
  ['in a group, under a condition', `describe('a', () => { if (b) it(\`\${a} 200\`, () => {}); // ${one}\n});`, [{ line: 1, name: '${a} 200', claims: [one] }]],
  ['of the test and not of its neighbor', `test('a', () => {}); // ${one}\ntest('b', () => {}); // ${two}`, [{ line: 1, name: 'a', claims: [one] }, { line: 2, name: 'b', claims: [two] }]],
])('found %s', (_where, source, expected) => {
  expect(showingsIn('a.test.ts', source)).toEqual({ showings: expected.map((showing) => ({ file: 'a.test.ts', ...showing })), astray: [] });
});
test.each([
  ['outside of any test', `// ${one}\ntest('200', () => {});`], ['in a test that is skipped', `test.skip('200', () => {}); // ${one}`],
  ['in one that is still to be written', `test.todo('200'); // ${one}`], ['in the name of a group', `describe('${one}', () => { test('200', () => {}); });`],
])('not found %s', (_where, source) => {
  expect(showingsIn('a.test.ts', source)).toEqual({ showings: [], astray: [one] });
});
test.each([
  ['a column less', `${one}\trule\t-`], ['a kind that there is not', `${one}\tidea\t-\tIt is.`], ['a decision without an arrow', `${one}\tnot-shown\t-\tIt is.`],
  ['an id that is none', 'S4\trule\t-\tIt is.'], ['an id that stands twice', `${one}\trule\t-\tIt is.\n${one}\trule\t-\tIt is.`],
])('refused: %s', (_what, table) => {
  expect(() => claimsIn(table)).toThrow('spec/claims.tsv: ');
});

test('the command ends with 1 for a given claim without a test and for a claim that there is not; what is not built is awaited', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [table, page] = [path.join(folder, 'claims.tsv'), path.join(folder, 'trace.html')];
  const run = () => promisify(execFile)(process.execPath, ['scripts/trace.ts', '--claims', table, '--tests', folder, '--html', page])
    .then(({ stdout }) => ({ code: 0, out: stdout, err: '' }), ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout, err: stderr }));
  writeFileSync(table, [`${one}\trule\tlistRisks\tA < B`, `${two}\trule\tlistRisks,flyToTheMoon\tThere`, `${three}\toperation\tarea:moon\tArea`, `${four}\tnot-shown\tlistRisks\tWhere -> here`].join('\n'));
  writeFileSync(path.join(folder, 'a.test.ts'), `test('200', () => {}); // S9-${99}`);
  const failed = await run();
  expect(failed.code).toBe(1);
  expect(failed.err).toBe(`${path.join(folder, 'a.test.ts')}:1: there is no claim S9-${99}\n${one} is shown by no test: A < B\n`);
  writeFileSync(path.join(folder, 'a.test.ts'), `test('200', () => {}); // ${one}`);
  const passed = await run();
  expect(passed).toEqual({ code: 0, err: '', out: expect.stringContaining('trace: 4 claims: 1 shown by tests, 2 await operations, 0 missing, 1 decided by us; 0 faults\n') });
  expect(passed.out).toContain(`${two}  pending  There [listRisks, flyToTheMoon] awaits flyToTheMoon\n`);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('A &lt; B');
  expect(html).toContain('<a href="index.html#operation/listRisks">listRisks</a>');
  expect(html).toContain('Where → here');
});
