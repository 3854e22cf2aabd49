/** Tests how claims are traced to tests, and the errors for claims without tests. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parseClaims } from '../../scripts/trace/claims.ts';
import { parseClaimTests } from '../../scripts/trace/claim-tests.ts';
import { findTests } from '../../scripts/trace/tests.ts';

const [one, two, three, four] = ['S4.4-01', 'S4.4-02', 'S4.4-03', 'S4.4-04'];

test.each([
  ['by itself', "\ntest('200', () => {});", [{ line: 2, name: '200' }]],
  ['for each row of a table', "test.each([\n  ['a'],\n])('200 for %s', () => {});", [{ line: 1, name: '200 for %s' }]],
  ['in a group, under a condition', "describe('a', () => { if (b) it(`${a} 200`, () => {});\n});", [{ line: 1, name: '${a} 200' }]],
  ['only if it runs', "test.skip('200', () => {}); test.todo('404'); describe('a', () => {});", []],
])('a test is found %s', (_where, source, expected) => {
  expect(findTests('a.test.ts', source)).toEqual(expected.map((found) => ({ file: 'a.test.ts', ...found })));
});
test.each([
  ['a column less', `${one}\ta.test.ts`],
  ['an id that is none', 'S4\ta.test.ts\t200'],
  ['a line that stands twice', `${one}\ta.test.ts\t200\n${one}\ta.test.ts\t200`],
])('rejects %s', (_what, table) => {
  expect(() => parseClaimTests(table)).toThrow('spec/claims-tests.tsv: ');
});
test.each([
  ['a column less', `${one}\trule\t-`],
  ['a kind that there is not', `${one}\tidea\t-\tIt is.`],
  ['a decision without an arrow', `${one}\tnot-shown\t-\tIt is.`],
  ['an id that is none', 'S4\trule\t-\tIt is.'],
  ['an id that stands twice', `${one}\trule\t-\tIt is.\n${one}\trule\t-\tIt is.`],
])('rejects %s', (_what, table) => {
  expect(() => parseClaims(table)).toThrow('spec/claims.tsv: ');
});

test('the command exits with 1 for a claim without a test and for an unknown claim; claims about unbuilt parts are pending', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [table = '', claimTests = '', page = '', file = ''] = ['claims.tsv', 'claims-tests.tsv', 'trace.html', 'a.test.ts'].map((name) =>
    path.join(folder, name),
  );
  const run = () =>
    promisify(execFile)(process.execPath, [
      'scripts/trace.ts',
      '--claims',
      table,
      '--shown',
      claimTests,
      '--tests',
      folder,
      '--html',
      page,
    ]).then(
      ({ stdout }) => ({ code: 0, out: stdout, err: '' }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, out: stdout, err: stderr }),
    );
  writeFileSync(
    table,
    [
      `${one}\trule\tlistRisks\tA < B`,
      `${two}\trule\tlistRisks,flyToTheMoon\tThere`,
      `${three}\toperation\tarea:moon\tArea`,
      `${four}\tnot-shown\tlistRisks\tWhere -> here`,
    ].join('\n'),
  );
  writeFileSync(file, "test('200', () => {});");
  writeFileSync(claimTests, `S9-99\t${file}\t200\n${one}\t${file}\t201\n`);
  const failedRun = await run();
  expect(failedRun.code).toBe(1);
  expect(failedRun.err).toBe(
    `${file}: "200" shows S9-99, and there is no such claim\n${one} is said to be shown by "201" in ${file}, and there is no such test\n${one} is shown by no test: A < B\n`,
  );
  writeFileSync(claimTests, `${one}\t${file}\t200\n`);
  const passedRun = await run();
  expect(passedRun).toEqual({
    code: 0,
    err: '',
    out: expect.stringContaining('trace: 4 claims: 1 shown by tests, 2 await operations, 0 missing, 1 decided by us; 0 faults\n'),
  });
  expect(passedRun.out).toContain(`${two}  pending  There [listRisks, flyToTheMoon] awaits flyToTheMoon\n`);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('A &lt; B');
  expect(html).toContain('<a href="index.html#operation/listRisks">listRisks</a>');
  expect(html).toContain('Where → here');
});
