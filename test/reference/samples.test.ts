/** Tests that all code samples of the reference and its guides compile, and that one sample of each kind works. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type Document, operationsOf, readContract } from '../../scripts/docs/contract.ts';
import { samplesOf } from '../../scripts/docs/samples/index.ts';
import { startApp, type Caller } from '../support/app.ts';
import { motoPython } from '../support/moto.ts';
import { add, risk } from '../support/risks.ts';
import { addTask } from '../support/tasks.ts';
import { presign } from '../support/uploads.ts';

const run = promisify(execFile);
const document: Document = JSON.parse(readContract());
const samples = new Map(operationsOf(document).map((placed) => [placed.operation.operationId, samplesOf(document, placed)]));
const guides = [...document.info.description.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, lang = '', source = '']) => ({ lang, source }));
const client = path.resolve('generated/client.ts');

type Language = 'curl' | 'TypeScript' | 'Python';
/** moto's environment has the library that the samples in Python use. */
const python = motoPython();
const languages: Language[] = ['curl', 'TypeScript', ...(python ? (['Python'] as const) : [])];

/** The folder for the programs and their downloads. */
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'report.pdf'), '%PDF-1.4\n%%EOF\n');
  return () => rmSync(folder, { recursive: true });
});

test('every operation has all samples, and the programs in TypeScript compile', async () => {
  const allFolder = path.join(folder, 'all');
  mkdirSync(allFolder);
  for (const [id, [curl, program]] of samples) {
    expect(curl?.source, id).toMatch(/^curl /);
    writeFileSync(path.join(allFolder, `${id}.ts`), program?.source ?? '');
  }
  for (const [index, { source }] of guides.filter(({ lang }) => lang === 'ts').entries())
    writeFileSync(path.join(allFolder, `guide${index}.ts`), source);
  writeFileSync(
    path.join(allFolder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.resolve('tsconfig.json'),
      compilerOptions: {
        incremental: false,
        tsBuildInfoFile: null,
        typeRoots: [path.resolve('node_modules/@types')],
        paths: { 'compliance-automation-client': [client] },
      },
      include: ['*.ts'],
    }),
  );
  // The compiler prints errors on standard output, and then ends with an error.
  expect(
    await run('node', [path.resolve('node_modules/typescript-7/bin/tsc'), '-p', allFolder]).catch((error: { stdout: string }) => error),
  ).toMatchObject({ stdout: '' });
});

test('samples send a confirmation where the operation requires one', () => {
  const withConfirmation = operationsOf(document).filter(({ parameters }) => parameters.some(({ name }) => name === 'confirm'));
  expect(withConfirmation.map(({ operation }) => operation.operationId)).toContain('deleteFramework');
  for (const { operation } of withConfirmation)
    for (const { source } of samples.get(operation.operationId) ?? []) expect(source, operation.operationId).toMatch(/\bconfirm\b/);
});

const app = startApp();

test.skipIf(!python)('all programs in Python compile', async () => {
  const programs = [...samples].map(([id, all]) => [id, all.find(({ label }) => label === 'Python')?.source ?? '']);
  writeFileSync(path.join(folder, 'programs.json'), JSON.stringify(programs));
  const compile =
    'import json, pathlib\nfor name, source in json.loads(pathlib.Path("programs.json").read_text("utf-8")): compile(source, name, "exec")';
  expect(await run(python ?? '', ['-W', 'error', '-c', compile], { cwd: folder })).toMatchObject({ stdout: '', stderr: '' });
});

/** Runs a sample against this server, with the ids of existing records. @returns its output */
async function runSample(
  caller: Caller,
  lang: Language,
  source: string,
  ids: Readonly<Record<string, string>> = {},
  env: Record<string, string> = {},
) {
  const localSource = Object.entries({ 'http://localhost:3000': app.base, ...ids }).reduce(
    (text, [exampleText, localText]) => text.replaceAll(exampleText, localText),
    source,
  );
  const options = { cwd: folder, env: { PATH: process.env.PATH, API_KEY: caller.organization.key, ...env } };
  if (lang === 'curl') return (await run('bash', ['-c', localSource.replaceAll('curl ', 'curl -sS ')], options)).stdout;
  if (lang === 'Python') return (await run(python ?? '', ['-W', 'error', '-c', localSource], options)).stdout;
  writeFileSync(path.join(folder, 'program.ts'), localSource.replace("'compliance-automation-client'", `'${client}'`));
  return (await run(process.execPath, ['program.ts'], options)).stdout;
}
function sampleOf(id: string, lang: Language): string {
  const sample = samples.get(id)?.find(({ label }) => label === lang);
  if (!sample) throw new Error(`${id} has no sample in ${lang}`);
  return sample.source;
}
const riskId = 'rsk_69a55514a70c31e85b2d9f64';
const memberId = 'mem_69a4d2f0b1e7c6a35d08f912';

test.each(languages)('%s reads a record and a list', async (lang) => {
  const caller = await app.caller();
  const { id } = await add(caller.call);
  expect(await runSample(caller, lang, sampleOf('getRisk', lang), { [riskId]: id })).toContain(risk.title);
  await add(caller.call, { title: 'Fire' });
  const listOutput = await runSample(caller, lang, sampleOf('listRisks', lang));
  expect(listOutput).toContain(risk.title);
  expect(listOutput).toContain('Fire');
});
test.each(languages)('%s creates a record, changes and deletes it', async (lang) => {
  const caller = await app.caller();
  await runSample(caller, lang, sampleOf('createRisk', lang), { [memberId]: caller.organization.owner.id });
  const [createdRisk] = (await caller.call('GET', '/v1/risks')).body.data;
  expect(createdRisk).toMatchObject({ title: 'Ransomware on employee laptops', assigneeId: caller.organization.owner.id });
  const record = `/v1/risks/${createdRisk.id}`;
  const ETAG = (await caller.call('GET', record)).headers.get('etag') ?? '';
  const ids = { [riskId]: createdRisk.id };
  await runSample(caller, lang, sampleOf('updateRisk', lang), ids, { ETAG });
  expect((await caller.call('GET', record)).body.data).toMatchObject({ residual_probability: 2 });
  // The program reads the record again, but the command still sends the outdated ETag.
  const repeatedOutput = await runSample(caller, lang, sampleOf('updateRisk', lang), ids, { ETAG });
  expect(repeatedOutput).toContain(lang === 'curl' ? 'The record has changed' : createdRisk.id);
  await runSample(caller, lang, sampleOf('deleteRisk', lang), ids);
  expect((await caller.call('GET', record)).status).toBe(404);
});
test.each(languages)('%s sends a file', async (lang) => {
  const caller = await app.caller();
  const { id, uploadUrl } = await presign(caller.call, { fileName: 'report.pdf', fileType: 'application/pdf' });
  const uploadQuery = new URL(uploadUrl).searchParams;
  const source = sampleOf('uploadContent', lang);
  const [exampleId = '', expires = '', signature = ''] = [/upl_\w+/, /\b\d{10}\b/, /[0-9a-f]{60,}/].map((part) => part.exec(source)?.[0]);
  const ids = { [exampleId]: id, [expires]: uploadQuery.get('expires') ?? '', [signature]: uploadQuery.get('signature') ?? '' };
  await runSample(caller, lang, source, ids);
  expect((await caller.call('GET', `/v1/uploads/${id}`)).body).toMatchObject({ status: 'uploaded', size: 15 });
});
test.each(languages)('%s downloads a file', async (lang) => {
  const caller = await app.caller();
  await add(caller.call);
  const [name = ''] = /audit-log[\w-]+\.ndjson/.exec(sampleOf('exportAuditLogs', lang)) ?? [];
  const file = path.join(folder, name);
  rmSync(file, { force: true });
  await runSample(caller, lang, sampleOf('exportAuditLogs', lang));
  expect(existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({ id: expect.stringMatching(/^aud_/) });
});
test('the commands in the guides get the answers that the guides show', async () => {
  const caller = await app.caller();
  const { id } = await add(caller.call);
  const { id: taskId } = await addTask(caller.call, { title: 'Review the logs', assigneeId: caller.organization.owner.id });
  await addTask(caller.call, { title: 'The task of nobody' });
  const session = { SESSION: caller.token, ORGANIZATION_ID: caller.organization.id };
  const outputs = [];
  for (const { lang, source } of guides.filter(({ lang }) => lang !== 'json').slice(1))
    outputs.push(await runSample(caller, lang === 'sh' ? 'curl' : 'TypeScript', source, { [riskId]: id }, session));
  expect((await caller.call('GET', `/v1/tasks/${taskId}`)).body).toMatchObject({ status: 'in_progress' });
  expect(outputs).toEqual([
    expect.stringContaining(risk.title),
    `${risk.title} open\n`,
    '{"success":false,"error":"Risk not found"}',
    'Risk not found\n',
    expect.stringMatching(/^Signed in as .+\nReview the logs: To do\n$/),
    expect.stringContaining('"status":"closed"'),
  ]);
});
