/** What is waited for while developing: each tool once, in a copy, as seconds of the clock and of the processors. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from './server.ts';

export interface Tool { readonly name: string; readonly wall: number; readonly cpu?: number }

const commands: Record<string, string> = {
  'npm run generate': 'node scripts/generate.ts',
  'redocly lint': 'redocly lint spec/openapi.yaml --format=stylish',
  'check-spec': 'node scripts/check-spec.ts',
  'tsc -p .': 'tsc -p .',
};

export async function measureTools(): Promise<Tool[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    for (const part of readdirSync('.').filter((name) => !['.git', 'data', 'dist', 'node_modules'].includes(name))) cpSync(part, path.join(folder, part), { recursive: true });
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
    const env = { ...process.env, PATH: `${path.resolve('node_modules/.bin')}:${process.env.PATH}`, TIMEFORMAT: '%R %U %S' };
    const tools = Object.entries(commands).map(([name, command]): Tool => {
      // Bash counts what its children start, too.
      const { status, stderr } = spawnSync('bash', ['-c', `time ${command} >/dev/null 2>&1`], { cwd: folder, env, encoding: 'utf8' });
      return { name: status === 0 ? name : `${name} (failed)`, ...timesIn(stderr) };
    });
    const mock = await startServer('mock/main.ts', { MOCK_PORT: '0' }, '/v1/risks', { 'x-api-key': 'any' });
    await mock.stop();
    return [...tools, { name: 'npm run mock, to its first answer', wall: mock.startup / 1000 }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timesIn(said: string) {
  const [wall = NaN, user = NaN, system = NaN] = said.trim().split(/\s+/).slice(-3).map(Number);
  return { wall, cpu: user + system };
}
