/** What README.md and CONTRIBUTING.md say to type is typed here. Their ports are others' perhaps, so those alone are replaced. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../support/engine.ts';
import { bootstrapKey as key, startProcess, temporaryFolder } from '../support/process.ts';

const [readme, contributing] = ['README.md', 'CONTRIBUTING.md'].map((file) => readFileSync(file, 'utf8'));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Indented lines are what is to be typed. */
const printed = [...(readme ?? '').matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line);

/** A clean clone of what is committed and what is not yet, with the packages that are installed here. */
const clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
const shell = (command: string, env: Record<string, string> = {}) =>
  promisify(execFile)('bash', ['-c', command], {
    cwd: clone,
    env: { PATH: `${path.resolve('node_modules/.bin')}:${process.env.PATH}`, HOME: process.env.HOME ?? '', ...env },
  });
beforeAll(async () => {
  await promisify(execFile)('bash', ['-c', `git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${clone}`]);
  symlinkSync(path.resolve('node_modules'), path.join(clone, 'node_modules'));
});
afterAll(() => rmSync(clone, { recursive: true }));

test('the first lines are the two commands, and every script that is named exists', () => {
  expect(printed.slice(0, 2)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  const named = [...`${readme}${contributing}`.matchAll(/npm (?:run (?:-s )?)?(start|test|(?<=run (?:-s )?)[a-z:-]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
test('the printed requests are answered by the server and by the mock', async () => {
  const server = await startProcess({ DATA_DIR: temporaryFolder() });
  const mock = spawn(process.execPath, ['mock/main.ts'], { cwd: clone, env: { ...process.env, MOCK_PORT: '0' } });
  onTestFinished(() => void mock.kill());
  const mockUrl = await new Promise<string>((resolve) => {
    let said = '';
    mock.stdout.on('data', (part) => {
      said += String(part);
      const found = /(http:\S+)\n/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const requests = printed.filter((line) => line.startsWith('curl '));
  expect(requests.length).toBeGreaterThanOrEqual(4);
  const answers = await Promise.all(
    requests.map(async (line) =>
      JSON.parse(
        (
          await shell(
            `${line.replace('curl', 'curl -s').replace('<the printed key>', key).replace('http://localhost:3000', server.url).replace('http://localhost:4010', mockUrl)}`,
          )
        ).stdout,
      ),
    ),
  );
  expect(answers).toEqual([
    { success: true, data: expect.arrayContaining([expect.objectContaining({ id: expect.stringMatching(/^rsk_/) })]) },
    { success: true, data: expect.arrayContaining([expect.objectContaining({ id: expect.stringMatching(/^rsk_/) })]) },
    { success: false, error: 'Risk not found' },
    { success: true, data: [] },
  ]);
});
test('the admin command does as printed', async () => {
  const commands = printed.filter((line) => line.startsWith('npm run -s admin'));
  expect(commands.length).toBeGreaterThanOrEqual(1);
  for (const line of commands) {
    const { stdout } = await shell(line, {
      DATA_DIR: path.join(clone, 'admin'),
      DEMO: '0',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    expect(JSON.parse(stdout)).toMatchObject({ organizationId: expect.stringMatching(/^org_/), apiKey: expect.stringMatching(/^cak_/) });
  }
});
test('the program of the client compiles', async () => {
  const program = /```ts\n([\s\S]*?)```/.exec(readme ?? '')?.[1] ?? '';
  writeFileSync(
    path.join(clone, 'program.ts'),
    `${program.replace("'compliance-automation-client'", "'./generated/client.ts'")}\nconsole.log(data, error, log);\n`,
  );
  // As strictly as the rest, which is compiled by the check that this test belongs to.
  const settings = { extends: './tsconfig.json', compilerOptions: { incremental: false, tsBuildInfoFile: null }, include: ['program.ts'] };
  writeFileSync(path.join(clone, 'tsconfig.program.json'), JSON.stringify(settings));
  await shell('node node_modules/typescript-7/bin/tsc -p tsconfig.program.json');
});
