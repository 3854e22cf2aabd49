/** Tests a client that another generator creates from the contract: without warnings, strictly typed, and compatible with the service. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { add, risk } from '../support/risks.ts';

const execute = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'foreign-'));
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  return () => rmSync(folder, { recursive: true });
});
const app = startApp();

test('the client is generated without warnings, compiles in strict mode, and makes calls', async () => {
  const { stdout: generatorOutput, stderr } = await execute('node', ['--input-type=module', '--eval', generatorProgram], {
    env: { ...process.env, FOLDER: folder },
  });
  expect([stderr, /\bwarn|\berror/i.exec(generatorOutput)]).toEqual(['', null]);

  writeFileSync(`${folder}/program.ts`, clientProgram);
  const language = {
    target: 'es2022',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [path.resolve('node_modules/@types')],
  };
  const compilerOptions = { ...language, strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, noEmit: true };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['client', 'program.ts'] }));
  const compilation = await execute('node', ['node_modules/typescript-7/bin/tsc', '-p', folder]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(compilation.stdout).toBe('');

  const { call, organization } = await app.caller();
  await add(call);
  const { stdout } = await execute('node', [`${folder}/program.ts`], {
    env: { ...process.env, BASE: app.base, API_KEY: organization.key },
  });
  expect(JSON.parse(stdout)).toEqual([[risk.title], 'open', 'Risk not found', 'minutes.txt', true]);
});

const generatorProgram = `
import { createClient } from '@hey-api/openapi-ts';
await createClient({
  input: './generated/openapi.json',
  output: { path: process.env.FOLDER + '/client', module: { extension: '.ts' } },
  parser: { validate_EXPERIMENTAL: true },
  logs: { file: false },
});
`;
const clientProgram = `
import { createClient } from './client/client/index.ts';
import { createAttachment, createRisk, exportAuditLogs, getRisk, listRisks } from './client/sdk.gen.ts';

const client = createClient({ baseUrl: process.env.BASE ?? '', headers: { 'X-API-Key': process.env.API_KEY } });
const { data: listed } = await listRisks({ client, query: { status: ['open', 'pending'] } });
const { data: made } = await createRisk({ client, body: { title: 'Fire', description: 'It burns.', category: 'technology' } });
const { error } = await getRisk({ client, path: { id: 'rsk_none' } });
const entityId = made?.data.id ?? '';
const file = { fileName: 'minutes.txt', fileType: 'text/plain', fileData: btoa('Minutes') };
const { data: attached } = await createAttachment({ client, body: { entityType: 'risk', entityId, ...file } });
const { data: log } = await exportAuditLogs({ client, parseAs: 'text' });
const titles = listed?.data.map(({ title }) => title);
console.log(JSON.stringify([titles, made?.data.status, error?.error, attached?.name, String(log).includes(entityId)]));
`;
