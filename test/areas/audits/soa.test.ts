/** Setup and configurations of the statement of applicability. */
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { catalogue } from '#domain/catalogue/index';
import { startApp } from '../../support/app.ts';
import { asProblem } from '../../support/refusals.ts';
import { iso, setUp, soaActors, read } from '../../support/soa.ts';

const app = startApp();
const { started, framework, entries, says } = soaActors(app);
const setupUrl = (id: string) => `/v1/soa/setup?frameworkId=${id}`;
const unknownId = 'frk_6a0d6a0012f5c8e47b93d161';
const columns = [
  ['closure', 'string'],
  ['title', 'string'],
  ['controlObjective', 'string'],
  ['isApplicable', 'boolean'],
  ['justification', 'string'],
];

interface Question {
  readonly id: string;
  readonly text: string;
  readonly columnMapping: {
    readonly closure: string;
    readonly title: string;
    readonly controlObjective: string;
    readonly isApplicable: null;
    readonly justification: null;
  };
}

describe('getSoaSetup', () => {
  test('200 with the configuration and without a document, and stores nothing', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('GET', setupUrl(iso));
    expect(answer).toMatchObject({
      status: 200,
      body: { configuration: { frameworkId: iso, version: 1, isLatest: true }, document: null },
    });
    expect((await call('GET', '/v1/soa/documents')).body.data).toEqual([]);
    expect(await entries(organization)).toEqual([]);
  });
  test('200 with null for configuration and document when the framework was never set up', async () => {
    const { call } = await app.caller();
    const id = await framework('iso27001', ['A.5.1']);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await call('GET', setupUrl(id))).toMatchObject({ status: 200, body: { configuration: null, document: null } });
  });
  test('200 for an auditor, who may only read', async () => {
    const { organization, document } = await started();
    const auditor = await app.session(organization, ['auditor']);
    expect(await auditor.call('GET', setupUrl(iso))).toMatchObject({ status: 200, body: { document: { id: document.id } } });
    expect(await auditor.call('PUT', setupUrl(iso))).toMatchObject({ status: 403 });
  });
});

describe('ensureSoaSetup', () => {
  test('200 with a draft of 93 questions, and with one entry in the log (rule 12)', async () => {
    const { call, organization } = await app.caller();
    const answer = await call('PUT', setupUrl(iso));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        configuration: { frameworkId: iso },
        document: {
          organizationId: organization.id,
          frameworkId: iso,
          version: 1,
          isLatest: true,
          status: 'draft',
          approvalStatus: 'none',
          totalQuestions: 93,
          answeredQuestions: 0,
          percentComplete: 0,
          preparedBy: 'Olive Owner',
          approverId: null,
          approver: null,
          submittedAt: null,
          approvedAt: null,
          declinedAt: null,
          completedAt: null,
          declineReason: null,
          framework: { id: iso, name: 'ISO 27001' },
        },
      },
    });
    const { configuration, document } = answer.body;
    expect(document.configurationId).toBe(configuration.id);
    expect(await entries(organization)).toMatchObject([
      {
        type: 'framework',
        id: document.id,
        userId: organization.owner.userId,
        description: 'Set up the statement of applicability [via API key "test"]',
      },
    ]);
  });
  test('200 with the same setup for a second request, and without another log entry', async () => {
    const { call, organization } = await app.caller();
    const first = await call('PUT', setupUrl(iso));
    const second = await call('PUT', setupUrl(iso));
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(await entries(organization)).toHaveLength(1);
    expect((await call('GET', setupUrl(iso))).body).toEqual(first.body);
  });
  test('200 for ten simultaneous requests creates one configuration and one document (rule 11)', async () => {
    const { call, organization } = await app.caller();
    const id = await framework('ISO/IEC 27001:2022', ['A.5.1', 'A.5.2']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('PUT', setupUrl(id))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => `${body.configuration.id} ${body.document.id}`)).size).toBe(1);
    expect((await call('GET', `/v1/soa/configurations?includeSuperseded=true&frameworkId=${id}`)).body.data).toHaveLength(1);
    expect((await call('GET', '/v1/soa/documents')).body.data).toHaveLength(1);
    expect(await entries(organization)).toHaveLength(1);
  });
  test('200 for two organizations at the same time creates one shared configuration, and one document for each (rules 1, 11)', async () => {
    const [firstCaller, secondCaller] = [await app.caller(), await app.caller()];
    const id = await framework('ISO 27001', ['A.5.1']);
    const [first, second] = await Promise.all([firstCaller.call('PUT', setupUrl(id)), secondCaller.call('PUT', setupUrl(id))]);
    expect(first.body.configuration).toEqual(second.body.configuration);
    expect(first.body.document.id).not.toBe(second.body.document.id);
    await firstCaller.call('PATCH', `/v1/soa/documents/${first.body.document.id}/answers/A.5.1`, {
      body: { isApplicable: true, justification: 'Only ours' },
    });
    expect((await secondCaller.call('GET', setupUrl(id))).text).not.toContain('Only ours');
    expect((await secondCaller.call('GET', `/v1/soa/documents/${first.body.document.id}`)).status).toBe(404);
  });
  test('422 for a framework that is called ISO 27001 but has no controls in the catalog', async () => {
    const { call } = await app.caller();
    const id = await framework('ISO 27001', ['4.1']);
    expect(await call('PUT', setupUrl(id))).toMatchObject({ status: 422, body: { error: 'The catalog has no controls of the framework' } });
  });
});

describe.each(['GET', 'PUT'])('%s /v1/soa/setup', (method) => {
  test.each([
    [undefined, { error: 'Framework not found' }],
    [asProblem, { detail: 'Framework not found' }],
  ])('404 for an unknown framework', async (accept, body) => {
    const { call } = await app.caller();
    expect(await call(method, setupUrl(unknownId), { ...accept })).toMatchObject({ status: 404, body });
  });
  test.each([
    [undefined, { error: 'The framework is not ISO 27001' }],
    [asProblem, { detail: 'The framework is not ISO 27001' }],
  ])('422 for a framework that is not ISO 27001', async (accept, body) => {
    const { call } = await app.caller();
    const soc2 = catalogue.frameworks.find(({ slug }) => slug === 'soc2')?.id ?? '';
    expect(await call(method, setupUrl(soc2), { ...accept })).toMatchObject({ status: 422, body });
  });
  test('400 without a framework', async () => {
    const { call } = await app.caller();
    expect(await call(method, '/v1/soa/setup')).toMatchObject({
      status: 400,
      body: { details: { frameworkId: { _errors: ['is required'] } } },
    });
  });
});

describe('listSoaConfigurations', () => {
  test('200 with the 93 controls of Annex A in order, each with a question of one sentence, and without answers', async () => {
    const { call } = await app.caller();
    const { status, body } = await call('GET', `/v1/soa/configurations?frameworkId=${iso}`);
    expect([status, body.data.length]).toEqual([200, 1]);
    const [{ columns: shownColumns, questions }]: [{ columns: { name: string; type: string }[]; questions: Question[] }] = body.data;
    expect(shownColumns.map(({ name, type }) => [name, type])).toEqual(columns);
    const numbers = [37, 8, 14, 34].flatMap((count, index) => Array.from({ length: count }, (_, n) => `${index + 5}.${n + 1}`));
    expect(questions.map(({ id }) => id)).toEqual(numbers.map((number) => `A.${number}`));
    for (const [index, { text, columnMapping }] of questions.entries()) {
      expect(columnMapping).toMatchObject({ closure: numbers[index], isApplicable: null, justification: null });
      expect(text).toMatch(/^[A-Z][^.!?]*[.!?]$/);
      expect(columnMapping.controlObjective.startsWith(text)).toBe(true);
    }
    const titles = Object.fromEntries(questions.map(({ id, columnMapping: { title } }) => [id, title]));
    expect(titles).toMatchObject({
      'A.5.1': 'Security policy set',
      'A.6.8': 'Reporting of events',
      'A.7.14': 'Disposal and re-use',
      'A.8.34': 'Systems under audit tests',
    });
  });
  test('200 with a new version when the catalog changes: new documents use it, and older documents keep their version', async () => {
    const { call } = await app.caller();
    const id = await framework('ISO 27001', ['A.5.1', 'A.5.2']);
    const before = await setUp(call, id);
    await app.database.system
      .updateTable('platform_requirement')
      .set({ removed_at: sql<string>`now()` })
      .where('framework_id', '=', id)
      .where('identifier', '=', 'A.5.2')
      .execute();
    expect(await setUp(call, id)).toMatchObject({ id: before.id, totalQuestions: 2, configurationId: before.configurationId });
    const latest = (await call('GET', `/v1/soa/configurations?frameworkId=${id}`)).body.data;
    expect(latest).toMatchObject([{ version: 2, isLatest: true, questions: [{ id: 'A.5.1' }] }]);
    expect((await call('GET', `/v1/soa/configurations?frameworkId=${id}&includeSuperseded=true`)).body.data).toMatchObject([
      { version: 2 },
      { version: 1, isLatest: false, id: before.configurationId },
    ]);
    const created = await call('POST', '/v1/soa/documents', { body: { frameworkId: id } });
    expect(created).toMatchObject({ status: 201, body: { version: 2, totalQuestions: 1, configurationId: latest[0].id } });
  });
  test('200 with an empty list for an unknown framework', async () => {
    const { call } = await app.caller();
    expect(await call('GET', `/v1/soa/configurations?frameworkId=${unknownId}`)).toMatchObject({ status: 200, body: { data: [] } });
  });
  test('400 for an includeSuperseded that is neither true nor false', async () => {
    const { call } = await app.caller();
    expect(await call('GET', '/v1/soa/configurations?includeSuperseded=yes')).toMatchObject({
      status: 400,
      body: { details: { includeSuperseded: { _errors: ['must be true or false'] } } },
    });
  });
});

test('200 with default answers for a fully remote organization (rule 7)', async () => {
  const { call, organization, document } = await started();
  await says(organization, 'How does your team work?', 'We are Fully-Remote since 2020.');
  const body = await read(call, document.id);
  expect(body).toMatchObject({ answeredQuestions: 0, answers: [] });
  expect(body.defaultAnswers.map(({ questionId }: { questionId: string }) => questionId)).toEqual(
    Array.from({ length: 14 }, (_, n) => `A.7.${n + 1}`),
  );
});
