/** Exports the evidence of a task as JSON, as PDF and as ZIP. */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { newId } from '#platform/database/ids';
import { startApp, testConfig } from '../../support/app.ts';
import { newRiskId } from '../../support/attachments.ts';
import { expectErrorInBothTypes } from '../../support/refusals.ts';
import { filesIn, withEvidence } from '../../support/evidence.ts';
import { pagesOf, wordsOf } from '../../support/pdf.ts';
import { addItem } from '../../support/task-items.ts';
import { addTask, entriesOf } from '../../support/tasks.ts';

const app = startApp();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const day = new Date().toISOString().slice(0, 10);
const evidenceOf = (taskId: string) => `/v1/tasks/${taskId}/evidence`;
const secret = ['sk', 'live', 'a1B2c3D4e5F6'].join('_');

test('200 with the runs of checks and automations, and the files (rules 1 to 3)', async () => {
  const { call, organization, checkedTask, connection, checkRun, automation, automationRun, attach } = await withEvidence(app);
  const [task, other] = [await checkedTask(), await addTask(call)];
  const [activeConnection, removedConnection] = [await connection(), await connection()];
  const older = await checkRun(removedConnection, {
    at: '2026-05-01T00:00:00.000Z',
    status: 'inconclusive',
    error: 'The address does not answer',
  });
  await app.database.system
    .updateTable('integration_connection')
    .set({ status: 'disconnected' })
    .where('id', '=', removedConnection)
    .execute();
  const logs = [{ check: 'tls-certificate', level: 'info', message: 'TLSv1.3', timestamp: '2026-05-02T00:00:00.000Z' }];
  const newer = await checkRun(activeConnection, {
    at: '2026-05-02T00:00:00.000Z',
    status: 'failed',
    logs,
    results: [{ passed: false, title: 'The certificate has expired', evidence: { validTo: '2026-05-01' } }, { passed: true }],
  });
  // Evidence for another template, and for no template.
  await checkRun(activeConnection, { check: 'security-headers' });
  await checkRun(await connection('scim-directory'));
  const users = await automation(task.id);
  const failed = await automationRun(users, { at: '2026-05-03T00:00:00.000Z', status: 'failed', error: 'No answer' });
  const passed = await automationRun(users, {
    at: '2026-05-04T00:00:00.000Z',
    evaluation: 'pass',
    reason: 'All users have two factors',
    output: { users: 3 },
  });
  await automationRun(users, { version: null, evaluation: 'fail' });
  await automation(task.id, 'Never run');
  await automationRun(await automation(other.id, 'Of another task'));
  const file = await attach(task.id, 'tls-settings.txt');
  const item = await addItem(call, await newRiskId(call));
  await call('POST', '/v1/attachments', {
    body: { entityType: 'task_item', entityId: item.id, fileName: 'x.txt', fileType: 'text/plain', fileData: 'eA==' },
  });

  const answer = await call('GET', evidenceOf(task.id));
  const check = { type: 'app_automation', automationName: 'Certificate and version of TLS', automationId: 'tls-certificate' };
  const custom = { type: 'custom_automation', automationName: 'Export of users', automationId: users };
  const notEvaluated = { evaluationStatus: null, evaluationReason: null };
  const emptyRun = { totalChecked: 0, passedCount: 0, failedCount: 0, error: null, logs: null, output: null, results: [] };
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    taskId: task.id,
    taskTitle: 'Encrypt connections',
    organizationId: organization.id,
    organizationName: 'Test organization',
    automations: [
      {
        id: 'tls-certificate',
        name: 'Certificate and version of TLS',
        type: 'app_automation',
        integrationName: 'HTTP service',
        integrationLogoUrl: expect.stringMatching(/\/logos\/http-json\.svg$/),
        checkId: 'tls-certificate',
        runs: [
          {
            ...check,
            ...notEvaluated,
            ...emptyRun,
            id: newer,
            status: 'failed',
            startedAt: '2026-05-02T00:00:00.000Z',
            completedAt: '2026-05-02T00:00:01.500Z',
            durationMs: 1500,
            totalChecked: 2,
            passedCount: 1,
            failedCount: 1,
            logs,
            results: [
              {
                id: expect.stringMatching(/^icx_/),
                passed: false,
                resourceType: 'certificate',
                resourceId: 'host-0.example.com:443',
                title: 'The certificate has expired',
                description: null,
                severity: 'high',
                remediation: 'Renew the certificate.',
                evidence: { validTo: '2026-05-01' },
                collectedAt: '2026-05-02T00:00:00.000Z',
              },
              expect.objectContaining({ passed: true, severity: null, remediation: null, evidence: null }),
            ],
            createdAt: '2026-05-02T00:00:00.000Z',
          },
          {
            ...check,
            ...notEvaluated,
            ...emptyRun,
            id: older,
            status: 'inconclusive',
            startedAt: '2026-05-01T00:00:00.000Z',
            completedAt: '2026-05-01T00:00:01.500Z',
            durationMs: 1500,
            error: 'The address does not answer',
            logs: [],
            createdAt: '2026-05-01T00:00:00.000Z',
          },
        ],
        totalRuns: 2,
        successfulRuns: 0,
        failedRuns: 1,
        latestRunAt: '2026-05-02T00:00:00.000Z',
      },
      {
        id: users,
        name: 'Export of users',
        type: 'custom_automation',
        integrationName: null,
        integrationLogoUrl: null,
        checkId: null,
        runs: [
          {
            ...custom,
            ...emptyRun,
            id: passed,
            status: 'completed',
            startedAt: '2026-05-04T00:00:00.000Z',
            completedAt: '2026-05-04T00:00:00.000Z',
            durationMs: 420,
            totalChecked: 1,
            passedCount: 1,
            evaluationStatus: 'pass',
            evaluationReason: 'All users have two factors',
            output: { users: 3 },
            createdAt: '2026-05-04T00:00:00.000Z',
          },
          {
            ...custom,
            ...notEvaluated,
            ...emptyRun,
            id: failed,
            status: 'failed',
            startedAt: '2026-05-03T00:00:00.000Z',
            completedAt: '2026-05-03T00:00:00.000Z',
            durationMs: 420,
            error: 'No answer',
            createdAt: '2026-05-03T00:00:00.000Z',
          },
        ],
        totalRuns: 2,
        successfulRuns: 1,
        failedRuns: 1,
        latestRunAt: '2026-05-04T00:00:00.000Z',
      },
    ],
    attachments: [{ id: file.id, name: 'tls-settings.txt', type: 'document', mimeType: 'text/plain', size: 24, createdAt: file.createdAt }],
    exportedAt: time,
  });
});
test('200 with empty lists for a task without evidence', async () => {
  const { call } = await withEvidence(app);
  const task = await addTask(call);
  expect((await call('GET', evidenceOf(task.id))).body).toMatchObject({ automations: [], attachments: [] });
});
test('200 with at most runsLimit runs, and with totals of all runs (rule 2)', async () => {
  const { call, checkedTask, connection, checkRun } = await withEvidence(app);
  const [task, connectionId] = [await checkedTask(), await connection()];
  for (let hour = 10; hour < 35; hour += 1)
    await checkRun(connectionId, { at: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(), results: [{ passed: hour % 5 > 0 }] });
  const runsWith = async (query: string) => (await call('GET', `${evidenceOf(task.id)}${query}`)).body.automations[0];
  const limited = await runsWith('?runsLimit=2');
  expect(limited).toMatchObject({ totalRuns: 25, successfulRuns: 20, failedRuns: 5, latestRunAt: '2026-05-02T10:00:00.000Z' });
  expect(limited.runs.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
    '2026-05-02T10:00:00.000Z',
    '2026-05-02T09:00:00.000Z',
  ]);
  expect((await runsWith('')).runs).toHaveLength(20);
  expect((await runsWith('?runsLimit=200')).runs).toHaveLength(25);
});
test.each(['0', '201', 'all'])('400 for a runsLimit of %s', async (limit) => {
  const { call } = await withEvidence(app);
  const task = await addTask(call);
  expect(await call('GET', `${evidenceOf(task.id)}?runsLimit=${limit}`)).toMatchObject({
    status: 400,
    body: { details: { runsLimit: {} } },
  });
  expect(await call('GET', `${evidenceOf(task.id)}/export?includeJson=yes`)).toMatchObject({
    status: 400,
    body: { details: { includeJson: {} } },
  });
});
test('404 for a task that does not exist or belongs to another organization, 403 for restricted members (rule 4)', async () => {
  const [{ call, organization }, other] = [await withEvidence(app), await withEvidence(app)];
  const foreign = await addTask(other.call);
  for (const id of [newId('tsk'), foreign.id])
    for (const pathSuffix of ['', '/export', '/automation/tls-certificate/pdf'])
      await expectErrorInBothTypes((options) => call('GET', `${evidenceOf(id)}${pathSuffix}`, options), 404, 'Task not found');
  const employee = await app.session(organization, ['employee']);
  const ownTask = await addTask(call, { assigneeId: employee.member.id });
  for (const pathSuffix of ['', '/export', '/automation/tls-certificate/pdf'])
    expect(await employee.call('GET', `${evidenceOf(ownTask.id)}${pathSuffix}`)).toMatchObject({
      status: 403,
      body: { code: 'missing_permission' },
    });
});
test('200 without secrets in the response and in all exported files (rule 12)', async () => {
  const { call, checkedTask, connection, checkRun, automation, automationRun } = await withEvidence(app);
  const [task, connectionId] = [await checkedTask(), await connection()];
  await checkRun(connectionId, {
    status: 'failed',
    error: `refused ${secret}`,
    logs: [{ message: `with ${secret}` }],
    results: [{ passed: false, title: `Uses ${secret}`, evidence: { apiKey: secret, hasPassword: true, list: [secret] } }],
  });
  const id = await automation(task.id);
  await automationRun(id, { evaluation: 'fail', reason: `found ${secret}`, output: { session: { id: secret } }, logs: secret });
  const summary = await call('GET', evidenceOf(task.id));
  expect(summary.text).not.toContain(secret);
  const [check, custom] = summary.body.automations;
  expect(check.runs[0]).toMatchObject({
    error: 'refused [REDACTED]',
    logs: [{ message: 'with [REDACTED]' }],
    results: [{ title: 'Uses [REDACTED]', evidence: { apiKey: '[REDACTED]', hasPassword: true, list: ['[REDACTED]'] } }],
  });
  expect(custom.runs[0]).toMatchObject({ evaluationReason: 'found [REDACTED]', output: { session: '[REDACTED]' }, logs: '[REDACTED]' });
  const { paths, text, bytes } = filesIn((await call('GET', `${evidenceOf(task.id)}/export?includeJson=true`)).bytes);
  for (const path of paths.filter((filePath) => filePath.endsWith('.json'))) {
    expect(text(path)).toContain('[REDACTED]');
    expect(text(path)).not.toContain(secret);
  }
  for (const path of paths.filter((filePath) => filePath.endsWith('evidence.pdf'))) {
    expect(await wordsOf(bytes(path))).toContain('[REDACTED]');
    expect(await wordsOf(bytes(path))).not.toContain(secret);
  }
});
test('200 shortens long content in the response; the archive has the complete content', async () => {
  const { call, checkedTask, connection, checkRun, automation, automationRun } = await withEvidence(app);
  const [task, connectionId] = [await checkedTask(), await connection()];
  await checkRun(connectionId, { status: 'failed', results: Array.from({ length: 1200 }, (_, n) => ({ passed: n >= 3 })) });
  await automationRun(await automation(task.id), { output: 'long '.repeat(5000) });
  const { automations } = (await call('GET', evidenceOf(task.id))).body;
  expect(automations[0].runs[0].results.map(({ passed }: { passed: boolean }) => passed)).toEqual(
    Array.from({ length: 50 }, (_, n) => n >= 3),
  );
  expect(automations[1].runs[0].output).toEqual({ truncated: true, message: expect.any(String), sizeBytes: 25_002 });
  const { paths, json, bytes } = filesIn((await call('GET', `${evidenceOf(task.id)}/export?includeJson=true`)).bytes);
  const [app1 = '', custom1 = ''] = paths.filter((path) => path.endsWith('evidence.json'));
  expect(json(app1).runs[0].results.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(
    Array.from({ length: 1200 }, (_, n) => `host-${n}.example.com:443`),
  );
  expect(json(custom1).runs[0].output).toBe('long '.repeat(5000));
  const words = await wordsOf(bytes(app1.replace('.json', '.pdf')));
  expect(words).toContain('Results that are left out: 200');
  expect(words).toContain('host-999.example.com');
  expect(words).not.toContain('host-1000.example.com');
});

test('200 with a PDF of the newest runs, which states how many runs are left out, and is logged (rules 11 and 17)', async () => {
  const { call, organization, checkedTask, connection, checkRun } = await withEvidence(app);
  const [task, connectionId] = [await checkedTask(), await connection()];
  await checkRun(connectionId, { at: '2026-04-01T00:00:00.000Z', status: 'inconclusive', error: 'The oldest of all' });
  for (let minute = 0; minute < 99; minute += 1)
    await checkRun(connectionId, { at: new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString() });
  await checkRun(connectionId, {
    at: '2026-05-20T06:00:00.000Z',
    status: 'failed',
    logs: [{ message: 'Looked at the chain' }],
    results: [{ passed: false, title: 'The certificate has expired', evidence: { validTo: '2026-05-01', issuer: 'Example CA' } }],
  });
  const answer = await call('GET', `${evidenceOf(task.id)}/automation/tls-certificate/pdf`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="test-organization_certificate-and-version-of-tls_evidence_${day}.pdf"`,
  );
  const pages = await pagesOf(answer.bytes);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} of ${pages.length}`);
  const words = await wordsOf(answer.bytes);
  for (const expectedText of [
    'Test organization',
    'Task: Encrypt connections',
    'Integration: HTTP service',
    'Runs: 101 in all, 99 succeeded, 1 failed',
    '2026-05-20 06:00 UTC · failed',
    '1500 ms · 1 examined, 0 passed, 1 failed',
    'Failed (high): The certificate has expired',
    'Remediation: Renew the certificate.',
    '"issuer": "Example CA"',
    'Looked at the chain',
    'Older runs that are left out: 1',
  ])
    expect(words).toContain(expectedText);
  expect(words).not.toContain('The oldest of all');
  expect((await entriesOf(app, organization.id, task.id)).at(-1)).toMatchObject({
    entity_type: 'task',
    description: expect.stringMatching(/^Exported evidence of an automation as PDF/),
    data: { resource: 'evidence', changes: { automationId: { current: 'tls-certificate' } } },
  });
});
test('200 with a PDF of an automation that shows the evaluation', async () => {
  const { call, checkedTask, automation, automationRun } = await withEvidence(app);
  const task = await checkedTask();
  const id = await automation(task.id);
  await automationRun(id, {
    evaluation: 'fail',
    reason: 'Two users lack it',
    output: { users: ['日本語', 'x'.repeat(3000)] },
    error: 'Half',
  });
  const words = await wordsOf((await call('GET', `${evidenceOf(task.id)}/automation/${id}/pdf`)).bytes);
  for (const expectedText of ['Export of users', 'Evaluation: fail. Two users lack it', 'Error: Half', 'Output', '"users": [', '420 ms'])
    expect(words).toContain(expectedText);
});
test('404 for a PDF of an automation without runs on the task (rule 2)', async () => {
  const { call, checkedTask, connection, checkRun, automation, automationRun } = await withEvidence(app);
  const [task, other] = [await checkedTask(), await addTask(call)];
  await checkRun(await connection());
  const [draft, elsewhere] = [await automation(task.id), await automation(other.id)];
  await automationRun(draft, { version: null });
  await automationRun(elsewhere);
  for (const id of [draft, elsewhere, 'security-headers', newId('aut')])
    await expectErrorInBothTypes(
      (options) => call('GET', `${evidenceOf(task.id)}/automation/${id}/pdf`, options),
      404,
      'Automation has no runs on the task',
    );
});

test('200 with an archive of all evidence, which is logged (rules 5, 8, 10 and 17)', async () => {
  const { call, organization, checkedTask, connection, checkRun, automation, automationRun, attach } = await withEvidence(app);
  const task = await checkedTask('Encrypt all: connections!');
  const run = await checkRun(await connection(), { at: '2026-05-02T00:00:00.000Z', results: [{ passed: true }] });
  const id = await automation(task.id, 'Export of users');
  await automationRun(id, { evaluation: 'pass' });
  const longContent = Buffer.alloc(300_000, 'evidence ');
  await attach(task.id, 'report.txt', longContent);
  await attach(task.id, 'REPORT.txt', 'another');
  await attach(task.id, 'a/b\\c:d.txt', 'named');
  const answer = await call('GET', `${evidenceOf(task.id)}/export?includeJson=true`);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="test-organization_encrypt-all-connections_evidence_${day}.zip"`,
  );
  const { paths, text, json, bytes } = filesIn(answer.bytes);
  const folder = 'test-organization_encrypt-all-connections_evidence';
  const [check, custom] = [`${folder}/app-certificate-and-version-of-tls-tificate`, `${folder}/custom-export-of-users-${id.slice(-8)}`];
  expect(paths).toEqual([
    `${folder}/EXPORT_INFO.txt`,
    `${folder}/00-summary.pdf`,
    `${folder}/01-attachments/report.txt`,
    `${folder}/01-attachments/REPORT (1).txt`,
    expect.stringMatching(/01-attachments\/.*d\.txt$/),
    `${check}/evidence.pdf`,
    `${check}/evidence.json`,
    `${custom}/evidence.pdf`,
    `${custom}/evidence.json`,
  ]);
  expect(text(`${folder}/EXPORT_INFO.txt`)).toContain(task.id);
  expect(Buffer.from(bytes(`${folder}/01-attachments/report.txt`)).equals(longContent)).toBe(true);
  expect(text(`${folder}/01-attachments/REPORT (1).txt`)).toBe('another');
  const summary = await wordsOf(bytes(`${folder}/00-summary.pdf`));
  for (const expectedText of ['Files: 3', 'Certificate and version of TLS (HTTP service)', 'Export of users', '2026-05-02 00:00 UTC'])
    expect(summary).toContain(expectedText);
  expect(json(`${check}/evidence.json`)).toEqual({
    automation: {
      id: 'tls-certificate',
      name: 'Certificate and version of TLS',
      type: 'app_automation',
      integrationName: 'HTTP service',
      totalRuns: 1,
      successfulRuns: 1,
      failedRuns: 0,
      latestRunAt: '2026-05-02T00:00:00.000Z',
    },
    runs: [
      {
        id: run,
        status: 'completed',
        startedAt: '2026-05-02T00:00:00.000Z',
        completedAt: '2026-05-02T00:00:01.500Z',
        durationMs: 1500,
        totalChecked: 1,
        passedCount: 1,
        failedCount: 0,
        evaluationStatus: null,
        evaluationReason: null,
        logs: [],
        output: null,
        error: null,
        results: [expect.objectContaining({ passed: true, resourceId: 'host-0.example.com:443' })],
        createdAt: '2026-05-02T00:00:00.000Z',
      },
    ],
    exportedAt: time,
  });
  expect(json(`${custom}/evidence.json`)).toMatchObject({ automation: { id, integrationName: null }, runs: [{ results: [] }] });
  expect((await entriesOf(app, organization.id, task.id)).at(-1)).toMatchObject({
    entity_type: 'task',
    description: expect.stringMatching(/^Exported evidence of task/),
    data: { changes: { includeJson: { current: true } } },
  });
  const plain = filesIn((await call('GET', `${evidenceOf(task.id)}/export`)).bytes);
  expect(plain.paths.filter((filePath) => filePath.endsWith('.json'))).toEqual([]);
  expect(plain.paths).toHaveLength(7);
});
test('200 with more runs than a single read returns, each run once (rule 16)', async () => {
  const { call, checkedTask, automation, automationRun } = await withEvidence(app);
  const task = await checkedTask();
  const id = await automation(task.id);
  const runs: string[] = [];
  // Several runs have the same time.
  for (let n = 0; n < 120; n += 1)
    runs.push(await automationRun(id, { at: new Date(Date.UTC(2026, 4, 1 + Math.floor(n / 30))).toISOString() }));
  const { paths, json } = filesIn((await call('GET', `${evidenceOf(task.id)}/export?includeJson=true`)).bytes);
  const exportedIds = json(paths.find((filePath) => filePath.endsWith('.json')) ?? '').runs.map((run: { id: string }) => run.id);
  expect(exportedIds).toHaveLength(120);
  expect(exportedIds.toSorted()).toEqual(runs.toSorted());
});
test('200 with a note in place of a file that is missing in the store (rule 9)', async () => {
  const { call, checkedTask, attach, keyOf } = await withEvidence(app);
  const task = await checkedTask();
  const [removedFile] = [await attach(task.id, 'gone.txt', 'gone'), await attach(task.id, 'there.txt', 'there')];
  await app.ports.files.remove(await keyOf(removedFile.id));
  const { paths, text } = filesIn((await call('GET', `${evidenceOf(task.id)}/export`)).bytes);
  const notePath = paths.find((filePath) => filePath.includes('_MISSING_')) ?? '';
  expect(notePath).toMatch(/01-attachments\/_MISSING_gone\.txt\.txt$/);
  for (const expectedText of [removedFile.id, 'gone.txt', 'does not have the file']) expect(text(notePath)).toContain(expectedText);
  expect(text(paths.find((filePath) => filePath.endsWith('there.txt')) ?? '')).toBe('there');
});

/** Starts a server with the same database and files, and with a log that the test can read. */
async function withLog() {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const { app: listener } = createApp(app.database, testConfig(), app.ports, log);
  const server = http.createServer(listener).listen(0, '127.0.0.1').unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  return { base, server, errors: () => lines.filter((line) => Number(JSON.parse(line).level) >= 50) };
}

test.each([
  ['changed', (key: string) => app.ports.files.put(key, Buffer.from('another'))],
  [
    'unreadable',
    async (key: string) => {
      await app.ports.files.remove(key);
      // A folder now exists at the path of the file.
      await app.ports.files.put(`${key}/x`, Buffer.from('x'));
    },
  ],
] as const)('200, but the transfer ends early at a file that is %s, and the error is logged (rule 9)', async (_case, damageFile) => {
  const { organization, checkedTask, attach, keyOf } = await withEvidence(app);
  const task = await checkedTask();
  const file = await attach(task.id, 'report.txt', 'as it was');
  await damageFile(await keyOf(file.id));
  const { base, server, errors } = await withLog();
  const answer = await fetch(`${base}${evidenceOf(task.id)}/export`, { headers: { 'x-api-key': organization.key } });
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
  await expect.poll(() => errors().length).toBe(1);
  expect(errors()[0]).toContain('report.txt');
  server.close();
});
test('200 when the client disconnects: reading stops, no connection stays open, and no error is logged (rule 16)', async () => {
  const { organization, checkedTask, attach, connection, checkRun } = await withEvidence(app);
  const task = await checkedTask();
  // The files exceed the buffers of sockets, and their random bytes cannot be compressed.
  for (let n = 0; n < 4; n += 1) await attach(task.id, `noise-${n}.bin`, randomBytes(4_000_000), 'application/octet-stream');
  await checkRun(await connection());
  const { base, server, errors } = await withLog();
  for (let n = 0; n < 5; n += 1) {
    const controller = new AbortController();
    const answer = await fetch(`${base}${evidenceOf(task.id)}/export`, {
      headers: { 'x-api-key': organization.key },
      signal: controller.signal,
    });
    const reader = answer.body?.getReader();
    // The first bytes arrive before any evidence has been read or created.
    expect(Buffer.from((await reader?.read())?.value ?? []).toString('latin1')).toContain('EXPORT_INFO.txt');
    controller.abort();
  }
  await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
  expect(errors()).toEqual([]);
  expect((await fetch(`${base}${evidenceOf(task.id)}/export`, { headers: { 'x-api-key': organization.key } })).status).toBe(200);
  server.close();
});
test('200 for HEAD, which creates no archive', async () => {
  const { call, checkedTask, attach } = await withEvidence(app);
  const task = await checkedTask();
  await attach(task.id, 'a.txt');
  const answer = await call('HEAD', `${evidenceOf(task.id)}/export`);
  expect(answer).toMatchObject({ status: 200, text: '' });
  expect(answer.headers.get('content-type')).toBe('application/zip');
});
