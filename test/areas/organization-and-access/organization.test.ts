/** Settings, onboarding and color of the organization. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { startApp } from '../../support/app.ts';
import { newMember, within } from '../../support/organization.ts';
import { asProblem } from '../../support/refusals.ts';
import { insertGrant } from '../../support/trust-access.ts';

const app = startApp();
const url = '/v1/organization';
/** Every setting that can be changed, each with a value different from its default. */
const changes = {
  name: 'Quillmarsh',
  metadata: '{"plan":"growth"}',
  website: 'https://www.example.com',
  onboardingCompleted: true,
  deviceMgmtLabelId: 17,
  isDeviceMgmtSetupCompleted: true,
  primaryColor: '#1F6F54',
  advancedModeEnabled: true,
  backgroundCheckStepEnabled: false,
  evidenceApprovalEnabled: true,
  deviceAgentStepEnabled: false,
  securityTrainingStepEnabled: false,
  whistleblowerReportEnabled: false,
  accessRequestFormEnabled: false,
  automationAllowedHosts: ['*.example.com', 'backup.example.com'],
};
const newSlug = () => newId('quill').replaceAll('_', '-');

async function entriesOf(organizationId: string) {
  return app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence')
    .execute();
}

test('200 with every field, at their defaults', async () => {
  const { call, organization } = await app.caller();
  const answer = await call('GET', url);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    id: organization.id,
    name: 'Test organization',
    slug: expect.stringMatching(/^slug_[0-9a-f]{24}$/),
    logoUrl: null,
    metadata: null,
    website: null,
    onboardingCompleted: false,
    hasAccess: false,
    deviceMgmtLabelId: null,
    isDeviceMgmtSetupCompleted: false,
    primaryColor: null,
    advancedModeEnabled: false,
    evidenceApprovalEnabled: false,
    deviceAgentStepEnabled: true,
    securityTrainingStepEnabled: true,
    backgroundCheckStepEnabled: true,
    whistleblowerReportEnabled: true,
    accessRequestFormEnabled: true,
    automationAllowedHosts: [],
    employeeSyncProvider: null,
    deviceSyncProvider: null,
    twoFactorSource: null,
    createdAt: expect.stringMatching(/T[\d:]+\.\d{3}Z$/),
    version: 1,
  });
});
test('200 with includeOwnership returns isOwner, and the active members who are not owners, sorted by e-mail address', async () => {
  const { call, organization } = await app.caller();
  const add = (roles: string[], fields: object) => newMember(app.database, organization.id, roles, fields);
  const tail = newId('x');
  const second = await add(['employee'], { name: 'Chen Liu', email: `b.${tail}@example.com` });
  const first = await add(['admin'], { name: '', email: `a.${tail}@example.com` });
  await add(['admin'], { active: false });
  await add(['owner', 'employee'], {});
  const eligibleMembers = [
    { id: first.id, user: { name: null, email: first.email } },
    { id: second.id, user: { name: 'Chen Liu', email: second.email } },
  ];
  expect((await call('GET', `${url}?includeOwnership=true`)).body).toMatchObject({ isOwner: true, eligibleMembers });
  const session = await app.session(organization, first);
  expect((await session.call('GET', `${url}?includeOwnership=true`)).body).toMatchObject({ isOwner: false, eligibleMembers });
  expect((await call('GET', `${url}?includeOwnership=false`)).body).not.toHaveProperty('isOwner');
});
test('400 for a flag that is not a boolean', async () => {
  const { call } = await app.caller();
  expect(await call('GET', `${url}?includeOwnership=yes`)).toMatchObject({
    status: 400,
    body: { details: { includeOwnership: { _errors: ['must be true or false'] } } },
  });
});
test('304 while the organization is unchanged, and 200 after a change', async () => {
  const { call } = await app.caller();
  const etagSeen = (await call('GET', url)).headers.get('etag') ?? '';
  const readAgain = () => call('GET', url, { headers: { 'If-None-Match': etagSeen } });
  expect((await readAgain()).status).toBe(304);
  const patchAnswer = await call('PATCH', url, { body: { name: 'Other' } });
  expect(await readAgain()).toMatchObject({ status: 200, body: { name: 'Other' } });
  expect(patchAnswer.headers.get('etag')).toBe((await call('GET', url)).headers.get('etag'));
});

test('200 on update stores every sent setting, with the name trimmed', async () => {
  const { call } = await app.caller();
  const slug = newSlug();
  const { body: before } = await call('GET', url);
  const updated = await call('PATCH', url, { body: { ...changes, name: '  Quillmarsh ', slug } });
  expect(updated).toMatchObject({ status: 200, body: { ...before, ...changes, slug, version: 2 } });
  expect((await call('GET', url)).body).toEqual(updated.body);
});
test('200 on update keeps settings that are not sent, and null clears a setting', async () => {
  const { call } = await app.caller();
  const { body: before } = await call('PATCH', url, { body: changes });
  const cleared = { metadata: null, website: null, primaryColor: null, deviceMgmtLabelId: null };
  expect((await call('PATCH', url, { body: cleared })).body).toEqual({ ...before, ...cleared, version: 3 });
  expect((await call('PATCH', url, { body: {} })).body).toEqual({ ...before, ...cleared, version: 4 });
});
test.each([
  'hasAccess',
  'logo',
  'logoUrl',
  'logoKey',
  'id',
  'createdAt',
  'employeeSyncProvider',
  'deviceSyncProvider',
  'twoFactorSource',
  'isOwner',
])('400 on update for %s, which cannot be set', async (field) => {
  const { call } = await app.caller();
  expect(await call('PATCH', url, { body: { [field]: true } })).toMatchObject({
    status: 400,
    body: { details: { [field]: { _errors: [`Unknown field '${field}'`] } } },
  });
  expect((await call('GET', url)).body.hasAccess).toBe(false);
});
test.each([
  ['name', ' '],
  ['name', 'x'.repeat(256)],
  ['slug', 'Quill'],
  ['slug', '-quill'],
  ['slug', 'q'],
  ['slug', 'q'.repeat(64)],
  ['primaryColor', '1F6F54'],
  ['primaryColor', '#1F6F5'],
  ['website', 'not a site'],
  ['deviceMgmtLabelId', 1.5],
  ['advancedModeEnabled', 'true'],
])('400 on update for %s %j', async (field, value) => {
  const { call } = await app.caller();
  expect(await call('PATCH', url, { body: { [field]: value } })).toMatchObject({
    status: 400,
    body: { details: { [field]: expect.anything() } },
  });
});
test('409 for the slug of another organization, 200 for its own', async () => {
  const [caller, other] = [await app.caller(), await app.caller()];
  const slug = newSlug();
  for (const status of [200, 200]) expect((await caller.call('PATCH', url, { body: { slug } })).status).toBe(status);
  expect(await other.call('PATCH', url, { body: { slug, name: 'Lost' } })).toMatchObject({
    status: 409,
    body: { success: false, error: 'Slug is already taken' },
  });
  expect(await other.call('PATCH', url, { body: { slug }, ...asProblem })).toMatchObject({
    status: 409,
    body: { status: 409, detail: 'Slug is already taken' },
  });
  expect((await other.call('GET', url)).body.name).toBe('Test organization');
  expect(await entriesOf(other.organization.id)).toEqual([]);
});
test('409 for all but one of several concurrent requests for a slug', async () => {
  const callers = await Promise.all([1, 2, 3, 4].map(() => app.caller()));
  const slug = newSlug();
  const answers = await Promise.all(callers.map(({ call }) => call('PATCH', url, { body: { slug } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});
test('412 on update and delete when the organization has changed since it was read', async () => {
  const { call } = await app.caller();
  const ifMatch = { 'If-Match': (await call('GET', url)).headers.get('etag') ?? '' };
  expect((await call('PATCH', url, { body: { name: 'One' }, headers: ifMatch })).status).toBe(200);
  expect((await call('PATCH', url, { body: { name: 'Two' }, headers: ifMatch })).status).toBe(412);
  expect((await call('DELETE', url, { headers: ifMatch })).status).toBe(412);
  expect((await call('GET', url)).body.name).toBe('One');
});
test('200 on update logs only the changed settings, under the organization', async () => {
  const { call, organization } = await app.caller();
  await call('PATCH', url, { body: { name: 'Quillmarsh', onboardingCompleted: false } });
  expect(await entriesOf(organization.id)).toMatchObject([
    {
      entity_type: 'organization',
      entity_id: organization.id,
      data: { changes: { name: { previous: 'Test organization', current: 'Quillmarsh' } } },
    },
  ]);
  const [entry] = await entriesOf(organization.id);
  expect(entry?.data).not.toHaveProperty('changes.onboardingCompleted');
});

test('403 when an API key disables the approval of evidence, 200 for a person (rule 15)', async () => {
  const { call, inPerson } = await app.caller();
  expect(await call('PATCH', url, { body: { evidenceApprovalEnabled: true } })).toMatchObject({ status: 200 });
  const body = { evidenceApprovalEnabled: false };
  expect(await call('PATCH', url, { body })).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect((await call('GET', url)).body).toMatchObject({ evidenceApprovalEnabled: true });
  expect(await inPerson('PATCH', url, { body })).toMatchObject({ status: 200, body });
  expect(await call('PATCH', url, { body })).toMatchObject({ status: 200 });
});

test('200 returns default onboarding values when nothing is recorded', async () => {
  const { call } = await app.caller();
  expect((await call('GET', `${url}/onboarding`)).body).toEqual({
    setupJobId: null,
    setupJobCompleted: false,
    policies: false,
    employees: false,
    vendors: false,
    integrations: false,
    risk: false,
    team: false,
    tasks: false,
    callBooked: false,
    companyBookingDetails: null,
    companyDetails: null,
  });
});
test('200 returns the recorded onboarding, 304 until it changes', async () => {
  const { call, organization } = await app.caller();
  await within(app.database, organization.id, (db) =>
    db
      .insertInto('onboarding')
      .values({
        id: newId('onb'),
        setup_job_id: 'run_1',
        policies: true,
        call_booked: true,
        company_details: JSON.stringify({ industry: 'Software', frameworks: ['SOC 2'] }),
      })
      .execute(),
  );
  const answer = await call('GET', `${url}/onboarding`);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      setupJobId: 'run_1',
      setupJobCompleted: false,
      policies: true,
      risk: false,
      callBooked: true,
      companyBookingDetails: null,
      companyDetails: { industry: 'Software', frameworks: ['SOC 2'] },
    },
  });
  const readAgain = () => call('GET', `${url}/onboarding`, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
  expect((await readAgain()).status).toBe(304);
  await within(app.database, organization.id, (db) => db.updateTable('onboarding').set({ setup_job_completed: true }).execute());
  expect(await readAgain()).toMatchObject({ status: 200, body: { setupJobCompleted: true } });
});

async function newGrant(organizationId: string, fields: { expires_at?: string; revoked_at?: string } = {}) {
  const token = newId('token');
  await insertGrant(app.database, organizationId, token, fields);
  return token;
}
test('200 returns only the color, for an API key, a session and a trust access token', async () => {
  const { call, organization } = await app.caller(['organization:read', 'organization:update']);
  const getColor = (token?: string) => app.call('GET', `${url}/primary-color${token === undefined ? '' : `?token=${token}`}`);
  const token = await newGrant(organization.id);
  expect((await getColor(token)).body).toEqual({ primaryColor: null });
  await call('PATCH', url, { body: { primaryColor: '#1F6F54' } });
  expect(await getColor(token)).toMatchObject({ status: 200, body: { primaryColor: '#1F6F54' } });
  expect((await call('GET', `${url}/primary-color`)).body).toEqual({ primaryColor: '#1F6F54' });
  expect((await (await app.session(organization, ['auditor'])).call('GET', `${url}/primary-color`)).body).toEqual({
    primaryColor: '#1F6F54',
  });
});
test('401 for a trust access token in all other operations', async () => {
  const { organization } = await app.caller();
  const token = await newGrant(organization.id);
  for (const path of ['', '/onboarding', '/api-keys']) expect((await app.call('GET', `${url}${path}?token=${token}`)).status).toBe(401);
});
test('404 for an unknown token, 410 for the token of a revoked or expired grant', async () => {
  const { organization } = await app.caller();
  const getColor = (token: string, options = {}) => app.call('GET', `${url}/primary-color?token=${token}`, options);
  expect(await getColor('nobodys')).toMatchObject({ status: 404, body: { error: 'Access token not found' } });
  expect(await getColor('nobodys', asProblem)).toMatchObject({ status: 404, body: { status: 404, detail: 'Access token not found' } });
  for (const fields of [{ revoked_at: '2026-01-01T00:00:00.000Z' }, { expires_at: '2026-01-01T00:00:00.000Z' }]) {
    const token = await newGrant(organization.id, fields);
    expect(await getColor(token)).toMatchObject({ status: 410, body: { error: 'Access token is no longer valid' } });
    expect(await getColor(token, asProblem)).toMatchObject({
      status: 410,
      body: { status: 410, detail: 'Access token is no longer valid' },
    });
  }
});

test.each([['Backup.example.com'], ['https://backup.example.com'], ['*'], ['*.com'], ['backup.*.com'], ['backup.example.com:8080'], ['']])(
  '400 for %j, which is not a valid host for automated checks (rule 14)',
  async (host) => {
    const { call } = await app.caller();
    expect(await call('PATCH', '/v1/organization', { body: { automationAllowedHosts: [host] } })).toMatchObject({
      status: 400,
      body: { details: { 'automationAllowedHosts.0': expect.anything() } },
    });
  },
);
