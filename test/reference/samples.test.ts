/** The code samples of the reference and of its guides: all of them compile, and one of each kind does what it says. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { type Document, operationsOf, readContract } from '../../scripts/docs/contract.ts';
import { samplesOf } from '../../scripts/docs/samples/index.ts';
import { startApp, type Caller } from '../support/app.ts';
import { add, risk } from '../support/risks.ts';
import { presign } from '../support/uploads.ts';

const run = promisify(execFile);
const document: Document = JSON.parse(readContract());
const samples = new Map(operationsOf(document).map((placed) => [placed.operation.operationId, samplesOf(document, placed)]));
const guides = [...document.info.description.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, lang = '', source = '']) => ({ lang, source }));
const client = path.resolve('generated/client.ts');

/** Where programs are written, and what they download. */
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'report.pdf'), '%PDF-1.4\n%%EOF\n');
  return () => rmSync(folder, { recursive: true });
});

test('every operation has both samples, and all programs compile', async () => {
  const all = path.join(folder, 'all');
  mkdirSync(all);
  for (const [id, [curl, program]] of samples) {
    expect(curl?.source, id).toMatch(/^curl /);
    writeFileSync(path.join(all, `${id}.ts`), program?.source ?? '');
  }
  for (const [index, { source }] of guides.filter(({ lang }) => lang === 'ts').entries())
    writeFileSync(path.join(all, `guide${index}.ts`), source);
  writeFileSync(
    path.join(all, 'tsconfig.json'),
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
  // It says what is wrong on standard output, and ends with an error then.
  expect(
    await run('node', [path.resolve('node_modules/typescript-7/bin/tsc'), '-p', all]).catch((error: { stdout: string }) => error),
  ).toMatchObject({ stdout: '' });
});

test('samples confirm where the operation asks for it', () => {
  const confirming = operationsOf(document).filter(({ parameters }) => parameters.some(({ name }) => name === 'confirm'));
  expect(confirming.map(({ operation }) => operation.operationId)).toContain('deleteFramework');
  for (const { operation } of confirming)
    for (const { source } of samples.get(operation.operationId) ?? []) expect(source, operation.operationId).toMatch(/\bconfirm\b/);
});

const app = startApp();

/** Runs a sample at this server, with the ids of records that are there. @returns what it prints */
async function runSample(
  caller: Caller,
  lang: 'curl' | 'TypeScript',
  source: string,
  ids: Readonly<Record<string, string>> = {},
  env: Record<string, string> = {},
) {
  const here = Object.entries({ 'http://localhost:3000': app.base, ...ids }).reduce(
    (text, [theirs, ours]) => text.replaceAll(theirs, ours),
    source,
  );
  const options = { cwd: folder, env: { PATH: process.env.PATH, API_KEY: caller.organization.key, ...env } };
  if (lang === 'curl') return (await run('bash', ['-c', here.replaceAll('curl ', 'curl -sS ')], options)).stdout;
  writeFileSync(path.join(folder, 'program.ts'), here.replace("'compliance-automation-client'", `'${client}'`));
  return (await run(process.execPath, ['program.ts'], options)).stdout;
}
function sampleOf(id: string, lang: 'curl' | 'TypeScript'): string {
  const sample = samples.get(id)?.find(({ label }) => label === lang);
  if (!sample) throw new Error(`${id} has no sample in ${lang}`);
  return sample.source;
}
const riskId = 'rsk_69a55514a70c31e85b2d9f64';
const memberId = 'mem_69a4d2f0b1e7c6a35d08f912';

test.each(['curl', 'TypeScript'] as const)('%s reads a record and a list', async (lang) => {
  const caller = await app.caller();
  const { id } = await add(caller.call);
  expect(await runSample(caller, lang, sampleOf('getRisk', lang), { [riskId]: id })).toContain(risk.title);
  await add(caller.call, { title: 'Fire' });
  const listed = await runSample(caller, lang, sampleOf('listRisks', lang));
  expect(listed).toContain(risk.title);
  expect(listed).toContain('Fire');
});
test.each(['curl', 'TypeScript'] as const)('%s creates a record, changes and deletes it', async (lang) => {
  const caller = await app.caller();
  await runSample(caller, lang, sampleOf('createRisk', lang), { [memberId]: caller.organization.owner.id });
  const [made] = (await caller.call('GET', '/v1/risks')).body.data;
  expect(made).toMatchObject({ title: 'Ransomware on employee laptops', assigneeId: caller.organization.owner.id });
  const record = `/v1/risks/${made.id}`;
  const ETAG = (await caller.call('GET', record)).headers.get('etag') ?? '';
  const ids = { [riskId]: made.id };
  await runSample(caller, lang, sampleOf('updateRisk', lang), ids, { ETAG });
  expect((await caller.call('GET', record)).body.data).toMatchObject({ residual_probability: 2 });
  // The program has read the record anew, the command still names what is no longer.
  const again = await runSample(caller, lang, sampleOf('updateRisk', lang), ids, { ETAG });
  expect(again).toContain(lang === 'curl' ? 'The record has changed' : made.id);
  await runSample(caller, lang, sampleOf('deleteRisk', lang), ids);
  expect((await caller.call('GET', record)).status).toBe(404);
});
test.each(['curl', 'TypeScript'] as const)('%s sends a file', async (lang) => {
  const caller = await app.caller();
  const { id, uploadUrl } = await presign(caller.call, { fileName: 'report.pdf', fileType: 'application/pdf' });
  const asked = new URL(uploadUrl).searchParams;
  const source = sampleOf('uploadContent', lang);
  const [theirs = '', expires = '', signature = ''] = [/upl_\w+/, /\b\d{10}\b/, /[0-9a-f]{60,}/].map((part) => part.exec(source)?.[0]);
  const ids = { [theirs]: id, [expires]: asked.get('expires') ?? '', [signature]: asked.get('signature') ?? '' };
  await runSample(caller, lang, source, ids);
  expect((await caller.call('GET', `/v1/uploads/${id}`)).body).toMatchObject({ status: 'uploaded', size: 15 });
});
test.each(['curl', 'TypeScript'] as const)('%s downloads a file', async (lang) => {
  const caller = await app.caller();
  await add(caller.call);
  const [name = ''] = /audit-log[\w-]+\.ndjson/.exec(sampleOf('exportAuditLogs', lang)) ?? [];
  const file = path.join(folder, name);
  rmSync(file, { force: true });
  await runSample(caller, lang, sampleOf('exportAuditLogs', lang));
  expect(existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({ id: expect.stringMatching(/^aud_/) });
});
test('what the guides say to type is answered as they say', async () => {
  const caller = await app.caller();
  const { id } = await add(caller.call);
  const said = [];
  for (const { lang, source } of guides.filter(({ lang }) => lang !== 'json').slice(1))
    said.push(await runSample(caller, lang === 'sh' ? 'curl' : 'TypeScript', source, { [riskId]: id }));
  expect(said).toEqual([
    expect.stringContaining(risk.title),
    `${risk.title} open\n`,
    '{"success":false,"error":"Risk not found"}',
    'Risk not found\n',
    expect.stringContaining('"status":"closed"'),
  ]);
});
