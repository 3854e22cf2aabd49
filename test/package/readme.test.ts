/** Runs the commands in README.md and CONTRIBUTING.md. Only their ports are replaced, because these may be in use. */
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
/** The commands in the README, which are its indented lines. */
const readmeCommands = [...(readme ?? '').matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line);

/** A clean clone with committed and uncommitted changes, and with the packages that are installed here. */
const cloneFolder = mkdtempSync(path.join(tmpdir(), 'clone-'));
const shell = (command: string, env: Record<string, string> = {}) =>
  promisify(execFile)('bash', ['-c', command], {
    cwd: cloneFolder,
    env: { PATH: `${path.resolve('node_modules/.bin')}:${process.env.PATH}`, HOME: process.env.HOME ?? '', ...env },
  });
beforeAll(async () => {
  await promisify(execFile)('bash', [
    '-c',
    `git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t ${cloneFolder}`,
  ]);
  symlinkSync(path.resolve('node_modules'), path.join(cloneFolder, 'node_modules'));
});
afterAll(() => rmSync(cloneFolder, { recursive: true }));

test('the first lines are the two commands, and every named script exists', () => {
  expect(readmeCommands.slice(0, 2)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  const namedScripts = [...`${readme}${contributing}`.matchAll(/npm (?:run (?:-s )?)?(start|test|(?<=run (?:-s )?)[a-z:-]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(namedScripts.length).toBeGreaterThan(20);
  expect(namedScripts.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
test('the server and the mock answer the requests in the README', async () => {
  const server = await startProcess({ DATA_DIR: temporaryFolder() });
  const mock = spawn(process.execPath, ['mock/main.ts'], { cwd: cloneFolder, env: { ...process.env, MOCK_PORT: '0' } });
  onTestFinished(() => void mock.kill());
  const mockUrl = await new Promise<string>((resolve) => {
    let output = '';
    mock.stdout.on('data', (part) => {
      output += String(part);
      const address = /(http:\S+)\n/.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  // Those to the sandbox are tested with it (test/mock/sandbox.test.ts).
  const requests = readmeCommands.filter((line) => line.startsWith('curl ') && !line.includes('localhost:4020'));
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
    {
      success: true,
      data: expect.arrayContaining([expect.objectContaining({ id: expect.stringMatching(/^rsk_/) })]),
      nextCursor: expect.any(String),
    },
    { success: true, data: expect.arrayContaining([expect.objectContaining({ id: expect.stringMatching(/^rsk_/) })]) },
    { success: false, error: 'Risk not found' },
    { success: true, data: [] },
  ]);
});
test('the admin command works as documented', async () => {
  const commands = readmeCommands.filter((line) => line.startsWith('npm run -s admin'));
  expect(commands.length).toBeGreaterThanOrEqual(1);
  for (const line of commands) {
    const { stdout } = await shell(line, {
      DATA_DIR: path.join(cloneFolder, 'admin'),
      DEMO: '0',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    expect(JSON.parse(stdout)).toMatchObject({ organizationId: expect.stringMatching(/^org_/), apiKey: expect.stringMatching(/^cak_/) });
  }
});
test('the client program in the README compiles', async () => {
  const program = /```ts\n([\s\S]*?)```/.exec(readme ?? '')?.[1] ?? '';
  writeFileSync(
    path.join(cloneFolder, 'program.ts'),
    `${program.replace("'compliance-automation-client'", "'./generated/client.ts'")}\nconsole.log(data, error, log);\n`,
  );
  // The program is compiled as strictly as the source of the project.
  const settings = { extends: './tsconfig.json', compilerOptions: { incremental: false, tsBuildInfoFile: null }, include: ['program.ts'] };
  writeFileSync(path.join(cloneFolder, 'tsconfig.program.json'), JSON.stringify(settings));
  await shell('node node_modules/typescript-7/bin/tsc -p tsconfig.program.json');
});
