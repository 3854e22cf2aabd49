/** Exports the evidence of an organization as one archive in a run, and verifies the archive. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { verifyEvidence } from '#admin/verify-evidence';
import { removeExpiredExports } from '#domain/retention/expired-exports';
import { newId } from '#platform/database/ids';
import { admin } from '../../support/admin.ts';
import { startApp, testConfig } from '../../support/app.ts';
import { follow } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { filesIn, withEvidence } from '../../support/evidence.ts';
import { addCustom } from '../../support/frameworks.ts';
import { waitForRun } from '../../support/integrations.ts';
import { within } from '../../support/organization.ts';
import { wordsOf } from '../../support/pdf.ts';
import { waitingRun } from '../../support/runs.ts';
import { addTask, entriesOf } from '../../support/tasks.ts';

const app = startApp();
const url = '/v1/evidence-export/all';
const download = (runId: string) => `/v1/evidence-export/${runId}/download`;
const day = new Date().toISOString().slice(0, 10);
/** Runs the verification command in this process. */
const verifyFile = (file: string) => verifyEvidence.plan([file])(testConfig());
const folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Caller = Awaited<ReturnType<typeof withEvidence>>;

/** Starts an export, and waits for its end. @returns the run */
async function runExport({ call }: Pick<Caller, 'call'>, body: object = {}) {
  const answer = await call('POST', url, { body });
  expect(answer, answer.text).toMatchObject({ status: 202, body: { kind: 'evidence_export' } });
  expect(answer.headers.get('location')).toBe(`/v1/runs/${answer.body.id}`);
  return waitForRun(call, answer.body.id);
}

/** Downloads an archive, and returns its bytes. */
async function bytesOf({ call }: Pick<Caller, 'call'>, runId: string): Promise<Uint8Array> {
  const answer = await call('GET', download(runId));
  expect(answer, answer.text).toMatchObject({ status: 200, body: { expiresIn: 3600 } });
  return new Uint8Array(await (await follow(app.base, answer.body.downloadUrl)).arrayBuffer());
}

/** Creates a task with a file and a check, an archived task with an automation, and a task without evidence. */
async function withTasks() {
  const caller = await withEvidence(app);
  const checked = await caller.checkedTask('Encrypt connections');
  await caller.checkRun(await caller.connection(), { results: [{ passed: true }] });
  await caller.attach(checked.id, 'settings.txt', 'TLS 1.3');
  const archived = await addTask(caller.call, { title: 'Answer the "old" form, please' });
  const automation = await caller.automation(archived.id);
  await caller.automationRun(automation, { evaluation: 'pass', output: { users: 3 } });
  await within(app.database, caller.organization.id, (db) =>
    db.updateTable('task').set({ archived_at: new Date().toISOString() }).where('id', '=', archived.id).execute(),
  );
  await addTask(caller.call, { title: 'Without evidence' });
  return { ...caller, checked, archived, automation };
}

test('202 with a run that creates an archive of all tasks with evidence, with an index and a manifest (rules 6, 7 and 17)', async () => {
  const caller = await withTasks();
  const { organization, checked, archived, automation, call } = caller;
  const run = await runExport(caller, { includeJson: true });
  const fileName = `test-organization_evidence_${day}.zip`;
  expect(run).toMatchObject({
    status: 'completed',
    progress: { done: 2, total: 2 },
    result: { fileName, includeJson: true, tasksTotal: 2, tasksCompleted: 2, tasksFailed: 0, failedTasks: [] },
  });
  expect(Math.abs(Date.parse(run.result.expiresAt) - Date.parse(run.finishedAt) - 7 * 86_400_000)).toBeLessThan(60_000);
  const link = (await call('GET', download(run.id))).body;
  expect(link).toEqual({ downloadUrl: expect.any(String), fileName, fileSize: run.result.size, expiresIn: 3600 });
  const answer = await follow(app.base, link.downloadUrl);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(bytes).toHaveLength(run.result.size);

  const { paths, text, json, measure, bytes: contentOf } = filesIn(bytes);
  const [root, archivedFolder, checkedFolder] = [
    'test-organization',
    `test-organization/answer-the-old-form-please-${archived.id.slice(-8)}`,
    `test-organization/encrypt-connections-${checked.id.slice(-8)}`,
  ];
  expect(paths).toEqual([
    `${archivedFolder}/00-summary.pdf`,
    `${archivedFolder}/custom-export-of-users-${automation.slice(-8)}.pdf`,
    `${archivedFolder}/custom-export-of-users-${automation.slice(-8)}.json`,
    `${checkedFolder}/00-summary.pdf`,
    `${checkedFolder}/01-attachments/settings.txt`,
    `${checkedFolder}/app-certificate-and-version-of-tls-tificate.pdf`,
    `${checkedFolder}/app-certificate-and-version-of-tls-tificate.json`,
    `${root}/index.csv`,
    `${root}/index.pdf`,
    `${root}/manifest.json`,
  ]);
  expect(json(`${root}/manifest.json`)).toEqual({
    organization: 'Test organization',
    organizationId: organization.id,
    frameworkInstanceId: null,
    exportedAt: expect.any(String),
    tasksCount: 2,
    totalAttachments: 1,
    hasFailures: false,
    failedTasks: [],
    tasks: [
      { id: archived.id, title: 'Answer the "old" form, please', archived: true, folder: archivedFolder, automations: 1, attachments: 0 },
      { id: checked.id, title: 'Encrypt connections', archived: false, folder: checkedFolder, automations: 1, attachments: 1 },
    ],
    files: paths.slice(0, -1).map(measure),
  });
  const lines = text(`${root}/index.csv`).split('\r\n');
  expect(lines).toHaveLength(9);
  expect(lines[0]).toBe('"Task","Title","Archived","Kind","Name","Path","Bytes","SHA-256"');
  expect(lines[1]).toContain(`"${archived.id}","Answer the ""old"" form, please","yes","summary"`);
  const { size, sha256 } = measure(`${checkedFolder}/01-attachments/settings.txt`);
  expect(lines[5]).toBe(
    `"${checked.id}","Encrypt connections","no","attachment","settings.txt","${checkedFolder}/01-attachments/settings.txt","${size}","${sha256}"`,
  );
  const index = await wordsOf(contentOf(`${root}/index.pdf`));
  for (const expectedText of ['Tasks: 2', 'Encrypt connections', 'please (archived)', 'Complete']) expect(index).toContain(expectedText);
  expect(index).not.toContain('Incomplete');

  const entries = await entriesOf(app, organization.id, run.id);
  expect(entries).toMatchObject([
    { entity_type: 'task', description: expect.stringMatching(/^Started export of evidence/), data: { resource: 'evidence' } },
    {
      entity_type: 'task',
      description: expect.stringMatching(/^Exported evidence of the organization/),
      data: { changes: { size: { current: run.result.size }, sha256: { current: run.result.sha256 } } },
    },
  ]);
});

test('the operator verifies an archive, and each difference is reported (rule 7)', async () => {
  const caller = await withTasks();
  const run = await runExport(caller);
  const bytes = await bytesOf(caller, run.id);
  const writeArchive = (name: string, content: Uint8Array) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const intact = await admin({}, 'evidence', 'verify', writeArchive('intact.zip', bytes));
  expect(intact).toMatchObject({ code: 0, err: [] });
  expect(intact.body).toEqual({
    intact: true,
    organizationId: caller.organization.id,
    exportedAt: expect.any(String),
    hasFailures: false,
    files: 7,
    size: run.result.size,
    sha256: run.result.sha256,
  });

  const files = unzipSync(bytes);
  const pathEndingWith = (end: string) => Object.keys(files).find((filePath) => filePath.endsWith(end)) ?? '';
  const without = (end: string) => Object.fromEntries(Object.entries(files).filter(([filePath]) => filePath !== pathEndingWith(end)));
  const manifest = (content: string) => ({ ...files, [pathEndingWith('manifest.json')]: strToU8(content) });
  const damagedArchives: [line: string, content: Uint8Array][] = [
    ['settings.txt has another content', zipSync({ ...files, [pathEndingWith('settings.txt')]: strToU8('TLS 1.2') })],
    ['settings.txt has 3 bytes instead of 7', zipSync({ ...files, [pathEndingWith('settings.txt')]: strToU8('TLS') })],
    ['settings.txt is missing', zipSync(without('settings.txt'))],
    ['test-organization/more.txt is not listed', zipSync({ ...files, 'test-organization/more.txt': strToU8('x') })],
    ['the archive has no manifest', zipSync(without('manifest.json'))],
    ['the archive has several manifests', zipSync({ ...files, 'other/manifest.json': strToU8('{}') })],
    ['the manifest is not JSON', zipSync(manifest('{'))],
    ['the manifest does not list the files of the archive', zipSync(manifest('{}'))],
    ['the manifest lists a file without its path, size or hash', zipSync(manifest('{"files":[{"path":"x"}]}'))],
    ['cannot be read as an archive', bytes.subarray(0, bytes.length - 30)],
    ['cannot be read as an archive', strToU8('not a ZIP')],
  ];
  // Flips one bit in the content of a file, which follows a header of 30 bytes, the path, and some fields.
  const broken = Buffer.from(bytes);
  const header = broken.lastIndexOf('PK\u0003\u0004', broken.indexOf('settings.txt'));
  const offset = header + 30 + broken.readUInt16LE(header + 26) + broken.readUInt16LE(header + 28);
  broken.writeUInt8(broken.readUInt8(offset + 4) ^ 1, offset + 4);
  for (const [index, [line, content]] of [...damagedArchives, ['settings.txt', broken] as const].entries())
    await expect(verifyFile(writeArchive(`wrong-${index}.zip`, content)), line).rejects.toThrow(line);
  await expect(verifyFile(path.join(folder, 'nowhere.zip'))).rejects.toThrow('nowhere.zip');
  expect(await admin({}, 'evidence', 'verify', writeArchive('broken.zip', broken))).toMatchObject({
    code: 1,
    out: '',
    err: [expect.stringContaining('settings.txt')],
  });
  expect(await admin({}, 'evidence', 'verify')).toMatchObject({ code: 2, err: [expect.stringContaining('exactly one file is required')] });
  for (const args of [['a', 'b'], ['--in']]) expect(() => verifyEvidence.plan(args)).toThrow('exactly one file is required');
});

test('202 with the tasks of one framework only (rule 14)', async () => {
  const caller = await withTasks();
  const { call, organization, checked } = caller;
  const framework = await addCustom(call);
  await expectErrorInBothTypes(
    (options) => call('POST', url, { body: { frameworkInstanceId: framework.id }, ...options }),
    409,
    'No task has evidence',
  );
  await within(app.database, organization.id, async (db) => {
    const controlId = newId('ctl');
    await db.insertInto('control').values({ id: controlId, name: 'Encryption', description: 'x' }).execute();
    await db
      .insertInto('framework_control_task')
      .values({ id: newId('ftl'), framework_instance_id: framework.id, control_id: controlId, task_id: checked.id })
      .execute();
  });
  const run = await runExport(caller, { frameworkInstanceId: framework.id });
  expect(run).toMatchObject({ status: 'completed', result: { tasksTotal: 1, frameworkInstanceId: framework.id, includeJson: false } });
  const { json } = filesIn(await bytesOf(caller, run.id));
  expect(json('test-organization/manifest.json')).toMatchObject({
    frameworkInstanceId: framework.id,
    tasks: [{ id: checked.id, title: 'Encrypt connections' }],
  });
});
test('400 for a framework that is not adopted, and for a text in place of a boolean', async () => {
  const [{ call }, other] = [await withTasks(), await withEvidence(app)];
  const foreign = await addCustom(other.call);
  for (const frameworkInstanceId of [foreign.id, newId('frm')])
    expect(await call('POST', url, { body: { frameworkInstanceId } })).toMatchObject({
      status: 400,
      body: { details: { frameworkInstanceId: { _errors: ['must be an adopted framework'] } } },
    });
  expect(await call('POST', url, { body: { includeJson: 'yes' } })).toMatchObject({ status: 400, body: { details: { includeJson: {} } } });
});
test('409 while no task has evidence', async () => {
  const { call, automation, automationRun } = await withEvidence(app);
  const task = await addTask(call);
  await automationRun(await automation(task.id), { version: null });
  await expectErrorInBothTypes((options) => call('POST', url, { body: {}, ...options }), 409, 'No task has evidence');
});
test('403 for restricted members (rule 4)', async () => {
  const { organization } = await withTasks();
  const employee = await app.session(organization, ['employee']);
  expect(await employee.call('POST', url, { body: {} })).toMatchObject({ status: 403 });
  expect(await employee.call('GET', download(newId('run')))).toMatchObject({ status: 403 });
});

test('202 with the existing run for the same request, 409 for a different request while the run is queued or running (rule 13)', async () => {
  const caller = await withTasks();
  const { call, organization } = caller;
  const waiting = await waitingRun(app.database, organization, 'evidence_export', {
    subject: organization.id,
    input: { includeJson: false },
  });
  const entries = async () => (await entriesOf(app, organization.id, waiting.id)).length;
  const before = await entries();
  expect((await call('POST', url, { body: {} })).body).toMatchObject({ id: waiting.id, status: 'queued' });
  expect(await entries()).toBe(before);
  expect(await call('POST', url, { body: { includeJson: true } })).toMatchObject({
    status: 409,
    body: { code: 'evidence_export_running', error: `The export ${waiting.id} of other evidence is queued or running`, runId: waiting.id },
  });
  await expectErrorInBothTypes(
    (options) => call('GET', download(waiting.id), options),
    409,
    expect.stringMatching(/^Evidence export is not completed but /),
  );
  expect(await call('POST', `/v1/runs/${waiting.id}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  await expectErrorInBothTypes(
    (options) => call('GET', download(waiting.id), options),
    409,
    expect.stringMatching(/^Evidence export is not completed but /),
  );

  // A cancelled run does not count as an existing run.
  const run = await runExport(caller);
  expect(run.id).not.toBe(waiting.id);
  expect((await call('POST', url, { body: { includeJson: false } })).body).toMatchObject({ id: run.id, status: 'completed' });
  const withJson = await runExport(caller, { includeJson: true });
  expect(withJson.id).not.toBe(run.id);
  const longAgo = new Date(Date.now() - 31 * 60_000).toISOString();
  await app.database.system.updateTable('run').set({ created_at: longAgo }).where('id', '=', run.id).execute();
  expect((await runExport(caller)).id).not.toBe(run.id);
});
test('202 with one run for several simultaneous requests (rule 13)', async () => {
  const { call } = await withTasks();
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', url, { body: {} })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  await waitForRun(call, answers[0]?.body.id);
});

test('a task whose file cannot be read is recorded, and all other tasks are exported (rule 9)', async () => {
  const caller = await withTasks();
  const { call, checked, attach, keyOf } = caller;
  const [other] = [await addTask(call, { title: 'Restore test' })];
  const [changedFile, missingFile] = [await attach(checked.id, 'bad.txt', 'as it was'), await attach(other.id, 'gone.txt', 'gone')];
  await app.ports.files.put(await keyOf(changedFile.id), Buffer.from('another'));
  await app.ports.files.remove(await keyOf(missingFile.id));
  const run = await runExport(caller);
  const failedTasks = [{ taskId: checked.id, reason: 'The file bad.txt is not as it was stored' }];
  expect(run).toMatchObject({ status: 'completed', result: { tasksTotal: 3, tasksCompleted: 2, tasksFailed: 1, failedTasks } });
  const bytes = await bytesOf(caller, run.id);
  const { paths, json, bytes: contentOf } = filesIn(bytes);
  expect(json('test-organization/manifest.json')).toMatchObject({ tasksCount: 3, hasFailures: true, failedTasks });
  expect(paths.filter((filePath) => filePath.includes('bad.txt'))).toEqual([]);
  expect(paths.filter((filePath) => filePath.includes('_MISSING_gone.txt.txt'))).toHaveLength(1);
  const index = await wordsOf(contentOf('test-organization/index.pdf'));
  for (const expectedText of ['Incomplete tasks', `${checked.id}: The file bad.txt is not as it was stored`])
    expect(index).toContain(expectedText);
  // The manifest describes what the archive contains.
  const file = path.join(folder, 'incomplete.zip');
  writeFileSync(file, bytes);
  expect(await verifyFile(file)).toMatchObject({ intact: true, hasFailures: true });
});
test('a run fails when no task can be exported, and stores nothing (rule 9)', async () => {
  const { call, organization, attach, keyOf } = await withEvidence(app);
  const task = await addTask(call);
  const changedFile = await attach(task.id, 'bad.txt', 'as it was');
  await app.ports.files.put(await keyOf(changedFile.id), Buffer.from('another'));
  expect(await runExport({ call })).toMatchObject({ status: 'failed', error: 'The work failed' });
  expect(await listArchiveKeys(organization.id)).toEqual([]);
});

/** Returns the keys of the archives that are stored for an organization. */
async function listArchiveKeys(organizationId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.ports.files.list(organizationId)) if (key.includes('/exports/')) keys.push(key);
  return keys;
}

test('410 after 7 days, when the archive is deleted; 404 for a run that is not an evidence export (rule 15)', async () => {
  const caller = await withTasks();
  const { call, organization } = caller;
  const run = await runExport(caller);
  expect(await listArchiveKeys(organization.id)).toEqual([expect.stringMatching(new RegExp(`evidence-${day}-${run.id}\\.zip$`))]);
  const setExpiry = (time: string) =>
    within(app.database, organization.id, (db) => db.updateTable('evidence_export').set({ expires_at: time }).execute());
  await setExpiry(new Date(Date.now() - 1000).toISOString());
  await expectErrorInBothTypes((options) => call('GET', download(run.id), options), 410, 'The archive was deleted');
  await removeExpiredExports(app.database.system);
  await expectErrorInBothTypes((options) => call('GET', download(run.id), options), 410, 'The archive was deleted');
  const rows = await within(app.database, organization.id, async (db) => ({
    exports: await db.selectFrom('evidence_export').select('id').execute(),
    obsolete: (await db.selectFrom('obsolete_file').select('id').execute()).map(({ id }) => id),
  }));
  expect(rows).toEqual({ exports: [], obsolete: await listArchiveKeys(organization.id) });

  const [other, otherRun] = [await withTasks(), await waitingRun(app.database, organization, 'employee_sync')];
  const foreign = await runExport(other);
  for (const id of [foreign.id, otherRun.id, newId('run')])
    await expectErrorInBothTypes((options) => call('GET', download(id), options), 404, 'Evidence export not found');
});
test('an archive that has not expired is kept when expired archives are deleted (rule 15)', async () => {
  const caller = await withTasks();
  const run = await runExport(caller);
  await removeExpiredExports(app.database.system);
  expect((await caller.call('GET', download(run.id))).status).toBe(200);
});
test('an archive counts towards the storage of the organization (rule 15)', async () => {
  const caller = await withTasks();
  const usedBytes = async () => (await caller.call('GET', '/v1/uploads/usage')).body.storage.usedBytes;
  const before = await usedBytes();
  const run = await runExport(caller);
  expect(await usedBytes()).toBe(before + run.result.size);
});
