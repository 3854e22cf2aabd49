/** Tests the package of the client like a user: packed, installed into an empty project, compiled, bundled, and run. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import semver from 'semver';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { installClient, type Packed } from '../support/client-package.ts';
import { add, risk } from '../support/risks.ts';

const execute = promisify(execFile);
let project: string;
let packed: Packed;
beforeAll(async () => {
  ({ project, packed } = await installClient());
  return () => rmSync(project, { recursive: true });
});
const write = (name: string, contents: string) => writeFileSync(path.join(project, name), contents);
const read = (name: string) => readFileSync(path.join(project, 'node_modules/compliance-automation-client', name), 'utf8');

test('the package has few files, and imports only its one dependency', () => {
  expect(packed.files.map((file) => file.path).sort()).toEqual([
    'LICENSE',
    'README.md',
    'client.d.ts',
    'client.js',
    'contract.d.ts',
    'contract.js',
    'hiding-templates.d.ts',
    'hiding-templates.js',
    'labels.d.ts',
    'labels.js',
    'package.json',
    'permissions.d.ts',
    'permissions.js',
    'transitions.d.ts',
    'transitions.js',
  ]);
  const { name, version, engines, dependencies } = JSON.parse(read('package.json'));
  const root = JSON.parse(readFileSync('package.json', 'utf8'));
  expect({ name, version, engines, dependencies }).toEqual({
    name: 'compliance-automation-client',
    version: root.version,
    engines: { node: '>=20' },
    dependencies: { 'openapi-fetch': root.devDependencies['openapi-fetch'] },
  });
  const imports = packed.files
    .filter((file) => /\.(js|d\.ts)$/.test(file.path))
    .flatMap((file) => [...read(file.path).matchAll(/^(?:import|export)\b[^;'"]*\bfrom ['"]([^'"]+)/gm)].map(([, module]) => module));
  expect(new Set(imports)).toEqual(
    new Set([
      './contract.js',
      './contract.ts',
      './hiding-templates.js',
      './labels.js',
      './labels.ts',
      './permissions.js',
      './permissions.ts',
      './transitions.js',
      './transitions.ts',
      'openapi-fetch',
    ]),
  );
});

/** A program with three calls in one file, like a user starts with. */
const exampleProgram = `
import { createClient, orThrow, type Risk, RiskStatus } from 'compliance-automation-client';

const client = createClient({ baseUrl: 'http://localhost:3000' });
const { data, error } = await client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_1' } } });
const found: Risk | undefined = data?.data;
for await (const { title } of client.list('/v1/risks', { params: { query: { status: [RiskStatus.open] } } })) console.log(title);
const made = await orThrow(client.POST('/v1/risks', { body: { title: 'Fire', description: 'It burns.', category: 'technology' } }));
console.log(found?.title, error?.error, made.data.id);
`;
/** Compiles a program in the project in strict mode. @returns the statistics of the compiler */
async function compile(program: string, compiler: string, options: object): Promise<Readonly<Record<string, number>>> {
  const compilerOptions = { noEmit: true, target: 'es2022', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true, ...options };
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  write('program.ts', program);
  const tsc = path.resolve('node_modules', compiler, 'bin/tsc');
  // Node.js may wait forever for V8's worker threads when it exits, so it runs without them.
  const { stdout } = await execute('node', ['--v8-pool-size=0', tsc, '-p', project, '--extendedDiagnostics']).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).not.toContain('error TS');
  return Object.fromEntries([...stdout.matchAll(/^(\w[\w ]*): +(\d+)/gm)].map(([, name = '', figure]) => [name, Number(figure)]));
}
const browser = { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] };
const server = { lib: ['es2022'], types: ['node'], typeRoots: [path.resolve('node_modules/@types')] };

describe.each(['typescript', 'typescript-7'])('%s', (compiler) => {
  test.each([
    ['a browser', browser],
    ['Node.js', server],
    ['exact optional properties', { ...browser, exactOptionalPropertyTypes: true }],
    ['a bundler', { ...browser, module: 'esnext', moduleResolution: 'bundler' }],
  ])('compiles three calls for %s with few types and instantiations', async (_name, options) => {
    const { Types = Infinity, Instantiations = Infinity } = await compile(exampleProgram, compiler, { ...options, skipLibCheck: true });
    // The whole contract has forty thousand types, and the declarations of openapi-fetch take 160,000 instantiations. Finding the path of
    // a call takes thirty instantiations for each operation.
    expect([Types, Instantiations].map((figure) => Math.floor(figure / 20_000))).toEqual([0, 0]);
  });
  test('finds no errors in the declarations of the package', async () => {
    await compile(exampleProgram, compiler, browser);
  });
  test('compiles the programs in the README of the package', async () => {
    const programs = [...read('README.md').matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, program = '']) => program);
    expect(programs.length).toBeGreaterThanOrEqual(9);
    for (const program of programs) await compile(program, compiler, { ...server, skipLibCheck: true });
  });
});

test('a bundle contains only the enumerations that it uses, with values in the order of the contract', async () => {
  write('select.js', "import { RiskStatus } from 'compliance-automation-client';\nexport const options = Object.values(RiskStatus);\n");
  const bundle = await rolldown({ input: path.join(project, 'select.js'), cwd: project });
  const { output } = await bundle.generate({ format: 'esm' });
  const { code } = output[0];
  expect([code.includes('archived'), code.length < 500, output.length]).toEqual([true, true, 1]);
  const { options } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(options).toEqual(['open', 'pending', 'closed', 'archived']);
});

test('a bundle contains only the transitions that it uses', async () => {
  write('next.js', "import { transitions } from 'compliance-automation-client';\nexport const next = transitions.taskStatus.todo;\n");
  const bundle = await rolldown({ input: path.join(project, 'next.js'), cwd: project });
  const { output } = await bundle.generate({ format: 'esm' });
  const { code } = output[0];
  expect([code.includes('not_relevant'), code.includes('superseded'), code.length < 700, output.length]).toEqual([true, false, true, 1]);
  const { next } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(next).toEqual(['in_progress', 'in_review', 'done', 'not_relevant', 'failed']);
});

const app = startApp();
/** The Node.js that runs this test, and the installed Node.js of the machine if the client supports its version. */
const nodes = [process.execPath, '/usr/bin/node'].filter(
  (node) => existsSync(node) && semver.satisfies(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(), '>=20'),
);
test.each(nodes)('the package runs on %s', async (node) => {
  const { call, organization } = await app.caller();
  const { id } = await add(call);
  write(
    'run.js',
    `import { ApiError, createClient, orThrow, RiskStatus } from 'compliance-automation-client';
    const client = createClient({ baseUrl: process.env.BASE, apiKey: process.env.API_KEY });
    const made = await orThrow(client.POST('/v1/risks', { body: { title: 'Fire', description: 'It burns.', category: 'technology', status: RiskStatus.pending } }));
    const titles = [];
    for await (const { title } of client.list('/v1/risks', { params: { query: { limit: 1 } } })) titles.push(title);
    const missing = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_none' } } })).catch((reason) => reason);
    const file = await client.download('/v1/audit-logs/export');
    const { data, nextCursor } = await client.page('/v1/risks', { params: { query: { limit: 1 } } });
    console.log(JSON.stringify([made.data.status, titles, missing instanceof ApiError, missing.status, file.name.endsWith('.ndjson'), (await file.text()).includes('${id}'), data.length, nextCursor !== null]));`,
  );
  const { stdout, stderr } = await execute(node, ['run.js'], { cwd: project, env: { BASE: app.base, API_KEY: organization.key } });
  expect([JSON.parse(stdout), stderr]).toEqual([['pending', ['Fire', risk.title], true, 404, true, true, 1, true], '']);
});
