/**
 * Nobody finds out by trying which pages, links and addresses there are: what is there and what is not get the same answer, for which the
 * database is asked the same. That is what the time of an answer is made of, and unlike the time it is the same on every machine
 * (trust-access, rules 1, 7, 17 and 20).
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { callSuccessfully } from '../../support/letters.ts';
import { measureCost as measured } from '../../support/cost.ts';
import { openWatchedDatabase } from '../../support/statements.ts';
import { linkTokenOf, mailsOf, publishPortal, requestAccess, tokenMailedTo } from '../../support/trust-access.ts';

let watched: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watched = await openWatchedDatabase();
  return watched.database;
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
const withdraw = (caller: Prepared) => callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });

const costOf = (ask: () => ReturnType<typeof app.call>) => measured(watched.during, ask);

test('recovery of a link costs the same for an address with access, one whose access is over, and one of nobody', async () => {
  const caller = await withAccess();
  const reclaim = (email: string) =>
    costOf(() => app.call('POST', `/v1/trust-access/${caller.address}/reclaim`, { body: { email, query: 'documents' } }));
  const before = (await mailsOf(app.database, caller)).length;
  const known = await reclaim(ines.email);
  expect(known).toMatchObject({ status: 200 });
  expect(known.asked.filter((text) => text.startsWith('insert into "mail"'))).toHaveLength(1);
  expect(await mailsOf(app.database, caller)).toHaveLength(before + 1);
  expect(await reclaim('nobody@harbor.example.com')).toEqual(known);
  await app.database.system
    .updateTable('trust_access_grant')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .where('organization_id', '=', caller.organization.id)
    .execute();
  expect(await reclaim(ines.email)).toEqual(known);
  expect(await mailsOf(app.database, caller)).toHaveLength(before + 1);
});

test('a request for access costs and answers the same for an address with access, one that has asked, and a new one', async () => {
  const caller = await withAccess();
  const person = (email: string) => ({ ...ines, email });
  const ask = (email: string) => costOf(() => app.call('POST', `/v1/trust-access/${caller.address}/requests`, { body: person(email) }));
  const recipients = async () => (await mailsOf(app.database, caller)).map(({ recipient }) => recipient);
  const before = (await recipients()).length;
  const fresh = await ask('new@harbor.example.com');
  expect(fresh).toMatchObject({ status: 201, text: '{"id":null,"status":"under_review"}' });
  expect((await recipients()).slice(0, -before)).toEqual(['trust@example.com']);
  expect(await ask('new@harbor.example.com')).toEqual(fresh);
  expect(await recipients()).toHaveLength(before + 1);
  expect(await ask(ines.email)).toEqual(fresh);
  expect((await recipients()).slice(0, -before)).toEqual([ines.email, 'trust@example.com']);
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
])('%s of an address tell nobody whether there is a draft or nothing', async (_what, ask) => {
  const draft = await setUp();
  await withdraw(draft);
  const nothing = await costOf(() => ask('nobodys-page'));
  expect(nothing).toMatchObject({ status: 404 });
  expect(await costOf(() => ask(draft.address))).toEqual(nothing);
  const noOrganization = await costOf(() => ask('org_000000000000000000000000'));
  expect(noOrganization.text).toBe(nothing.text);
  expect(await costOf(() => ask(draft.organization.id))).toEqual(noOrganization);
});

test('of a link, one letter too many or another one costs what any other text does', async () => {
  const caller = await withAccess();
  const access = await tokenMailedTo(app.database, caller, ines.email, 'access');
  const other = linkTokenOf(caller.organization.id, 'access');
  const changed = `${access.slice(0, 31)}${access.endsWith('A') ? 'B' : 'A'}`;
  for (const at of [
    (token: string) => `/v1/trust-access/access/${token}`,
    (token: string) => `/v1/trust-access/access/${token}/policies`,
    (token: string) => `/v1/trust-access/nda/${token}`,
    (token: string) => `/v1/letters-of-engagement/signing/${token}`,
    (token: string) => `/trust/${caller.address}/access/${token}`,
    (token: string) => `/trust/nda/${token}`,
    (token: string) => `/letters/${token}`,
  ]) {
    const unknown = await costOf(() => app.call('GET', at(other)));
    expect(unknown, at('')).toMatchObject({ status: 404 });
    // Of an agreement and of a letter, that of an access is none either.
    for (const token of [
      changed,
      randomBytes(24).toString('base64url'),
      ...(at('').endsWith('nda/') || at('').includes('letter') ? [access] : []),
    ])
      expect(await costOf(() => app.call('GET', at(token))), at('')).toEqual(unknown);
  }
});
