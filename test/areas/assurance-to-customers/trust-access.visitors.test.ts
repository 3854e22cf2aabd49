/** What every visitor of a page can do: request access and recover a link, without learning who has access. */
import { describe, expect, test } from 'vitest';
import { type Caller, call, listenOn, startApp, testConfig } from '../../support/app.ts';
import { expectError } from '../../support/refusals.ts';
import { mailsOf, publishPortal, requestAccess, tokenMailedTo } from '../../support/trust-access.ts';

const app = startApp();
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com' };
const pageUrl = (address: string, path: string) => `/v1/trust-access/${address}/${path}`;
const post = (address: string, path: string, body: object, headers = {}) => app.call('POST', pageUrl(address, path), { body, headers });

async function setUp() {
  const caller = await app.caller();
  return { ...caller, address: await publishPortal(caller) };
}
async function withAccess() {
  const caller = await setUp();
  await caller.call('PUT', '/v1/trust-portal/settings/allowed-emails', { body: { emails: [ines.email] } });
  const id = await requestAccess(app.call, caller, caller.address, ines);
  await caller.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, { body: {} });
  return { ...caller, token: await tokenMailedTo(app.database, caller, ines.email, 'access') };
}
const requestsOf = async ({ call: ask }: Pick<Caller, 'call'>) => (await ask('GET', '/v1/trust-access/admin/requests')).body.data;

describe('a page that is unpublished or does not exist', () => {
  const paths = ['', '/faqs', '/overview', '/security-questionnaire', '/custom-links', '/favicon', '/vendors', '/custom-frameworks'];
  test('404 with the same body for unpublished and missing pages, by address and by organization id (rule 1)', async () => {
    const caller = await setUp();
    for (const path of paths)
      expect(await app.call('GET', `/v1/trust-access/${caller.address}${path}`), path).toMatchObject({ status: 200 });
    await caller.call('PUT', '/v1/trust-portal/settings/toggle', { body: { enabled: false } });
    const names = [
      caller.address,
      caller.organization.id,
      'nobodys-page',
      'org_000000000000000000000000',
      '%00',
      'a%2Fb',
      'x'.repeat(3000),
      'constructor',
    ];
    for (const name of names)
      for (const path of paths) {
        const answer = await app.call('GET', `/v1/trust-access/${name}${path}`);
        const expected = name === '%00' ? 400 : 404;
        expect(answer.status, `${name}${path}`).toBe(expected);
        if (expected === 404 && name !== 'a%2Fb')
          expect(answer.body).toEqual({ success: false, error: 'Trust portal not found', code: 'trust_portal_not_found' });
      }
    await expectError(app.call, 'POST', pageUrl(caller.address, 'requests'), 404, ines);
    await expectError(app.call, 'POST', pageUrl(caller.address, 'reclaim'), 404, { email: ines.email });
    expect(await requestsOf(caller)).toEqual([]);
    expect((await caller.call('GET', '/v1/trust-portal/settings')).body.enabled).toBe(false);
  });

  test('200 by organization id returns the same page as by address', async () => {
    const caller = await setUp();
    const [byAddress, byId] = await Promise.all(
      [caller.address, caller.organization.id].map((name) => app.call('GET', `/v1/trust-access/${name}`)),
    );
    expect(byId).toMatchObject({ status: 200, body: byAddress?.body });
  });

  test('personal links work while the page is unpublished (rule 1)', async () => {
    const caller = await withAccess();
    await caller.call('PUT', '/v1/trust-portal/settings/toggle', { body: { enabled: false } });
    expect(await app.call('GET', `/v1/trust-access/access/${caller.token}`)).toMatchObject({ status: 200 });
  });
});

describe('requests', () => {
  test('201 for a repeated request under review, in any letter case; only one of many concurrent requests is stored (rule 2)', async () => {
    const caller = await setUp();
    const answers = await Promise.all(
      [ines.email, 'INES@harbor.example.com', 'Ines@HARBOR.example.com', ines.email].map((email) =>
        post(caller.address, 'requests', { ...ines, email }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['201 {"id":null,"status":"under_review"}']));
    for (const { headers } of answers) expect(headers.get('location')).toBeNull();
    expect(await requestsOf(caller)).toHaveLength(1);
    expect(await mailsOf(app.database, caller)).toHaveLength(1);
  });

  test('201 for an address with access mails its link, and the response never has the link', async () => {
    const caller = await withAccess();
    const answer = await post(caller.address, 'requests', { ...ines, email: 'Ines@Harbor.Example.com' });
    expect(answer).toMatchObject({ status: 201, body: { id: null, status: 'under_review' } });
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(caller.token);
    const [mail] = await mailsOf(app.database, caller);
    expect(mail).toMatchObject({ recipient: ines.email, text: expect.stringContaining(`/access/${caller.token}\n`) });
    expect(await requestsOf(caller)).toHaveLength(1);
  });

  test.each([
    [{ name: 'I' }, 'email'],
    [{ ...ines, name: ' ' }, 'name'],
    [{ ...ines, name: 'x'.repeat(201) }, 'name'],
    [{ ...ines, email: 'ines' }, 'email'],
    [{ ...ines, email: 'ines@harbor.example.com, other@example.com' }, 'email'],
    [{ ...ines, email: 'ines@harbor.example.com\nBcc: other@example.com' }, 'email'],
    [{ ...ines, purpose: 'x'.repeat(2001) }, 'purpose'],
    [{ ...ines, requestedDurationDays: 366 }, 'requestedDurationDays'],
    [{ ...ines, status: 'approved' }, 'status'],
    [{ ...ines, name: 'Ines\r\nHarbor' }, 'name'],
    [{ ...ines, name: 'Ines\u2066Harbor' }, 'name'],
    [{ ...ines, company: 'Harbor\nClinics' }, 'company'],
    [{ ...ines, jobTitle: 'Head\u202e' }, 'jobTitle'],
    [{ ...ines, name: 'a\u0000b' }, '_errors'],
  ])('400 for %j', async (body, field) => {
    const caller = await setUp();
    const answer = await post(caller.address, 'requests', body);
    expect(answer).toMatchObject({ status: 400 });
    expect(Object.keys(answer.body.details).join()).toMatch(field === '_errors' ? /./ : new RegExp(`^${field}$`));
    expect(await requestsOf(caller)).toEqual([]);
  });

  test('requests from pages of other origins are accepted, and their session and API key are ignored (conventions 1)', async () => {
    const caller = await setUp();
    const headers = {
      Origin: 'https://trust.elsewhere.example.com',
      Cookie: `session=${caller.token}`,
      'X-API-Key': caller.organization.key,
    };
    expect(await post(caller.address, 'requests', ines, headers)).toMatchObject({ status: 201 });
    const [{ id }] = await requestsOf(caller);
    const decision = await app.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, { body: {}, headers });
    expect(decision).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
  });
});

describe('recovery of links', () => {
  test('200 with the same response for every address; the link is sent only by mail (rule 17)', async () => {
    const caller = await withAccess();
    const earlierMails = await mailsOf(app.database, caller);
    const answers = [];
    for (const email of [ines.email, ' INES@HARBOR.example.com'.trim(), 'nobody@example.org', caller.organization.owner.email])
      answers.push(await post(caller.address, 'reclaim', { email, query: 'security-questionnaire' }));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.text).not.toContain(caller.token);
    const mails = (await mailsOf(app.database, caller)).slice(0, -earlierMails.length);
    expect(mails.map(({ recipient }) => recipient)).toEqual([ines.email, ines.email]);
    expect(mails[0]?.text).toContain(`/access/${caller.token}?query=security-questionnaire\n`);
  });

  test.each(['a b', 'a&b', '../x', 'A', 'x'.repeat(51), '', 'a\n'])('400 for the query %j', async (query) => {
    const caller = await setUp();
    await expectError(app.call, 'POST', pageUrl(caller.address, 'reclaim'), 400, { email: ines.email, query });
  });

  test('recovery mails nothing for an access to another organization', async () => {
    const [, other] = [await withAccess(), await setUp()];
    await post(other.address, 'reclaim', { email: ines.email });
    expect(await mailsOf(app.database, other)).toEqual([]);
  });
});

describe('separate rate limits (rule 18)', () => {
  const limits = { ACCESS_REQUEST_RATE_LIMIT: '2', ACCESS_RECLAIM_RATE_LIMIT: '2', RATE_LIMIT: '0', TRUST_PROXY: '1' };
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const startServer = () => listenOn(app.database, testConfig(limits));

  test.each([
    ['requests', (email: string) => ({ ...ines, email })],
    ['reclaim', (email: string) => ({ email })],
  ])('429 for too many %s from one network to any page, and for one e-mail address from any network', async (path, bodyOf) => {
    const [caller, other, { base }] = [await setUp(), await setUp(), await startServer()];
    const send = (address: string, email: string, name = caller.address) =>
      call(base, 'POST', pageUrl(name, path), { body: bodyOf(email), headers: from(address) });
    // The hour of the limit can end once between the requests, and then counting starts again.
    const sendTwice = async (requests: readonly (() => ReturnType<typeof send>)[]) => {
      const answers = [];
      for (const ask of [...requests, ...requests]) answers.push(await ask());
      return answers;
    };
    const fromNetwork = await sendTwice([
      () => send('2001:db8::1', 'a@example.org'),
      () => send('2001:db8::2', 'b@example.org', other.address),
      () => send('2001:db8::3', 'c@example.org', caller.organization.id),
      () => send('2001:db8::4', 'd@example.org', 'nobodys-page'),
    ]);
    const limited = fromNetwork.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThanOrEqual(4);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(limited[0]?.headers.get('ratelimit-policy')).toBe(`"${path === 'reclaim' ? 'access-reclaims' : 'access-requests'}";q=2;w=3600`);
    const forAddress = await sendTwice([
      () => send('192.0.2.1', 'E@example.org'),
      () => send('192.0.2.2', 'e@example.org', other.address),
      () => send('192.0.2.3', 'e@example.org'),
      () => send('192.0.2.4', 'e@example.ORG', other.address),
    ]);
    expect(forAddress.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
    expect(await send('192.0.2.9', 'f@example.org')).toMatchObject({ status: path === 'reclaim' ? 200 : 201 });
  });

  test('requests and recoveries have separate counters, which store no e-mail address', async () => {
    const [caller, { base }] = [await setUp(), await startServer()];
    const send = (path: string, body: object) => call(base, 'POST', pageUrl(caller.address, path), { body, headers: from('198.51.100.7') });
    for (const email of ['g@example.org', 'h@example.org', 'i@example.org']) await send('requests', { ...ines, email });
    expect(await send('reclaim', { email: 'g@example.org' })).toMatchObject({ status: 200 });
    const counters = await app.database.system.selectFrom('rate_window').select('counter').execute();
    expect(JSON.stringify(counters)).not.toContain('@example.org');
  });
});
