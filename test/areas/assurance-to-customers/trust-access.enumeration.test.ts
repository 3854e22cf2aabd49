/**
 * Guessing does not reveal which pages, links and addresses exist: existing and missing ones get the same response after the same database
 * queries. The tests compare queries because they determine the response time and, unlike the time, are the same on every machine
 * (trust-access, rules 1, 7, 17 and 20).
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { callSuccessfully } from '../../support/letters.ts';
import { measureCost as measureQueries } from '../../support/cost.ts';
import { openWatchedDatabase } from '../../support/statements.ts';
import { linkTokenOf, mailsOf, publishPortal, requestAccess, tokenMailedTo } from '../../support/trust-access.ts';

let watchedDatabase: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watchedDatabase = await openWatchedDatabase();
  return watchedDatabase.database;
});
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com' };

async function setUp() {
  const caller = await app.caller();
  return { ...caller, address: await publishPortal(caller) };
}
type Prepared = Awaited<ReturnType<typeof setUp>>;

async function withAccess() {
  const caller = await setUp();
  await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/allowed-emails', { emails: [ines.email] });
  const id = await requestAccess(app.call, caller, caller.address, ines);
  await callSuccessfully(caller.call, 'POST', `/v1/trust-access/admin/requests/${id}/approve`, {});
  return caller;
}
const unpublish = (caller: Prepared) => callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });

const costOf = (ask: () => ReturnType<typeof app.call>) => measureQueries(watchedDatabase.during, ask);

test('recovery of a link runs the same queries for addresses with access, with expired access, and without access', async () => {
  const caller = await withAccess();
  const reclaim = (email: string) =>
    costOf(() => app.call('POST', `/v1/trust-access/${caller.address}/reclaim`, { body: { email, query: 'documents' } }));
  const mailsBefore = (await mailsOf(app.database, caller)).length;
  const withGrant = await reclaim(ines.email);
  expect(withGrant).toMatchObject({ status: 200 });
  expect(withGrant.asked.filter((text) => text.startsWith('insert into "mail"'))).toHaveLength(1);
  expect(await mailsOf(app.database, caller)).toHaveLength(mailsBefore + 1);
  expect(await reclaim('nobody@harbor.example.com')).toEqual(withGrant);
  await app.database.system
    .updateTable('trust_access_grant')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('organization_id', '=', caller.organization.id)
    .execute();
  expect(await reclaim(ines.email)).toEqual(withGrant);
  expect(await mailsOf(app.database, caller)).toHaveLength(mailsBefore + 1);
});

test('a request for access has the same queries and response for addresses with access, with a pending request, and new ones', async () => {
  const caller = await withAccess();
  const person = (email: string) => ({ ...ines, email });
  const ask = (email: string) => costOf(() => app.call('POST', `/v1/trust-access/${caller.address}/requests`, { body: person(email) }));
  const recipients = async () => (await mailsOf(app.database, caller)).map(({ recipient }) => recipient);
  const mailsBefore = (await recipients()).length;
  const firstRequest = await ask('new@harbor.example.com');
  expect(firstRequest).toMatchObject({ status: 201, text: '{"id":null,"status":"under_review"}' });
  expect((await recipients()).slice(0, -mailsBefore)).toEqual(['trust@example.com']);
  expect(await ask('new@harbor.example.com')).toEqual(firstRequest);
  expect(await recipients()).toHaveLength(mailsBefore + 1);
  expect(await ask(ines.email)).toEqual(firstRequest);
  expect((await recipients()).slice(0, -mailsBefore)).toEqual([ines.email, 'trust@example.com']);
  const path = `/v1/trust-access/${caller.address}`;
  const answer = await app.call('POST', `${path}/requests`, { body: person('new@harbor.example.com') });
  expect(answer.headers.get('location')).toBeNull();
  await app.call('POST', `${path}/reclaim`, { body: { email: 'nobody@harbor.example.com' } });
  const id = (await caller.call('GET', '/v1/trust-access/admin/requests?status=under_review')).body.data[0].id;
  const log = await caller.call('GET', '/v1/audit-logs?entityType=trust&limit=2');
  expect(log.body.data.map(({ entityId }: { entityId: string }) => entityId)).toEqual([null, id]);
});

test.each([
  ['reads', (name: string) => app.call('GET', `/v1/trust-access/${name}`)],
  ['reads of vendors', (name: string) => app.call('GET', `/v1/trust-access/${name}/vendors`)],
  ['requests', (name: string) => app.call('POST', `/v1/trust-access/${name}/requests`, { body: ines })],
  ['recoveries', (name: string) => app.call('POST', `/v1/trust-access/${name}/reclaim`, { body: { email: ines.email } })],
  ['the page', (name: string) => app.call('GET', `/trust/${name}`)],
  ['the page of the form', (name: string) => app.call('GET', `/trust/${name}/request`)],
])('%s of an address do not reveal whether a draft page exists', async (_case, ask) => {
  const draft = await setUp();
  await unpublish(draft);
  const missing = await costOf(() => ask('nobodys-page'));
  expect(missing).toMatchObject({ status: 404 });
  expect(await costOf(() => ask(draft.address))).toEqual(missing);
  const noOrganization = await costOf(() => ask('org_000000000000000000000000'));
  expect(noOrganization.text).toBe(missing.text);
  expect(await costOf(() => ask(draft.organization.id))).toEqual(noOrganization);
});

test('a link with one wrong letter runs the same queries as a link that was never issued', async () => {
  const caller = await withAccess();
  const accessToken = await tokenMailedTo(app.database, caller, ines.email, 'access');
  const unissuedToken = linkTokenOf(caller.organization.id, 'access');
  const alteredToken = `${accessToken.slice(0, 31)}${accessToken.endsWith('A') ? 'B' : 'A'}`;
  for (const pathOf of [
    (token: string) => `/v1/trust-access/access/${token}`,
    (token: string) => `/v1/trust-access/access/${token}/policies`,
    (token: string) => `/v1/trust-access/nda/${token}`,
    (token: string) => `/v1/letters-of-engagement/signing/${token}`,
    (token: string) => `/trust/${caller.address}/access/${token}`,
    (token: string) => `/trust/nda/${token}`,
    (token: string) => `/letters/${token}`,
  ]) {
    const forUnissuedToken = await costOf(() => app.call('GET', pathOf(unissuedToken)));
    expect(forUnissuedToken, pathOf('')).toMatchObject({ status: 404 });
    // The token of an access link is invalid for agreements and letters, too.
    for (const token of [
      alteredToken,
      randomBytes(24).toString('base64url'),
      ...(pathOf('').endsWith('nda/') || pathOf('').includes('letter') ? [accessToken] : []),
    ])
      expect(await costOf(() => app.call('GET', pathOf(token))), pathOf('')).toEqual(forUnissuedToken);
  }
});
