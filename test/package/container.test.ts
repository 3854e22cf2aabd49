/** Builds the image without a container engine: executes each step of the Dockerfile, in a directory for each stage. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { startProcess } from '../support/process.ts';

interface Stage {
  /** The directory that is `/` in the stage. */
  readonly root: string;
  directory: string;
  readonly env: Record<string, string>;
  user: string;
  command: readonly string[];
  health: readonly string[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const isRoot = process.getuid?.() === 0;
const ignoredPatterns = readFileSync('.dockerignore', 'utf8').trim().split('\n');
const { HOME, NODE_EXTRA_CA_CERTS, HTTPS_PROXY, NO_PROXY } = process.env;
/** Environment for the steps: this Node.js in place of the one in the image, and access to the registry. */
const stepEnvironment = Object.fromEntries(
  Object.entries({
    PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
    HOME,
    NODE_EXTRA_CA_CERTS,
    HTTPS_PROXY,
    NO_PROXY,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

/** The instructions of the Dockerfile, with continued lines joined. */
const steps = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => ({ line, instruction: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
const stages = new Map<string, Stage>();
let image: Stage;

/** @returns a text with its paths of the image replaced by paths on this machine */
const localPaths = ({ root }: Stage, text: string) => text.replaceAll(/(^|[\s=])\/(app|data)\b/g, `$1${root}/$2`);

async function execute({ instruction, rest, line }: (typeof steps)[number]) {
  if (instruction === 'FROM') {
    const [base = '', , name = `stage ${stages.size}`] = rest.split(' ');
    expect(base, 'the major version of Node.js that the package is tested on').toMatch(`node:${process.versions.node.split('.')[0]}-`);
    const root = path.join(folder, String(stages.size));
    mkdirSync(root, { mode: 0o755 });
    image = { root, directory: root, env: {}, user: '', command: [], health: [] };
    stages.set(name, image);
  } else if (instruction === 'WORKDIR') {
    image.directory = path.join(image.root, rest);
    mkdirSync(image.directory, { recursive: true });
  } else if (instruction === 'ENV') {
    for (const one of rest.split(' ')) {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(one) ?? [];
      image.env[name] = localPaths(image, value);
    }
  } else if (instruction === 'COPY') {
    const words = rest.split(' ');
    const sourceStage = words[0]?.startsWith('--from=') ? stages.get(words.shift()?.slice('--from='.length) ?? '') : undefined;
    const target = words.pop() ?? '';
    for (const source of words) {
      const origin = sourceStage ? path.join(sourceStage.root, source) : source;
      const isFolder = target.endsWith('/');
      cpSync(origin, path.join(image.directory, isFolder ? path.join(target, path.basename(source)) : target), {
        recursive: true,
        filter: (file) => sourceStage !== undefined || !ignoredPatterns.includes(path.normalize(file).split(path.sep)[0] ?? ''),
      });
    }
  } else if (instruction === 'RUN' && rest === 'npm ci') {
    // `npm ci` has already installed these packages here. The final stage runs `npm ci --omit=dev`, which tests the lock file.
    symlinkSync(path.resolve('node_modules'), path.join(image.directory, 'node_modules'));
  } else if (instruction === 'RUN') {
    // Only root can change the owner of a file.
    const script = localPaths(image, isRoot ? rest : rest.replace(/&& chown \S+ \S+/, ''));
    await promisify(execFile)('bash', ['-ec', script], {
      cwd: image.directory,
      env: { ...stepEnvironment, ...image.env },
      maxBuffer: 1e8,
    });
  } else if (instruction === 'USER') image.user = rest;
  else if (instruction === 'CMD') image.command = JSON.parse(rest);
  else if (instruction === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('[')));
  else expect(['VOLUME', 'EXPOSE'], line).toContain(instruction);
}

beforeAll(async () => {
  execFileSync('chmod', ['755', folder]);
  for (const step of steps) await execute(step);
}, 900_000);

/** @returns the account that the image runs as, if this process may choose one */
const account = () => (isRoot ? { uid: Number(image.user), gid: Number(image.user) } : {});
const run = (program: string, parameters: readonly string[], env: Record<string, string> = {}, cwd = image.directory) =>
  promisify(execFile)(program, parameters, { cwd, env: { ...stepEnvironment, ...image.env, HOME: '/nowhere', ...env }, ...account() }).then(
    ({ stdout }) => stdout,
  );

test('the image serves as an unprivileged user and is healthy, and its admin command works while it serves', async () => {
  expect(Number(image.user)).toBeGreaterThan(0);
  const [node, ...program] = image.command;
  expect(node).toBe('node');
  const server = await startProcess(
    { ...image.env, HOST: '127.0.0.1' },
    program.map((file) => path.join(image.directory, file)),
    account(),
  );
  expect(server.url, server.said.err).not.toBe('');
  expect(await call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 200 });
  expect((await fetch(`${server.url}/docs/`)).status).toBe(200);
  const [, ...check] = image.health;
  await run('node', check, { PORT: new URL(server.url).port });
  await expect(run('node', check, { PORT: '1' })).rejects.toThrow();
  expect(await run('npm', ['run', '-s', 'admin', '--', 'help'])).toContain('backup');
  const out = path.join(image.env.DATA_DIR ?? '', 'one.backup');
  expect(JSON.parse(await run('npm', ['run', '-s', 'admin', '--', 'backup', '--out', out]))).toMatchObject({ file: out, faults: 0 });
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(JSON.parse(await run('npm', ['run', '-s', 'admin', '--', 'organization', 'list']))).toMatchObject({ organizations: [{}] });
}, 300_000);

test('the image contains the optional peer dependencies, in the versions of the lock', async () => {
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { peerDependencies }: { peerDependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.keys(peerDependencies);
  expect(names.length).toBeGreaterThan(0);
  const versionOf = (name: string) =>
    JSON.parse(readFileSync(path.join(image.root, 'app/node_modules', name, 'package.json'), 'utf8')).version;
  expect(names.map(versionOf)).toEqual(names.map((name) => packages[`node_modules/${name}`]?.version));
  expect(existsSync(path.join(image.root, 'app/node_modules/vitest'))).toBe(false);
  const settings = { S3_BUCKET: 'files', AUDIT_ANCHOR: 's3://files/anchors', PORT: 'high' };
  await expect(run('node', image.command.slice(1), settings)).rejects.toThrow(/\nPORT must be [^\n]*\n$/);
});

test('npm ci --omit=dev && npm start reports in one line what is missing', async () => {
  const checkout = path.join(folder, 'checkout');
  for (const name of ['package.json', 'scripts/start.cjs', 'generated', 'server'])
    cpSync(name, path.join(checkout, name), { recursive: true });
  // The image got these packages from the same command.
  symlinkSync(path.join(image.directory, 'node_modules'), path.join(checkout, 'node_modules'));
  await expect(run('node', ['scripts/start.cjs', 'server/main'], {}, checkout)).rejects.toThrow(
    /\nStarting from source needs all packages: npm ci --include=dev\n$/,
  );
});
