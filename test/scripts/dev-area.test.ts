/** Tests `npm run dev:area`, which checks an area each time a file is saved. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startCompiler } from '../../scripts/dev-area/compiler.ts';
import { lint } from '../../scripts/dev-area/lint.ts';

mkdirSync('node_modules/.cache', { recursive: true });
const folder = mkdtempSync('node_modules/.cache/dev-area-');
const file = path.join(folder, 'sample.ts');
afterAll(() => rmSync(folder, { recursive: true }));

test('the compiler reports an error with its place, and no longer once the file is correct', async () => {
  const compiler = await startCompiler();
  writeFileSync(file, "export const count: number = 'one';\n");
  expect(await compiler.check([file], [])).toEqual([expect.stringMatching(/sample\.ts:1:14 TS2322 Type 'string' is not assignable/)]);
  writeFileSync(file, 'export const count: number = 1;\n');
  expect(await compiler.check([file], [file])).toEqual([]);
  await compiler.end();
});

test('the linter reports an error with its place', async () => {
  writeFileSync(file, 'export const count = 1;\n');
  expect(await lint([file])).toEqual([]);
  writeFileSync(file, 'var count = 1;\nexport { count };\n');
  expect(await lint([file])).toEqual([expect.stringMatching(/sample\.ts:1:1: Unexpected var/)]);
});

test('checks the area at the start, and again for files that are saved during a check', async () => {
  const child = spawn('node', ['scripts/dev-area.ts', 'runs'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    const results = () => output.match(/^runs: \w+ after/gm) ?? [];
    // The first result of a check shows that the check has begun.
    await expect.poll(() => output).toMatch(/^ok {6}style/m);
    utimesSync('server/areas/work-in-the-background/runs/handlers.ts', new Date(), new Date());
    await expect.poll(results).toEqual(['runs: ok after', 'runs: ok after']);
  } finally {
    child.kill();
    await once(child, 'close');
  }
}, 400_000);

test('names the areas when the argument is none of them', async () => {
  const child = spawn('node', ['scripts/dev-area.ts', 'riskss'], { stdio: ['ignore', 'inherit', 'pipe'] });
  let message = '';
  child.stderr.on('data', (part: Buffer) => (message += part.toString()));
  const [status] = await once(child, 'close');
  expect([status, message]).toEqual([1, expect.stringMatching(/npm run dev:area -- <area>, one of: .*risks, /)]);
});
