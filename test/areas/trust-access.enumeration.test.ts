/**
 * Nobody finds out by trying which pages, links and addresses there are: what is there and what is not get the same answer, for which the
 * database is asked the same. That is what the time of an answer is made of, and unlike the time it is the same on every machine
 * (spec/areas/trust-access, rules 1, 7, 17 and 20).
 */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { did } from '../support/letters.ts';
import { openWatchedDatabase } from '../support/statements.ts';
import { linkTokenOf, mailsOf, published, tokenMailedTo } from '../support/trust-access.ts';

let watched: Awaited<ReturnType<typeof openWatchedDatabase>>;
const app = startApp(async () => {
  watched = await openWatchedDatabase();
  return watched.database;
});
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com' };

async function setUp() {
  const caller = await app.caller();
  return { ...caller, address: await published(caller) };
}
type Prepared = Awaited<ReturnType<typeof setUp>>;

async function withAccess() {
  const caller = await setUp();
  await did(caller.call, 'PUT', '/v1/trust-portal/settings/allowed-emails', { emails: [ines.email] });
  const { id } = await did(app.call, 'POST', `/v1/trust-access/${caller.address}/requests`, ines);
  await did(caller.call, 'POST', `/v1/trust-access/admin/requests/${id}/approve`, {});
  return caller;
}
const withdraw = (caller: Prepared) => did(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });

type Asked = ReturnType<typeof app.call>;
/** What looks for work, and counts requests, at any time. */
const background = /"lease"|rate_window/;

/** What is asked of the database, without the mark that each transaction has of its own, and what is answered. */
async function costOf(ask: () => Asked) {
  let answer: Awaited<Asked> | undefined;
  const statements = await watched.during(async () => {
    answer = await ask();
  });
  return {
    asked: statements.filter(({ text }) => !background.test(text)).map(({ text }) => text.replaceAll(/'(?:org_)?[0-9a-f-]{20,}'/g, '?')),
    status: answer?.status,
    text: answer?.text.replaceAll(/(?:req|org)_[0-9a-f]{24}/g, '?'),
  };
}

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
