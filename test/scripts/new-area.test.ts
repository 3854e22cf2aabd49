/** A new area is complete and passes all checks without changes. The test creates it in a copy of the project. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const projectEntries = readdirSync('.').filter((name) => !['.git', 'data', 'dist', 'node_modules'].includes(name));

function copyProject() {
  const folder = mkdtempSync(path.join(tmpdir(), 'new-area-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of projectEntries) cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  // The environment is that of a shell, without variables of this test run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV|NODE_OPTIONS)/.test(name)));
  const programs = path.resolve('node_modules/.bin');
  /** @returns the output of a command, and its exit code if it failed */
  return (...[program = '', ...parameters]: string[]) =>
    promisify(execFile)(program, parameters, {
      cwd: folder,
      env: { ...env, PATH: `${programs}:${process.env.PATH}` },
      maxBuffer: 1e8,
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
    );
}

test(
  'a new area passes the checks without changes; a name that is taken, invalid or missing is rejected with one line',
  { timeout: 600_000 },
  async () => {
    const run = copyProject();
    const passes = async (...command: string[]) => {
      const { code, said } = await run(...command);
      expect(code, `${command.join(' ')}\n${said}`).toBe(0);
    };
    const newArea = (...parameters: string[]) => run('node', 'scripts/new-area.ts', ...parameters);
    const areaTest = 'test/areas/risk-management/sample-widgets.test.ts';
    const refusals = {
      'npm run new-area -- <area>': [],
      '"Audit Programs" is not a name for an area': ['Audit Programs'],
      '"risks" is taken': ['risks'],
      '"sample-widgets" is taken': ['sample-widgets'],
      'has Risk already': ['hazards', '--record', 'Risk'],
      'a table audit_head already': ['hazards', '--record', 'AuditHead'],
      'rsk_ are taken': ['hazards', '--prefix', 'rsk'],
      '"elsewhere" is not a group of areas': ['hazards', '--group', 'elsewhere'],
      '"app" is not a permission': ['hazards', '--permission', 'app'],
    };
    const createdArea = await newArea('sample-widgets', '--group', 'risk-management', '--permission', 'framework');
    expect(createdArea.code, createdArea.said).toBe(0);
    // Only created and changed files are checked, because `npm run check` checks all other files.
    const files = [...createdArea.said.matchAll(/^ {2}(\S+)$/gm)].map(([, file = '']) => file);
    expect(files).toEqual(
      expect.arrayContaining(['spec/areas/risk-management/sample-widgets/paths.yaml', 'server/areas/index.ts', areaTest]),
    );
    await Promise.all([
      passes('node', 'scripts/generate.ts'),
      ...Object.entries(refusals).map(async ([reason, parameters]) =>
        expect(await newArea(...parameters)).toEqual({ code: 1, said: expect.stringMatching(new RegExp(`^new-area: .*${reason}.*\n$`)) }),
      ),
    ]);
    await Promise.all([
      passes('redocly', 'lint', 'spec/openapi.yaml'),
      passes('node', 'scripts/check-spec.ts'),
      passes('npm', 'run', '-s', 'types'),
      passes('prettier', '--check', '--ignore-unknown', ...files),
      passes('oxlint', ...files.filter((file) => file.endsWith('.ts'))),
      passes('vitest', 'run', areaTest, 'test/contract/areas.test.ts'),
    ]);
  },
);
