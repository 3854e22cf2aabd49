/**
 * Calls the nineteen operations of the interface specification on a server after its first start. Everything they need is created through
 * the API with the key that the server prints; only the approval comes from a session of the owner.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type RequestOptions } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { bootstrapKey as key, launch, type Process } from '../support/process.ts';

const specifiedOperations = [
  'unlinkRequirementsFromControl',
  'listInvitations',
  'revokeInvitation',
  'listEmployees',
  'getEmployee',
  'createEmployee',
  'deleteEmployee',
  'listRisks',
  'createRisk',
  'getRisk',
  'deleteRisk',
  'exportSoa',
  'parseQuestionnaire',
  'updateMember',
  'updateComment',
  'listTaskItemActivity',
  'getTrustPortalOverview',
  'deleteIntegrationConnection',
  'getOrganization',
] as const;

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'journey-'));
let server: Process;
const SESSION_SECRET = 'of somebody who signs people in, for a test';
beforeAll(async () => {
  server = await launch({ DATA_DIR, RATE_LIMIT: '0', SESSION_SECRET });
});
afterAll(async () => {
  await server.stop('SIGTERM');
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const calledOperations = new Set<string>();
async function ask(method: string, url: string, body?: unknown, options: RequestOptions = {}) {
  const [pathname = ''] = url.split('?', 1);
  const matchingOperations = contract.filter(
    (operation) => operation.method === method && new RegExp(`^${operation.template.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  // A template without parameters takes precedence.
  const operation = matchingOperations.find(({ template }) => template === pathname) ?? matchingOperations[0];
  if (operation) calledOperations.add(operation.id);
  return call(server.url, method, url, { key, body, ...options });
}
/** @returns the first record of a list */
const firstOf = async (url: string) => (await ask('GET', url)).body.data[0];

describe('the given operations on a fresh server', () => {
  let organizationId: string;
  let owner: { id: string; userId: string };

  test('200 returns the organization of the key', async () => {
    const { status, body } = await ask('GET', '/v1/organization');
    expect(status).toBe(200);
    organizationId = body.id;
    expect(body).toMatchObject({ id: expect.stringMatching(/^org_/), name: expect.any(String) });
    owner = await firstOf('/v1/people?role=owner');
    expect(owner).toMatchObject({ role: 'owner', isActive: true });
  });

  test('201, 200, 200: employees are created, listed and deleted', async () => {
    const created = await ask('POST', '/v1/employees', { name: 'Rosa Lind', email: 'rosa.lind@example.com' });
    expect(created).toMatchObject({
      status: 201,
      body: { success: true, data: { department: 'none', isActive: true, organizationId, userId: null, linkId: null } },
    });
    const { id } = created.body.data;
    expect((await ask('GET', '/v1/employees?search=ROSA.L')).body.data).toMatchObject([{ id }]);
    expect(await ask('GET', `/v1/employees/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, data: { id, name: 'Rosa Lind' } },
    });
    expect(await ask('DELETE', `/v1/employees/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, data: { message: expect.any(String) } },
    });
    expect(await ask('GET', `/v1/employees/${id}`)).toMatchObject({ status: 404, body: { success: false, error: 'Employee not found' } });
  });

  test('201, 200: a risk and its mitigation task are created, and the activity of the task is listed', async () => {
    const created = await ask('POST', '/v1/risks', { title: 'Laptop theft', description: 'A laptop is lost.', category: 'technology' });
    expect(created).toMatchObject({
      status: 201,
      body: { success: true, data: { status: 'open', probability: 0, assigneeId: null, organizationId } },
    });
    const { id } = created.body.data;
    const task = await ask('POST', '/v1/task-management', {
      title: 'Encrypt every disk',
      entityType: 'risk',
      entityId: id,
      assigneeId: owner.id,
    });
    expect(task.status).toBe(201);
    expect(await ask('PATCH', `/v1/task-management/${task.body.id}`, { status: 'done' })).toMatchObject({ status: 200 });
    expect((await ask('GET', `/v1/risks/${id}`)).body.data).toMatchObject({
      id,
      treatmentStrategy: { type: expect.any(String) },
      mitigationTasks: [{ id: task.body.id, title: 'Encrypt every disk', status: 'done', assigneeId: owner.id }],
    });
    const activity = await ask('GET', `/v1/task-management/${task.body.id}/activity`);
    expect(activity.status).toBe(200);
    expect(activity.body.data.map(({ data }: { data: { action: string } }) => data.action)).toEqual(
      expect.arrayContaining(['created', 'updated']),
    );
    expect((await ask('GET', '/v1/risks?search=laptop%20theft')).body.data).toMatchObject([{ id }]);
    expect(await ask('DELETE', `/v1/risks/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, data: { message: expect.any(String) } },
    });
    expect(await ask('GET', `/v1/risks/${id}`)).toMatchObject({ status: 404, body: { success: false, error: 'Risk not found' } });
  });

  test('200 a comment is created and changed for its author', async () => {
    const risk = await firstOf('/v1/risks?limit=1');
    const created = await ask('POST', '/v1/comments', {
      entityType: 'risk',
      entityId: risk.id,
      content: 'Who looks after this?',
      userId: owner.userId,
    });
    expect(created.status).toBe(201);
    expect(
      await ask('PUT', `/v1/comments/${created.body.id}`, { content: 'Somebody has to look after this.', userId: owner.userId }),
    ).toMatchObject({
      status: 200,
      body: {
        id: created.body.id,
        content: 'Somebody has to look after this.',
        author: { id: owner.userId, deactivated: false },
        attachments: [],
      },
    });
    expect(await ask('PUT', `/v1/comments/${created.body.id}`, { content: 'Without an author.' })).toMatchObject({
      status: 400,
      body: { details: { userId: { _errors: [expect.any(String)] } } },
    });
  });

  test('200, 204: an invitation is sent, listed and revoked', async () => {
    const role = await ask('POST', '/v1/roles', { name: 'Risk reader', permissions: { risk: ['read'] } });
    expect(
      (await ask('POST', '/v1/people/invite', { invites: [{ email: 'tom.reyes@example.com', roles: [role.body.id] }] })).body.data,
    ).toMatchObject([{ outcome: 'invited' }]);
    const { data } = (await ask('GET', '/v1/auth/invitations?search=tom.reyes')).body;
    expect(data).toMatchObject([{ email: 'tom.reyes@example.com', role: role.body.id, status: 'pending' }]);
    expect(await ask('DELETE', `/v1/auth/invitations/${data[0].id}`)).toMatchObject({ status: 204 });
    expect((await ask('GET', '/v1/auth/invitations?search=tom.reyes')).body.data).toEqual([]);
  });

  test('200 a member is added and updated', async () => {
    await ask('POST', '/v1/people/invite', { invites: [{ email: 'ida.novak@example.com', roles: ['employee'] }] });
    const member = await firstOf('/v1/people?search=ida.novak');
    expect(
      await ask('PATCH', `/v1/people/${member.id}`, {
        jobTitle: 'Engineer',
        department: 'Field service',
        backgroundCheckExempt: true,
        backgroundCheckExemptReason: 'other',
        onboardDate: '2026-05-18T00:00:00.000Z',
      }),
    ).toMatchObject({
      status: 200,
      body: {
        id: member.id,
        jobTitle: 'Engineer',
        department: 'Field service',
        isActive: true,
        deactivated: false,
        user: { email: 'ida.novak@example.com' },
        onboardDate: '2026-05-18T00:00:00.000Z',
      },
    });
    expect(await ask('PATCH', `/v1/people/${member.id}`, { isActive: false })).toMatchObject({
      status: 200,
      body: { isActive: false, deactivated: true },
    });
  });

  test('200 a requirement is linked to a control, and unlinked again', async () => {
    const gdpr = (await ask('GET', '/v1/frameworks/available')).body.data.find(({ name }: { name: string }) => name === 'GDPR');
    const {
      body: {
        data: [instance],
      },
    } = await ask('POST', '/v1/frameworks', { frameworkIds: [gdpr.id] });
    const control = await ask('POST', '/v1/controls', {
      name: 'Records of processing',
      description: 'A register says what is done with personal data, and why.',
    });
    expect(control.status).toBe(201);
    const [firstRequirement] = (await ask('GET', `/v1/frameworks/${instance.id}/requirements`)).body.data;
    const requirements = [{ frameworkInstanceId: instance.id, requirementId: firstRequirement.id }];
    expect(await ask('POST', `/v1/controls/${control.body.id}/requirements/link`, { requirements })).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await ask('DELETE', `/v1/controls/${control.body.id}/requirements/link`, { requirements })).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await ask('DELETE', `/v1/controls/${control.body.id}/requirements/link`, { requirements })).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
  });

  test('200 the statement of applicability is filled in, approved and exported as a PDF', async () => {
    const iso = (await ask('GET', '/v1/frameworks/available')).body.data.find(({ name }: { name: string }) => name === 'ISO 27001');
    await ask('PUT', '/v1/soa/setup', { frameworkId: iso.id });
    const { body: document } = await ask('POST', '/v1/soa/documents', { frameworkId: iso.id, copyAnswers: false });
    const run = await ask('POST', `/v1/soa/documents/${document.id}/auto-fill`, {});
    expect(run.status).toBe(202);
    await expect.poll(() => ask('GET', run.headers.get('location') ?? '')).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(await ask('POST', '/v1/soa/export', { documentId: document.id, organizationId, format: 'pdf' })).toMatchObject({ status: 409 });
    const submit = () => ask('POST', `/v1/soa/documents/${document.id}/submit-for-approval`, { approverId: owner.id });
    // Answers without any source need a justification by a person first.
    const { answers } = (await ask('GET', `/v1/soa/documents/${document.id}`)).body;
    const unfoundedAnswers = answers.filter(({ needsReview }: { needsReview: boolean }) => needsReview);
    expect(unfoundedAnswers.length).toBeGreaterThan(0);
    expect(await submit()).toMatchObject({ status: 422, body: { code: 'soa_needs_review', needsReview: unfoundedAnswers.length } });
    for (const { questionId } of unfoundedAnswers)
      expect(
        await ask('PATCH', `/v1/soa/documents/${document.id}/answers/${questionId}`, { justification: 'Customers expect it.' }),
      ).toMatchObject({ status: 200, body: { needsReview: false } });
    expect(await submit()).toMatchObject({ status: 200 });
    const bearer = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(owner.userId)
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(SESSION_SECRET));
    const inPerson = { key: undefined, bearer, headers: { 'X-Organization-Id': organizationId } };
    expect(await ask('POST', `/v1/soa/documents/${document.id}/approve`, undefined, inPerson)).toMatchObject({
      status: 200,
      body: { approvalStatus: 'approved' },
    });
    const exported = await ask('POST', '/v1/soa/export', { documentId: document.id, organizationId, format: 'pdf' });
    expect(exported.status).toBe(200);
    expect(exported.headers.get('content-type')).toBe('application/pdf');
    expect(exported.text.slice(0, 5)).toBe('%PDF-');
  });

  test('200 the questions of a questionnaire are parsed, with the answers in the file', async () => {
    const fileData = Buffer.from(
      'Question;Response\r\nDo you encrypt data at rest?;Yes, with AES-256.\r\nIs there an incident response plan?;\r\n',
    ).toString('base64');
    expect(
      await ask('POST', '/v1/questionnaire/parse', {
        fileData,
        fileType: 'text/csv',
        fileName: 'questions.csv',
        vendorName: 'Harbour Clinics',
      }),
    ).toMatchObject({
      status: 200,
      body: {
        vendorName: 'Harbour Clinics',
        fileName: 'questions.csv',
        totalQuestions: 2,
        questionsAndAnswers: [
          { question: 'Do you encrypt data at rest?', answer: 'Yes, with AES-256.' },
          { question: 'Is there an incident response plan?', answer: null },
        ],
      },
    });
  });

  test('200 the overview of the trust portal is stored as sent', async () => {
    const overview = { overviewTitle: 'Security', overviewContent: 'It comes first.', showOverview: true };
    expect(await ask('PATCH', '/v1/trust-portal/overview', overview)).toMatchObject({ status: 200 });
    expect(await ask('GET', '/v1/trust-portal/overview')).toMatchObject({ status: 200, body: overview });
  });

  test('201, 204: a connection to another system is created and deleted', async () => {
    const connected = await ask('POST', '/v1/integrations/connections', {
      providerSlug: 'csv-people',
      credentials: { csv: 'email,name,status\nemil.frost@example.com,Emil Frost,active\n' },
      metadata: { connectionName: 'Contractors' },
    });
    expect(connected).toMatchObject({ status: 201, body: { providerSlug: 'csv-people', status: 'active', label: 'Contractors' } });
    expect(await ask('DELETE', `/v1/integrations/connections/${connected.body.id}`)).toMatchObject({ status: 204 });
    expect(await ask('GET', `/v1/integrations/connections/${connected.body.id}`)).toMatchObject({ status: 404 });
  });

  test('all nineteen operations were called', () => {
    expect(specifiedOperations.filter((id) => !calledOperations.has(id))).toEqual([]);
    expect(specifiedOperations).toHaveLength(19);
  });
});
