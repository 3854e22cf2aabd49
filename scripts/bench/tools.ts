/** Measures how long developers wait: runs each tool once in a copy of the project, and measures elapsed and processor seconds. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import express from 'express';
import { operations } from '#generated/operations';
import { createDocsRouter } from '#docs/router';
import { StaticFile } from '#docs/static-file';
import { launchBrowser } from '../../test/browser/chromium.ts';
import { withTempFolder } from './folder.ts';
import { startServer } from './server.ts';
import { printTable } from './table.ts';

interface Tool {
  readonly name: string;
  readonly wall: number;
  readonly cpu?: number;
}
export interface ToolResults {
  readonly tools: readonly Tool[];
}

const commands: Record<string, string> = {
  'npm run generate': 'node scripts/generate.ts',
  'redocly lint': 'redocly lint spec/openapi.yaml --format=stylish',
  'check-spec': 'node scripts/check-spec.ts',
  'npm run types': 'npm run -s types',
};

export async function measureTools(): Promise<ToolResults> {
  return withTempFolder(async (folder) => {
    for (const part of readdirSync('.').filter((name) => !['.git', 'data', 'dist', 'node_modules'].includes(name)))
      cpSync(part, path.join(folder, part), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    const env = { ...process.env, PATH: `${path.resolve('node_modules/.bin')}:${process.env.PATH}`, TIMEFORMAT: '%R %U %S' };
    const tools = Object.entries(commands).map(([name, command]): Tool => {
      // Bash includes the time of child processes.
      const { status, stderr } = spawnSync('bash', ['-c', `time ${command} >/dev/null 2>&1`], { cwd: folder, env, encoding: 'utf8' });
      return { name: status === 0 ? name : `${name} (failed)`, ...timesIn(stderr) };
    });
    const reference = await paintReference();
    const mock = await startServer('mock/main.ts', { MOCK_PORT: '0' }, '/v1/risks', { 'x-api-key': 'any' });
    await mock.stop();
    return { tools: [...tools, { name: 'npm run mock, to its first answer', wall: mock.startup / 1000 }, ...reference] };
  });
}

/** Measures the reference in a fresh browser: until the first paint, and until the last operation is rendered. */
async function paintReference(): Promise<Tool[]> {
  const server = express()
    .disable('etag')
    .use(createDocsRouter(new StaticFile(() => readFileSync('generated/openapi.json', 'utf8'))))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const startTime = performance.now();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/docs/`);
    await page.locator(`[data-section-id="operation/${Object.keys(operations).at(-1)}"]`).waitFor({ state: 'attached' });
    const totalSeconds = (performance.now() - startTime) / 1000;
    const paint = Number(await page.evaluate('performance.getEntriesByName("first-contentful-paint")[0].startTime')) / 1000;
    return [
      { name: 'reference, first paint', wall: paint },
      { name: 'reference, every operation drawn', wall: totalSeconds },
    ];
  } finally {
    await browser.close();
    server.close();
  }
}

export function printTools({ tools }: ToolResults) {
  printTable(
    ['Tool', 'Clock s', 'CPU s'],
    tools.map(({ name, wall, cpu }) => [name, wall.toFixed(1), cpu?.toFixed(1) ?? '']),
  );
}

function timesIn(output: string) {
  const [wall = NaN, user = NaN, system = NaN] = output.trim().split(/\s+/).slice(-3).map(Number);
  return { wall, cpu: user + system };
}
