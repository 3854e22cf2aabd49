/** Approving access over HTTP. organization.rules.test.ts tests every branch of the rule. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { sessionsFrom } from '#platform/identity/sessions';
import { call, listenOn, startApp, testConfig } from '../../support/app.ts';
import { newMember, newOrganization, type TestOrganization } from '../../support/organization.ts';

const app = startApp();
const url = '/v1/organization-access/auto-approve';
const hasAccess = async ({ id }: TestOrganization) =>
  (await app.database.system.selectFrom('organization').select('has_access').where('id', '=', id).executeTakeFirstOrThrow()).has_access;
const entriesOf = ({ id }: TestOrganization) =>
  app.database.system
    .selectFrom('audit_entry')
    .select(['entity_type', 'entity_id', 'description', 'data'])
    .where('organization_id', '=', id)
    .orderBy('sequence')
    .execute();

test('200 on a self-hosted installation approves access for an API key, then returns already_has_access', async () => {
  const { call: ask } = await app.caller();
  expect(await ask('POST', url)).toMatchObject({ status: 200, body: { hasAccess: true, autoApproved: true, reason: 'self_hosted' } });
  expect((await ask('GET', '/v1/organization')).body.hasAccess).toBe(true);
  expect((await ask('POST', url)).body).toEqual({ hasAccess: true, autoApproved: false, reason: 'already_has_access' });
});
test('200 for concurrent requests, only one of which approves access', async () => {
  const { call: ask } = await app.caller();
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', url)));
  expect(answers.map(({ body }) => body.reason).sort()).toEqual([
    'already_has_access',
    'already_has_access',
    'already_has_access',
    'self_hosted',
  ]);
});
test('200 is logged under the organization, with the change if access changed', async () => {
  const { call: ask, organization } = await app.caller();
  await ask('POST', url);
  await ask('POST', url);
  const [approval, repetition] = await entriesOf(organization);
  expect(approval).toMatchObject({
    entity_type: 'organization',
    entity_id: organization.id,
    description: 'Approved access [via API key "test"]',
    data: { changes: { hasAccess: { previous: false, current: true }, reason: { previous: null, current: 'self_hosted' } } },
  });
  expect(repetition).toMatchObject({
    entity_type: 'organization',
    entity_id: organization.id,
    description: 'Asked for access [via API key "test"]',
  });
  expect(repetition?.data).not.toHaveProperty('changes');
});

describe('on an installation of the operator', () => {
  let operatorServer: Awaited<ReturnType<typeof listenOn>>;
  let sessions: ReturnType<typeof sessionsFrom>;
  beforeAll(async () => {
    const config = testConfig({ SELF_HOSTED: '0', STAFF_EMAIL_DOMAINS: 'staff.example', CUSTOMER_DOMAINS: 'customer.example,gmail.com' });
    operatorServer = await listenOn(app.database, config);
    sessions = sessionsFrom(config.session, operatorServer.ports.secrets);
  });
  /** Requests access as an admin with an address at the domain, for an organization with the website. */
  async function ask(domain: string, { website, verified = true }: { website?: string; verified?: boolean } = {}) {
    const organization = await newOrganization(app.database);
    if (website !== undefined)
      await app.database.system.updateTable('organization').set({ website }).where('id', '=', organization.id).execute();
    const { userId } = await newMember(app.database, organization.id, ['admin'], { email: `${newId('ada')}@${domain}`, verified });
    const { status, body } = await call(operatorServer.base, 'POST', url, {
      bearer: await sessions.issue(userId, 600),
      headers: { 'X-Organization-Id': organization.id },
    });
    return { status, body, granted: await hasAccess(organization) };
  }
  const notEligible = { status: 200, body: { hasAccess: false, autoApproved: false, reason: 'not_eligible' }, granted: false };
  const approvedFor = (reason: string) => ({ status: 200, body: { hasAccess: true, autoApproved: true, reason }, granted: true });

  test('200 approves an address of the staff', async () => expect(await ask('staff.example')).toEqual(approvedFor('staff_email')));
  test('200 approves an address at a domain that is both the website and a customer', async () =>
    expect(await ask('customer.example', { website: 'https://www.customer.example/start' })).toEqual(approvedFor('active_customer')));
  test('200 without access for an unverified address', async () => {
    expect(await ask('staff.example', { verified: false })).toEqual(notEligible);
    expect(await ask('customer.example', { website: 'customer.example', verified: false })).toEqual(notEligible);
  });
  test('200 without access when the domain of the address is not the website', async () => {
    expect(await ask('customer.example')).toEqual(notEligible);
    expect(await ask('customer.example', { website: 'other.example' })).toEqual(notEligible);
    expect(await ask('other.example', { website: 'customer.example' })).toEqual(notEligible);
  });
  test('200 without access when the domain is not the domain of a customer', async () =>
    expect(await ask('other.example', { website: 'other.example' })).toEqual(notEligible));
  test('200 without access for a public mailbox', async () =>
    expect(await ask('gmail.com', { website: 'gmail.com' })).toEqual(notEligible));
  test('200 without access for an API key, even if its owner belongs to the staff', async () => {
    const organization = await newOrganization(app.database);
    await app.database.system
      .updateTable('member')
      .set({ email: `${newId('sam')}@staff.example` })
      .where('id', '=', organization.owner.id)
      .execute();
    expect(await call(operatorServer.base, 'POST', url, { key: organization.key })).toMatchObject({ status: 200, body: notEligible.body });
    expect(await hasAccess(organization)).toBe(false);
  });
});
