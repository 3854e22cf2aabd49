/** Tests both packages like a user: packed, installed into an empty project, and used from there. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionalPackages } from '#platform/optional-packages';
import { call } from '../support/app.ts';
import type { Packed } from '../support/client-package.ts';
import { bootstrapKey, startProcess, temporaryFolder } from '../support/process.ts';

const project = mkdtempSync(path.join(tmpdir(), 'package-'));
const modules = path.join(project, 'node_modules');
const binPath = (name: string) => path.join(modules, '.bin', name);
interface Manifest {
  readonly dependencies: object;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: object;
  readonly bin: Readonly<Record<string, string>>;
}
const { dependencies, peerDependencies, peerDependenciesMeta, bin: bins }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
let packedFiles: readonly string[];

const { HOME, NODE_EXTRA_CA_CERTS, HTTPS_PROXY, NO_PROXY } = process.env;
/** Environment for commands: this Node.js first, access to the registry, and nothing that vitest has set. */
const environment = {
  PATH: [path.dirname(process.execPath), path.resolve('node_modules/.bin'), process.env.PATH].join(path.delimiter),
  HOME,
  NODE_EXTRA_CA_CERTS,
  HTTPS_PROXY,
  NO_PROXY,
};
const run = (program: string, parameters: readonly string[], { cwd = '.', env = {} } = {}) =>
  promisify(execFile)(program, parameters, { cwd, env: { ...environment, ...env }, maxBuffer: 1e7 }).then(
    ({ stdout }) => stdout,
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => {
      throw new Error(`${program} ended with ${code}: ${stdout}${stderr}`);
    },
  );

beforeAll(async () => {
  await run('node', ['scripts/build.ts']);
  const [server, client]: [Packed, Packed] = JSON.parse(
    await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project, '.', './dist/client']),
  );
  packedFiles = server.files.map((file) => file.path);
  writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', server.filename, client.filename], { cwd: project });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test('only built files are published, and no development dependency is installed with the package', () => {
  expect(
    packedFiles.filter(
      (file) =>
        !/^dist\/(generated|scripts\/agent|server)\/|^dist\/(database-\w+\.zip\.gz|docs\.json\.br|package\.json)$|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(
          file,
        ),
    ),
  ).toEqual([]);
  expect(packedFiles.filter((file) => file.endsWith('.map') || (file.endsWith('.ts') && !file.endsWith('.d.ts')))).toEqual([]);
  expect(packedFiles.filter((file) => file.endsWith('.d.ts')).sort()).toEqual([
    'dist/server/index.d.ts',
    'dist/server/platform/config.d.ts',
    'dist/server/platform/config/environment.d.ts',
    'dist/server/platform/ports/anchor-place.d.ts',
    'dist/server/start/server.d.ts',
    'dist/server/start/start-error.d.ts',
  ]);
  expect(packedFiles).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'dist/docs.json.br',
      'dist/generated/openapi.json',
      'dist/server/platform/database/migrations/0001_foundation.sql',
    ]),
  );
  expect(readdirSync(modules).filter((name) => ['node', 'playwright-core', 'redoc', 'typescript', 'vitest'].includes(name))).toEqual([]);
});
test('the package and its dependencies take at most 160 MB', () => {
  const size = (folder: string) => Number.parseInt(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }));
  expect(size(modules) - size(path.join(modules, 'compliance-automation-client'))).toBeLessThanOrEqual(160);
});
test('every imported package is a dependency or an optional peer dependency', () => {
  const code = packedFiles
    .filter((file) => /^dist\/(generated|scripts\/agent|server)\/.*\.(js|d\.ts)$/.test(file))
    .map((file) => readFileSync(path.join(modules, 'compliance-automation-api', file), 'utf8'));
  const importedPackages = code
    .flatMap((text) => [...text.matchAll(/^(?:import|export)\b(?:[^;'"]*\bfrom)? ?['"]([^.#'"][^'"]*)|\bimport\(['"]([^.#'"][^'"]*)/gm)])
    .map(([, packageName, scopedName]) => packageName ?? scopedName ?? '');
  expect(importedPackages).toContain('kysely');
  const allowedPackages = { ...dependencies, ...peerDependencies };
  expect(
    importedPackages.filter((name) => !isBuiltin(name) && !Object.hasOwn(allowedPackages, /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)),
  ).toEqual([]);
});
test('each optional peer dependency has a message about its use, and is not installed with the package', () => {
  const namedPackages = [...new Set(Object.values(optionalPackages).flat())].sort();
  expect(namedPackages).toEqual(Object.keys(peerDependencies));
  expect(peerDependenciesMeta).toEqual(Object.fromEntries(namedPackages.map((name) => [name, { optional: true }])));
  expect(namedPackages.filter((name) => existsSync(path.join(modules, name)))).toEqual([]);
});
const installBucketPackages = 'npm install @aws-sdk/client-s3';
test.each([
  [
    { S3_BUCKET: 'files' },
    `Storing files in S3 needs more packages: ${installBucketPackages} @aws-sdk/lib-storage @aws-sdk/s3-request-presigner`,
  ],
  [{ AUDIT_ANCHOR: 's3://bucket/prefix' }, `Anchoring audit logs in S3 needs the package @aws-sdk/client-s3: ${installBucketPackages}`],
])('a start with %j reports in one line what to install', async (env, line) => {
  for (const [name, ...parameters] of [['compliance-automation-api'], ['compliance-automation-api-admin', 'status']])
    await expect(run(binPath(name ?? ''), parameters, { env: { ...env, DATA_DIR: temporaryFolder() } })).rejects.toThrow(
      `ended with 1: ${line}\n`,
    );
});
test('connecting with a missing optional package fails and names the npm command; images, PDF and DOCX need no such package', async () => {
  const { url, stop } = await startProcess({ DATA_DIR: temporaryFolder(), RATE_LIMIT: '0' }, [binPath('compliance-automation-api')]);
  const post = (pathname: string, body: object) => call(url, 'POST', pathname, { key: bootstrapKey, body });
  const attempt = (providerSlug: string, credentials: object) => post('/v1/integrations/connections', { providerSlug, credentials });
  const keys = { accessKeyId: 'AKIAAAAAAAAAAAAAAAAA', secretAccessKey: 'a'.repeat(40) };
  const directory = { url: 'ldaps://directory.example.com', bindDn: 'cn=reader', bindPassword: 'secret', baseDn: 'dc=example' };
  const ldap = 'Reading an LDAP directory needs the package ldapts: npm install ldapts';
  const rejected = (reason: string) => ({ status: 422, body: { code: 'credentials_refused', reason } });
  expect(await attempt('aws', keys)).toMatchObject(
    rejected(`Reading an AWS account needs more packages: npm install ${optionalPackages['Reading an AWS account'].join(' ')}`),
  );
  expect(await attempt('object-storage', keys)).toMatchObject(
    rejected(`Reading object storage needs more packages: ${installBucketPackages} @aws-sdk/client-sts`),
  );
  expect(await attempt('ldap-directory', directory)).toMatchObject(rejected(ldap));
  expect(await attempt('ldap-directory', { ...directory, userFilter: '(objectClass=person)' })).toMatchObject({
    status: 400,
    body: { details: { 'credentials.userFilter': { _errors: [ldap] } } },
  });
  const fileData = readFileSync('test/fixtures/questionnaire.png').toString('base64');
  expect(await post('/v1/questionnaire/parse', { fileData, fileType: 'image/png' })).toMatchObject({
    status: 200,
    body: { totalQuestions: 4 },
  });
  await stop('SIGTERM');
  writeFileSync(path.join(project, 'documents.js'), documents);
  expect(JSON.parse(await run('node', ['documents.js'], { cwd: project }))).toEqual({ docx: 'PK', marked: '%PDF', pages: 2 });
});
test('both commands run, and report errors', async () => {
  await expect(
    run(binPath('compliance-automation-api'), [], { env: { PORT: 'high', HOST: 'localhost', BASE_URL: 'http://localhost' } }),
  ).rejects.toThrow('ended with 1: PORT must be a whole number from 0 to 65535, not "high"\n');
  await expect(run(binPath('compliance-automation-api-admin'), ['help'])).resolves.toContain('migrate');
  await expect(run(binPath('compliance-automation-api-admin'), ['fly'])).rejects.toThrow('ended with 2');
});
test.each(Object.entries(bins))('%s reports in one line that Node.js is too old, and loads nothing else', async (_name, file) => {
  const preload = path.join(temporaryFolder(), 'old.cjs');
  writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`);
  const program = path.join(modules, 'compliance-automation-api', file);
  await expect(run('node', ['-r', preload, program, '--help'])).rejects.toThrow(
    /^node ended with 1: Node\.js 22\.13 or newer is required, and this is 20\.20\.2\n$/,
  );
});
test('a program in strict mode compiles against both packages and uses the installed server, which exits with 0 on SIGTERM', async () => {
  writeFileSync(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { module: 'nodenext', target: 'es2024', strict: true, exactOptionalPropertyTypes: true, types: ['node'] },
      files: ['program.ts'],
    }),
  );
  writeFileSync(path.join(project, 'program.ts'), program);
  const [{ url, said, stop }] = await Promise.all([
    startProcess({ DATA_DIR: temporaryFolder(), RATE_LIMIT: '0' }, [binPath('compliance-automation-api')]),
    run('node', ['node_modules/typescript-7/bin/tsc', '-p', project]),
  ]);
  expect(said.err).toBe('');
  const result: unknown = JSON.parse(await run('node', ['program.js', url, bootstrapKey], { cwd: project }));
  expect(result).toEqual({ paged: true, entry: expect.stringMatching(/^aud_/), missing: [404, 'Risk not found'], version: '1.0' });
  for (const page of ['', 'trace.html']) expect((await fetch(`${url}/docs/${page}`)).status).toBe(200);
  expect(await stop('SIGTERM')).toBe(0);
});

const documents = `
import { buffer } from 'node:stream/consumers';
const load = (name) => import(\`./node_modules/compliance-automation-api/dist/server/\${name}.js\`);
const { docxOf } = await load('areas/audits/isms/documents/docx');
const { newDocument } = await load('documents/pdf/document');
const { insertPages, readPages } = await load('documents/pdf/merge');
const { addWatermark } = await load('documents/watermarks/watermark');

const start = (bytes) => Buffer.from(bytes).toString('latin1').slice(0, 4);
const paper = { organization: 'Example', title: 'Scope', standard: 'ISO 27001', code: 'EX-1', facts: [['Version', '1']], sections: [{ heading: 'Scope', blocks: [{ kind: 'list', items: ['All'] }] }] };
const docx = await docxOf(paper);
const page = newDocument({});
page.text('Scope');
page.end();
const own = await buffer(page);
const marked = await addWatermark(own, { organization: 'Example', email: 'reader@example.com', documentId: 'doc_1' });
const joined = await insertPages(own, [{ after: 0, pages: await readPages(marked) }], String);
console.log(JSON.stringify({ docx: start(docx).slice(0, 2), marked: start(marked), pages: (await readPages(joined)).count }));
`;
const program = `
import { ApiError, type AuditLogEntry, createClient, orThrow } from 'compliance-automation-client';
import { type Config, createApp, startServer } from 'compliance-automation-api';
import contract from 'compliance-automation-api/openapi.json' with { type: 'json' };

export const embedded = [startServer, createApp] satisfies ((config: Config) => Promise<{ close(): Promise<void> }>)[];

const [, , baseUrl = '', apiKey] = process.argv;
const client = createClient({ baseUrl, apiKey });
const titles: string[] = [];
for await (const risk of client.list('/v1/risks', { params: { query: { limit: 5 } } })) titles.push(risk.title);
const { data: whole } = await orThrow(client.GET('/v1/risks'));
const file: Blob = await orThrow(client.GET('/v1/audit-logs/export'));
const [line = ''] = (await file.text()).split('\\n');
const entry: AuditLogEntry = JSON.parse(line);
const missing = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id: 'rsk_unknown' } } })).catch((reason: unknown) => (reason instanceof ApiError ? [reason.status, reason.error] : String(reason)));
console.log(JSON.stringify({ paged: titles.length > 5 && titles.length === whole.length, entry: entry.id, missing, version: contract.info.version }));
`;
