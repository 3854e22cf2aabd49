/**
 * Prepares a new organization for an audit: it adopts SOC 2, answers its context, publishes policies, has them signed, has its computers
 * checked, proves its tasks, and reaches a score of 100 %. Everything happens through the API, with the usual rate limits, by the people
 * who would do it.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../support/admin.ts';
import { call, type Caller } from '../support/app.ts';
import { fileOf } from '../support/automations.ts';
import { agentToken, registration, results } from '../support/devices.ts';
import { formTypes, report, valuesOf } from '../support/evidence-forms.ts';
import { ownDatabaseUrl } from '../support/own-database.ts';
import { launch, type Process } from '../support/process.ts';
import { standIn } from '../support/stand-in.ts';

type Call = Caller['call'];
interface Person {
  readonly id: string;
  readonly userId: string;
  readonly inPerson: Call;
}

const SESSION_SECRET = 'of somebody who signs people in, for a test';
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'journey-'));

let server: Process;
let databaseSettings: { DATABASE_URL?: string };
let organizationId: string;
/** Calls with the key that the operator creates. */
let callWithKey: Call;
let ada: Person;
const makeDatabase = ownDatabaseUrl();
beforeAll(async () => {
  databaseSettings = await makeDatabase();
  const { body: createdOrganization } = await admin(
    { DATA_DIR, ...databaseSettings },
    ...['organization', 'create', '--name', 'Quillmarsh', '--owner-email', 'ada.marsh@example.com', '--owner-name', 'Ada Marsh'],
  );
  organizationId = createdOrganization.organizationId;
  server = await launch({ DATA_DIR, SESSION_SECRET, VALIDATE_RESPONSES: '1', ALLOWED_NETWORKS: '127.0.0.0/8', ...databaseSettings });
  callWithKey = (method, url, options = {}) => call(server.url, method, url, { key: createdOrganization.apiKey, ...options });
  ada = await signIn({ id: createdOrganization.ownerMemberId, userId: createdOrganization.ownerUserId });
});
afterAll(async () => {
  await server.stop('SIGTERM');
  rmSync(DATA_DIR, { recursive: true, force: true });
});

/** @returns a member with a session */
async function signIn({ id, userId }: { id: string; userId: string }): Promise<Person> {
  const bearer = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setExpirationTime('10m')
    .sign(new TextEncoder().encode(SESSION_SECRET));
  const headers = { 'X-Organization-Id': organizationId };
  return { id, userId, inPerson: (method, url, options = {}) => call(server.url, method, url, { bearer, headers, ...options }) };
}

/** @returns the body of an answer that must succeed */
async function expectSuccess(answer: ReturnType<Call>, status = 200) {
  const awaited = await answer;
  expect(awaited, awaited.text).toMatchObject({ status });
  return awaited.body;
}

/** @returns every record of a list */
async function listAll(ask: Call, url: string): Promise<ReturnType<typeof JSON.parse>[]> {
  const records = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: ReturnType<typeof JSON.parse> = await expectSuccess(
      ask('GET', `${url}${url.includes('?') ? '&' : '?'}limit=250${cursor && `&cursor=${cursor}`}`),
    );
    records.push(...page.data);
    cursor = page.nextCursor;
  }
  return records;
}

const context = {
  'Describe your company in a few sentences.': 'Quillmarsh plans the rounds of home care services.',
  'What industry is your company in?': 'Software for health care',
  'How many employees do you have?': '5',
  'What devices do your people work with?': 'Laptops that the company owns',
  'What software do you use?': 'A code forge, a ticket system and a chat',
  'How does your team work: remote, in an office, or both?': 'Remote',
  'Where do you host your application?': 'With Northlight Hosting',
  'What types of data do you process?': 'Names, addresses and appointments of patients',
  'Where is your data stored?': 'In the European Union',
};
const evidenceOf = (title: string) => Buffer.from(`${title}: done, and nothing was found.\n`);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('an organization becomes ready for its audit', () => {
  let chen: Person;
  let staff: readonly Person[];
  let framework: string;
  /** The task whose evidence comes from a check. */
  let automatedTask: { readonly id: string; readonly title: string };
  const scoreOf = async () => (await expectSuccess(callWithKey('GET', `/v1/frameworks/${framework}`))).complianceScore;
  /** Waits for a background run. @returns its result */
  const waitForRun = async (run: string) => {
    await expect.poll(() => callWithKey('GET', `/v1/runs/${run}`), { interval: 1000 }).toMatchObject({ body: { status: 'completed' } });
    return (await expectSuccess(callWithKey('GET', `/v1/runs/${run}`))).result;
  };
  const overview = () => expectSuccess(callWithKey('GET', '/v1/frameworks/scores'));

  test('200 the owner sets what is expected of people', async () => {
    expect(await expectSuccess(callWithKey('GET', '/v1/organization'))).toMatchObject({
      id: organizationId,
      name: 'Quillmarsh',
      hasAccess: true,
    });
    const steps = { deviceAgentStepEnabled: true, securityTrainingStepEnabled: true };
    expect(await expectSuccess(ada.inPerson('PATCH', '/v1/organization', { body: steps }))).toMatchObject(steps);
  });

  test('200 people join, and one of them gets the permissions to run the program', async () => {
    const emails = ['chen.liu@example.com', 'ida.novak@example.com', 'rosa.lind@example.com', 'tom.reyes@example.com'];
    const { data: addedPeople } = await expectSuccess(
      ada.inPerson('POST', '/v1/people/invite', { body: { invites: emails.map((email) => ({ email, roles: ['employee'] })) } }),
    );
    expect(addedPeople).toMatchObject(emails.map((email) => ({ email, outcome: 'added' })));
    const members = await listAll(callWithKey, '/v1/people');
    staff = await Promise.all(emails.map((email) => signIn(members.find(({ user }: { user: { email: string } }) => user.email === email))));
    [chen] = staff as [Person];
    expect(await expectSuccess(ada.inPerson('PATCH', `/v1/people/${chen.id}`, { body: { roles: ['admin', 'employee'] } }))).toMatchObject({
      roles: expect.arrayContaining(['admin', 'employee']),
    });
    for (const { id } of [ada, ...staff])
      await expectSuccess(
        callWithKey('PATCH', `/v1/people/${id}`, {
          body: { backgroundCheckExempt: true, backgroundCheckExemptReason: 'existing_employee' },
        }),
      );
  });

  test('201 the questions of the context are answered', async () => {
    for (const [question, answer] of Object.entries(context))
      await expectSuccess(callWithKey('POST', '/v1/context', { body: { question, answer } }), 201);
    expect(await listAll(callWithKey, '/v1/context')).toHaveLength(Object.keys(context).length);
  });

  test('201 SOC 2 is adopted for security only, with a score of 0', async () => {
    const soc2 = (await expectSuccess(callWithKey('GET', '/v1/frameworks/available'))).data.find(
      ({ name }: { name: string }) => name === 'SOC 2',
    );
    const {
      data: [instance],
    } = await expectSuccess(
      chen.inPerson('POST', '/v1/frameworks', {
        body: { frameworkIds: [soc2.id], frameworkScopes: [{ frameworkId: soc2.id, scope: ['security'] }] },
      }),
      201,
    );
    framework = instance.id;
    expect(instance).toMatchObject({ frameworkId: soc2.id, scope: ['security'] });
    expect(await scoreOf()).toBe(0);
    const excludedRequirements = (await listAll(callWithKey, `/v1/frameworks/${framework}/requirements`)).filter(({ inScope }) => !inScope);
    expect(excludedRequirements.map(({ identifier }) => identifier)).toEqual(expect.arrayContaining(['A1.1', 'C1.1', 'PI1.1', 'P1.1']));
    expect(excludedRequirements.filter(({ identifier }) => identifier.startsWith('CC'))).toEqual([]);
    const wider = await expectSuccess(callWithKey('GET', `/v1/frameworks/${framework}/scope-preview?scope=security&scope=availability`));
    expect(wider.requirements).toMatchObject({
      added: expect.arrayContaining([expect.objectContaining({ identifier: 'A1.1' })]),
      excluded: [],
    });
    expect(wider.tasks.added.length).toBeGreaterThan(0);
  });

  test('200 the policies contain the context, and are published', async () => {
    const drafts = await listAll(callWithKey, '/v1/policies?status=draft');
    expect(drafts.length).toBeGreaterThan(20);
    const { publishedCount, members } = await expectSuccess(chen.inPerson('POST', '/v1/policies/publish-all'));
    expect(publishedCount).toBe(drafts.length);
    expect(members.map(({ memberId }: { memberId: string }) => memberId)).toEqual(
      expect.arrayContaining([ada, ...staff].map(({ id }) => id)),
    );
    const texts = await Promise.all(
      drafts.map(async ({ id }) => JSON.stringify((await expectSuccess(callWithKey('GET', `/v1/policies/${id}`))).content)),
    );
    expect(texts.filter((text) => text.includes('{{'))).toEqual([]);
    expect(texts.some((text) => text.includes('Quillmarsh'))).toBe(true);
    expect(texts.some((text) => text.includes('Northlight Hosting'))).toBe(true);
    expect(await overview()).toMatchObject({ policies: { published: drafts.length, unpublishedPolicies: [] }, people: { completed: 0 } });
  });

  test('200 everybody signs the policies', async () => {
    for (const { inPerson } of [ada, ...staff]) {
      const policyIds = (await listAll(inPerson, '/v1/policies?toSign=true')).map(({ id }) => id);
      const { data } = await expectSuccess(inPerson('POST', '/v1/policies/acknowledgements', { body: { policyIds } }));
      expect(data.filter(({ status }: { status: string }) => status !== 'signed')).toEqual([]);
      expect(await listAll(inPerson, '/v1/policies?toSign=true')).toEqual([]);
    }
    expect((await overview()).people).toEqual({ total: 5, completed: 0 });
  });

  test('200 everybody completes the training, and has a certificate', async () => {
    for (const { id, inPerson } of [ada, ...staff]) {
      const modules = await expectSuccess(inPerson('GET', '/v1/training/videos?program=general'));
      for (const module of modules.data) await expectSuccess(inPerson('PUT', `/v1/training/completions/${module.id}`, { body: {} }));
      expect((await inPerson('GET', `/v1/training/certificates/${id}`)).status).toBe(200);
    }
    expect(await listAll(callWithKey, '/v1/training/progress?complete=false')).toEqual([]);
    expect((await overview()).people).toEqual({ total: 5, completed: 0 });
  });

  test('201 everybody signs an agent in, and the computers pass their checks, one of them only after its disk is encrypted', async () => {
    const anonymous: Call = (method, url, options = {}) => call(server.url, method, url, options);
    const computers = await Promise.all(
      [ada, ...staff].map(async ({ inPerson }) => {
        const bearer = await agentToken(inPerson, anonymous);
        const agent: Call = (method, url, options = {}) => call(server.url, method, url, { bearer, ...options });
        const device = await expectSuccess(agent('POST', '/v1/device-agent/devices', { body: registration(organizationId) }), 201);
        const checkIn = (isEncrypted: boolean) => {
          const checks = results(true, new Date().toISOString()).map((check) =>
            check.checkType === 'disk_encryption' ? { ...check, passed: isEncrypted } : check,
          );
          return expectSuccess(agent('POST', `/v1/device-agent/devices/${device.id}/check-ins`, { body: { checks } }), 201);
        };
        return { id: device.id, checkIn };
      }),
    );
    const [firstComputer, ...otherComputers] = computers;
    expect(await firstComputer?.checkIn(false)).toMatchObject({ isCompliant: false });
    for (const { checkIn } of otherComputers) expect(await checkIn(true)).toMatchObject({ isCompliant: true });
    expect((await listAll(callWithKey, '/v1/devices')).filter(({ isCompliant }) => !isCompliant)).toMatchObject([
      { id: firstComputer?.id },
    ]);
    expect(await firstComputer?.checkIn(true)).toMatchObject({ isCompliant: true });
    const devices = await listAll(callWithKey, '/v1/devices');
    expect(devices.map(({ id }) => id).toSorted()).toEqual(computers.map(({ id }) => id).toSorted());
    expect(devices.every(({ isCompliant }) => isCompliant)).toBe(true);
    expect((await overview()).people).toEqual({ total: 5, completed: 5 });
  });

  test('201, 202: one task is proven by a check, which fails until the last backup is recent', async () => {
    [automatedTask] = await listAll(callWithKey, `/v1/tasks?frameworkInstanceId=${framework}&search=backup`);
    let finishedAt = '2026-01-04T03:00:00Z';
    const backups = await standIn(() => ({ json: { jobs: [{ name: 'nightly', finishedAt }] } }));
    await expectSuccess(ada.inPerson('PATCH', '/v1/organization', { body: { automationAllowedHosts: ['127.0.0.1'] } }));
    const automation = await expectSuccess(
      chen.inPerson('POST', `/v1/tasks/${automatedTask.id}/automations`, { body: { name: 'Nightly backup' } }),
      201,
    );
    const check = {
      request: { url: `${backups.url}/jobs` },
      criteria: [{ path: '$.body.jobs[*].finishedAt', operator: 'after', value: '-24h' }],
    };
    const automationPath = `/v1/tasks/${automatedTask.id}/automations/${automation.id}`;
    await expectSuccess(chen.inPerson('POST', `${automationPath}/versions`, { body: fileOf(check) }), 201);
    const run = async () => {
      const { id, result } = await expectSuccess(chen.inPerson('POST', `${automationPath}/runs`, { body: {} }), 202);
      await waitForRun(id);
      return expectSuccess(callWithKey('GET', `${automationPath}/runs/${result.automationRunId}`));
    };
    expect(await run()).toMatchObject({ status: 'completed', evaluationStatus: 'fail' });
    expect(await expectSuccess(callWithKey('GET', `/v1/tasks/${automatedTask.id}`))).toMatchObject({ status: 'failed' });
    finishedAt = new Date().toISOString();
    expect(await run()).toMatchObject({ status: 'completed', evaluationStatus: 'pass' });
    expect(await expectSuccess(callWithKey('GET', `/v1/tasks/${automatedTask.id}`))).toMatchObject({ status: 'done' });
  });

  test('200, 201: the other tasks are assigned, proven and done', async () => {
    const tasks = (await listAll(callWithKey, `/v1/tasks?frameworkInstanceId=${framework}`)).filter(({ id }) => id !== automatedTask.id);
    const share = Math.ceil(tasks.length / staff.length);
    await Promise.all(
      staff.map(async ({ id, inPerson }, index) => {
        const ownTasks = tasks.slice(index * share, (index + 1) * share);
        const taskIds = ownTasks.map((task) => task.id);
        await expectSuccess(chen.inPerson('PATCH', '/v1/tasks/bulk/assignee', { body: { taskIds, assigneeId: id } }));
        for (const task of ownTasks) {
          const body = { fileName: 'evidence.txt', fileType: 'text/plain', fileData: evidenceOf(task.title).toString('base64') };
          expect(await expectSuccess(inPerson('POST', `/v1/tasks/${task.id}/attachments`, { body }), 201)).toMatchObject({
            entityId: task.id,
            sha256: sha256(evidenceOf(task.title)),
          });
        }
        expect(await expectSuccess(inPerson('PATCH', '/v1/tasks/bulk', { body: { taskIds, status: 'done' } }))).toEqual({
          updatedCount: ownTasks.length,
        });
      }),
    );
    expect((await overview()).tasks).toEqual({ total: tasks.length + 1, done: tasks.length + 1, incompleteTasks: [] });
    expect(await scoreOf()).toBeLessThan(100);
  });

  test('201, 200: all forms are submitted except the optional ones', async () => {
    const { data: definitions } = await expectSuccess(callWithKey('GET', '/v1/evidence-forms'));
    const optionalForms = new Set(definitions.flatMap((one: { type: string; optional: boolean }) => (one.optional ? one.type : [])));
    expect([...optionalForms].toSorted()).toEqual(['access-request', 'account-types', 'whistleblower-report']);
    for (const form of formTypes) {
      if (optionalForms.has(form)) continue;
      const file = form === 'penetration-test' && {
        pentestReport: await expectSuccess(
          chen.inPerson('POST', '/v1/evidence-forms/uploads', { body: { formType: form, ...report } }),
          201,
        ),
      };
      const body = { data: { ...valuesOf[form], ...file } };
      const submission = await expectSuccess(chen.inPerson('POST', `/v1/evidence-forms/${form}/submissions`, { body }), 201);
      const review = { body: { action: 'approved' } };
      expect(
        await expectSuccess(ada.inPerson('PATCH', `/v1/evidence-forms/${form}/submissions/${submission.id}/review`, review)),
      ).toMatchObject({
        status: 'approved',
      });
    }
    expect((await overview()).documents).toMatchObject({ outstandingDocuments: 0 });
  });

  test('200 the score is 100', async () => {
    expect(await scoreOf()).toBe(100);
  });

  test('202, 200: the evidence is exported for the auditor, with every file unchanged', async () => {
    const tasks = await listAll(callWithKey, `/v1/tasks?frameworkInstanceId=${framework}`);
    const run = await expectSuccess(
      callWithKey('POST', '/v1/evidence-export/all', { body: { frameworkInstanceId: framework, includeJson: true } }),
      202,
    );
    const result = await waitForRun(run.id);
    expect(result).toMatchObject({ tasksTotal: tasks.length, tasksCompleted: tasks.length, tasksFailed: 0, failedTasks: [] });
    const { downloadUrl, fileName } = await expectSuccess(callWithKey('GET', `/v1/evidence-export/${run.id}/download`));
    expect(fileName).toBe(result.fileName);
    // The link is sufficient as a credential.
    const archive = await (await fetch(new URL(downloadUrl, server.url))).bytes();
    expect(sha256(archive)).toBe(result.sha256);
    const files = unzipSync(archive);
    const manifest = JSON.parse(new TextDecoder().decode(files['quillmarsh/manifest.json']));
    expect(manifest).toMatchObject({
      organizationId,
      frameworkInstanceId: framework,
      tasksCount: tasks.length,
      totalAttachments: tasks.length - 1,
      hasFailures: false,
    });
    const hashes = new Map(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
    hashes.delete('quillmarsh/manifest.json');
    expect(new Map(manifest.files.map((file: { path: string; sha256: string }) => [file.path, file.sha256]))).toEqual(hashes);
    const manualTasks = tasks.filter(({ id }) => id !== automatedTask.id);
    expect([...hashes.values()]).toEqual(expect.arrayContaining(manualTasks.map(({ title }) => sha256(evidenceOf(title)))));
    const { folder } = manifest.tasks.find(({ id }: { id: string }) => id === automatedTask.id);
    const [json] = Object.entries(files).filter(([name]) => name.startsWith(`${folder}/custom-nightly-backup-`) && name.endsWith('.json'));
    expect(JSON.parse(new TextDecoder().decode(json?.[1]))).toMatchObject({
      automation: { totalRuns: 2, successfulRuns: 1, failedRuns: 1 },
      runs: [{ evaluationStatus: 'pass' }, { evaluationStatus: 'fail' }],
    });
    const file = path.join(DATA_DIR, fileName);
    writeFileSync(file, archive);
    expect(await admin({}, 'evidence', 'verify', file)).toMatchObject({ code: 0 });
  });

  test('the audit log is intact', async () => {
    expect(await expectSuccess(callWithKey('GET', '/v1/audit-logs/verification'))).toMatchObject({
      intact: true,
      firstBrokenSequence: null,
    });
  });
});
