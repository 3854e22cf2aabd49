/** Settings, texts and lists of the trust portal, and its publication. */
import { describe, expect, test } from 'vitest';
import { type Caller, startApp } from '../../support/app.ts';
import { readLog } from '../../support/log.ts';
import { within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';

const app = startApp();
const urlOf = (path: string) => `/v1/trust-portal/${path}`;
const settings = async ({ call }: Pick<Caller, 'call'>) => (await call('GET', urlOf('settings'))).body;

describe('getTrustPortalSettings', () => {
  test('200 with the defaults of all twelve frameworks, and reading makes nothing (rule 1)', async () => {
    const { organization, call } = await app.caller();
    const { status, body } = await call('GET', urlOf('settings'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organizationId: organization.id,
      status: 'draft',
      enabled: false,
      isConfigured: false,
      friendlyUrl: null,
      securityQuestionnaireEnabled: true,
      faqs: [],
      createdAt: null,
    });
    expect(body.frameworks).toHaveLength(12);
    expect(
      new Set(body.frameworks.map(({ enabled, status: state }: { enabled: boolean; status: string }) => `${enabled} ${state}`)),
    ).toEqual(new Set(['false started']));
    expect(await within(app.database, organization.id, (db) => db.selectFrom('trust_portal').select('id').execute())).toEqual([]);
  });
  test('200 returns a default overview text while the organization has no overview', async () => {
    const { organization, call } = await app.caller();
    await within(app.database, organization.id, (db) =>
      db
        .insertInto('context_entry')
        .values({ id: 'ctx_6a0d6a0094b7e3c1d85f20a6', question: 'Mission & Vision', answer: 'Paperwork should not hurt.' })
        .execute(),
    );
    expect(await settings({ call })).toMatchObject({
      defaultOverviewContent: 'Paperwork should not hurt.',
      overviewContent: null,
      isConfigured: false,
    });
    await call('PATCH', urlOf('overview'), { body: { overviewContent: 'Our own.' } });
    expect(await settings({ call })).toMatchObject({ defaultOverviewContent: null, overviewContent: 'Our own.', isConfigured: true });
  });
  test.each([
    ['a contact', 'PATCH', 'settings', { contactEmail: 'security@example.com' }],
    ['a question', 'PUT', 'settings/faqs', { faqs: [{ question: 'Where?', answer: 'Here.' }] }],
    ['a framework', 'PATCH', 'settings/frameworks', { frameworks: [{ framework: 'gdpr', enabled: true }] }],
    ['an overview', 'PATCH', 'overview', { overviewContent: 'Text' }],
  ])('200 returns isConfigured once the portal has %s (rule 3)', async (_case, method, path, body) => {
    const { call } = await app.caller();
    expect(await call(method, urlOf(path), { body })).toMatchObject({ status: 200 });
    expect(await settings({ call })).toMatchObject({ isConfigured: true, enabled: false, status: 'draft' });
  });
});

describe('updateTrustPortalSettings', () => {
  test('200 changes each sent field, null clears it, and the color is stored for the organization (rule 12)', async () => {
    const { call } = await app.caller();
    const first = await call('PATCH', urlOf('settings'), { body: { contactEmail: 'Security@Example.com', primaryColor: '#1f7a5c' } });
    expect(first).toMatchObject({
      status: 200,
      body: { contactEmail: 'security@example.com', primaryColor: '#1f7a5c', friendlyUrl: null },
    });
    expect((await call('GET', '/v1/organization/primary-color')).body).toEqual({ primaryColor: '#1f7a5c' });
    expect((await call('PATCH', urlOf('settings'), { body: { contactEmail: null, primaryColor: null } })).body).toMatchObject({
      contactEmail: null,
      primaryColor: null,
    });
  });
  test.each([
    [undefined, 'error'],
    [asProblem, 'detail'],
  ] as const)('409 for an address that another organization uses or the service reserves', async (accept, text) => {
    const [{ call, organization }, other] = [await app.caller(), await app.caller()];
    const friendlyUrl = organization.id.replace('_', '-');
    expect(await other.call('PATCH', urlOf('settings'), { body: { friendlyUrl } })).toMatchObject({ status: 200, body: { friendlyUrl } });
    expect(await call('PATCH', urlOf('settings'), { body: { friendlyUrl, contactEmail: 'a@example.com' }, ...accept })).toMatchObject({
      status: 409,
      body: { [text]: 'The address is already taken' },
    });
    for (const reserved of ['admin', 'nda', 'access'])
      expect(await call('PATCH', urlOf('settings'), { body: { friendlyUrl: reserved }, ...accept })).toMatchObject({
        status: 409,
        body: { [text]: 'The address is reserved' },
      });
    expect(await settings({ call })).toMatchObject({ friendlyUrl: null, contactEmail: null });
  });
  test.each([
    [{}, '_errors'],
    [{ friendlyUrl: 'No Blanks' }, 'friendlyUrl'],
    [{ friendlyUrl: 'ab' }, 'friendlyUrl'],
    [{ contactEmail: 'nobody' }, 'contactEmail'],
    [{ primaryColor: 'red' }, 'primaryColor'],
    [{ status: 'published' }, 'status'],
  ])('400 for %j', async (body, field) => {
    const { call } = await app.caller();
    const answer = await call('PATCH', urlOf('settings'), { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.details).filter((name) => name !== '_codes')).toEqual([field]);
  });
  test('412 when somebody else changed the settings first', async () => {
    const { call } = await app.caller();
    const etag = (await call('GET', urlOf('settings'))).headers.get('etag') ?? '';
    expect(await call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })).toMatchObject({ status: 200 });
    expect(
      await call('PATCH', urlOf('settings'), { body: { contactEmail: 'a@example.com' }, headers: { 'If-Match': etag } }),
    ).toMatchObject({
      status: 412,
    });
  });
});

describe('toggleTrustPortal', () => {
  const addNamed = async (name: string) => {
    const caller = await app.caller();
    await caller.call('PATCH', '/v1/organization', { body: { name } });
    return caller;
  };
  test('200 publishes at an address made of the name, and unpublishing keeps the address (rule 1)', async () => {
    const { call, organization } = await addNamed('Ärzte & Søn 7f3e Ltd.');
    expect(await call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })).toMatchObject({
      status: 200,
      body: { status: 'published', enabled: true, friendlyUrl: 'rzte-and-s-n-7f3e-ltd' },
    });
    expect(await call('PUT', urlOf('settings/toggle'), { body: { enabled: false } })).toMatchObject({
      status: 200,
      body: { status: 'draft', enabled: false, friendlyUrl: 'rzte-and-s-n-7f3e-ltd' },
    });
    expect(
      (await readLog(app.database, organization.id)).filter(({ entityType }: { entityType: string | null }) => entityType === 'trust'),
    ).toMatchObject([
      { changes: { enabled: { previous: false, current: true } } },
      { changes: { enabled: { previous: true, current: false } } },
    ]);
  });
  test('200 numbers the addresses of organizations with the same name, also when they publish concurrently', async () => {
    const name = `Twin ${Date.now()}`;
    const twins = await Promise.all([addNamed(name), addNamed(name), addNamed(name)]);
    const answers = await Promise.all(twins.map(({ call }) => call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const base = name.toLowerCase().replace(' ', '-');
    expect(answers.map(({ body }) => body.friendlyUrl).sort()).toEqual([base, `${base}-2`, `${base}-3`]);
  });
  test('200 uses an address made of the id when the name has no usable letters', async () => {
    const { call, organization } = await addNamed('株式会社');
    expect((await call('PUT', urlOf('settings/toggle'), { body: { enabled: true } })).body.friendlyUrl).toBe(
      `org-${organization.id.slice(-8)}`,
    );
  });
  test('400 for values that are not booleans', async () => {
    const { call } = await app.caller();
    for (const path of ['settings/toggle', 'settings/security-questionnaire'])
      expect(await call('PUT', urlOf(path), { body: { enabled: 'yes' } })).toMatchObject({
        status: 400,
        body: { details: { enabled: { _errors: ['must be true or false'] } } },
      });
  });
});

test('200 hides and shows the questionnaire without publishing the page (rule 2)', async () => {
  const { call } = await app.caller();
  expect(await call('PUT', urlOf('settings/security-questionnaire'), { body: { enabled: false } })).toMatchObject({
    status: 200,
    body: { securityQuestionnaireEnabled: false, status: 'draft' },
  });
  expect(await call('PUT', urlOf('settings/security-questionnaire'), { body: { enabled: true } })).toMatchObject({
    status: 200,
    body: { securityQuestionnaireEnabled: true, status: 'draft' },
  });
});

describe('overview', () => {
  test('200 as it was written, null clears', async () => {
    const { call } = await app.caller();
    expect(await call('GET', urlOf('overview'))).toMatchObject({
      status: 200,
      body: { overviewTitle: null, overviewContent: null, showOverview: false },
    });
    const written = { overviewTitle: 'Security at ours', overviewContent: 'We take **care**.', showOverview: true };
    expect(await call('PATCH', urlOf('overview'), { body: { ...written, overviewTitle: ' Security at ours ' } })).toMatchObject({
      status: 200,
      body: written,
    });
    expect((await call('GET', urlOf('overview'))).body).toEqual(written);
    expect((await call('PATCH', urlOf('overview'), { body: { overviewTitle: null } })).body).toEqual({ ...written, overviewTitle: null });
  });
  test('200 removes HTML and links that would run scripts (rule 13)', async () => {
    const { call } = await app.caller();
    const overviewContent =
      'A<script>alert(1)</script> [good](https://example.com) [bad](javascript:alert(1)) <img src=x onerror=alert(1)>';
    expect((await call('PATCH', urlOf('overview'), { body: { overviewContent } })).body.overviewContent).toBe(
      'Aalert(1) [good](https://example.com) bad',
    );
    expect((await call('PATCH', urlOf('overview'), { body: { overviewContent: '<b></b>' } })).body.overviewContent).toBe(null);
  });
  test('400 for a title of 201 characters, a blank title, and an update without fields', async () => {
    const { call } = await app.caller();
    for (const body of [{ overviewTitle: 'x'.repeat(201) }, { overviewTitle: '  ' }, {}])
      expect(await call('PATCH', urlOf('overview'), { body })).toMatchObject({ status: 400 });
  });
});

describe('lists', () => {
  test('200 returns the questions in their order with ids; an empty list removes all questions', async () => {
    const { call } = await app.caller();
    const faqs = [
      { question: ' Where? ', answer: 'Here.' },
      { question: 'When?', answer: '<i>Now</i>.' },
    ];
    expect(await call('PUT', urlOf('settings/faqs'), { body: { faqs } })).toMatchObject({
      status: 200,
      body: {
        data: [
          { id: expect.stringMatching(/^tfq_[0-9a-f]{24}$/), question: 'Where?', answer: 'Here.', order: 0 },
          { question: 'When?', answer: 'Now.', order: 1 },
        ],
      },
    });
    expect((await settings({ call })).faqs).toHaveLength(2);
    expect((await call('PUT', urlOf('settings/faqs'), { body: { faqs: [] } })).body).toEqual({ data: [] });
  });
  test('400 for an answer that has only HTML names the index of the answer', async () => {
    const { call } = await app.caller();
    expect(await call('PUT', urlOf('settings/faqs'), { body: { faqs: [{ question: 'Where?', answer: '<br>' }] } })).toMatchObject({
      status: 400,
      body: { details: { 'faqs.0.answer': { _errors: ['must have text besides HTML'] } } },
    });
  });
  test('200 returns domains and addresses in lower case without duplicates', async () => {
    const { call } = await app.caller();
    expect(
      (
        await call('PUT', urlOf('settings/allowed-domains'), {
          body: { domains: ['Partner.Example.org', 'partner.example.org', 'müller.example'] },
        })
      ).body,
    ).toEqual({ data: ['partner.example.org', 'xn--mller-kva.example'] });
    expect((await call('PUT', urlOf('settings/allowed-emails'), { body: { emails: ['A@Example.org', 'a@example.org'] } })).body).toEqual({
      data: ['a@example.org'],
    });
    expect(await settings({ call })).toMatchObject({
      allowedDomains: ['partner.example.org', 'xn--mller-kva.example'],
      allowedEmails: ['a@example.org'],
    });
  });
  test('400 for an invalid host name or address names its index (rule 6)', async () => {
    const { call } = await app.caller();
    for (const invalidName of ['localhost', '-a.example.com', 'a_b.example.com', 'example.123', 'https://example.com', 'a..example.com']) {
      expect(
        await call('PUT', urlOf('settings/allowed-domains'), { body: { domains: ['example.com', invalidName] } }),
        invalidName,
      ).toMatchObject({
        status: 400,
        body: { details: { 'domains.1': { _errors: ['must be a host name such as trust.example.com'] } } },
      });
    }
    expect(await call('PUT', urlOf('settings/allowed-emails'), { body: { emails: ['nobody'] } })).toMatchObject({
      status: 400,
      body: { details: { 'emails.0': { _errors: ['must be an e-mail address'] } } },
    });
  });
  test('200 returns all frameworks and keeps those that the request omits', async () => {
    const { call } = await app.caller();
    await call('PATCH', urlOf('settings/frameworks'), {
      body: { frameworks: [{ framework: 'gdpr', enabled: true, status: 'compliant' }] },
    });
    const { body } = await call('PATCH', urlOf('settings/frameworks'), {
      body: {
        frameworks: [
          { framework: 'hipaa', status: 'in_progress' },
          { framework: 'gdpr', enabled: false },
        ],
      },
    });
    expect(body.data.filter(({ status }: { status: string }) => status !== 'started')).toEqual([
      { framework: 'gdpr', enabled: false, status: 'compliant', hasCertificate: false },
      { framework: 'hipaa', enabled: false, status: 'in_progress', hasCertificate: false },
    ]);
    expect(body.data).toHaveLength(12);
  });
  test('400 for a duplicate framework, or a framework without changes', async () => {
    const { call } = await app.caller();
    const twice = [
      { framework: 'gdpr', enabled: true },
      { framework: 'gdpr', enabled: false },
    ];
    expect(await call('PATCH', urlOf('settings/frameworks'), { body: { frameworks: twice } })).toMatchObject({
      status: 400,
      body: { details: { 'frameworks.1.framework': { _errors: ['must not be repeated'] } } },
    });
    expect(await call('PATCH', urlOf('settings/frameworks'), { body: { frameworks: [{ framework: 'gdpr' }] } })).toMatchObject({
      status: 400,
    });
  });
});

test('403 when an API key allows answers to visitors without a release, 200 for a person (rule 18)', async () => {
  const { call, inPerson } = await app.caller();
  const body = { visitorAnswers: 'at_once' };
  expect(await call('PATCH', urlOf('settings'), { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await inPerson('PATCH', urlOf('settings'), { body })).toMatchObject({ status: 200, body });
  expect(await call('PATCH', urlOf('settings'), { body })).toMatchObject({ status: 200, body });
  expect(await call('PATCH', urlOf('settings'), { body: { visitorAnswers: 'after_release' } })).toMatchObject({ status: 200 });
});
