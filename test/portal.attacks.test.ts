/** Tests attacks on the pages of portals and of links (trust-access, rules 6 and 20). */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startApp } from './support/app.ts';
import { callSuccessfully, lettersOf } from './support/letters.ts';
import { expectPrivate, sendForm } from './support/link-pages.ts';
import { askAs, callSuccessfully as callPortal } from './support/portal.ts';
import { insertGrant, linkTokenOf, publishPortal } from './support/trust-access.ts';

const app = startApp();
const { open: openLetter, token: letterToken } = lettersOf(app);
const get = (path: string) => app.call('GET', path);

async function withAccess() {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const token = linkTokenOf(caller.organization.id, 'access');
  await insertGrant(app.database, caller.organization.id, token);
  return { ...caller, address, token };
}

test('the verified domain of an organization shows no texts of another organization', async () => {
  const [ownAccess, otherAccess] = [await withAccess(), await withAccess()];
  const domain = `trust-${randomBytes(6).toString('hex')}.example.com`;
  await app.database.system
    .updateTable('trust_portal')
    .set({ domain, cname_verified: true, txt_verified: true })
    .where('organization_id', '=', ownAccess.organization.id)
    .execute();
  const letter = await app.caller();
  await openLetter(letter);
  for (const path of [
    `/trust/${otherAccess.address}`,
    `/trust/${otherAccess.address}/request`,
    `/trust/${otherAccess.address}/favicon`,
    `/trust/${otherAccess.address}/access/${otherAccess.token}`,
    `/TRUST/${otherAccess.organization.id}`,
    `/letters/${await letterToken(letter)}`,
    '/confirm-email/x',
    `/trust/${ownAccess.address}`,
  ]) {
    const answer = await askAs(app.base, domain, path);
    expect(answer, path).toMatchObject({ status: 404, text: expect.stringContaining('There is no trust portal at this address') });
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
  for (const path of ['/', '/request', `/access/${ownAccess.token}`, `/access/${ownAccess.token}/questionnaire`])
    expect((await askAs(app.base, domain, path)).status, path).toBe(200);
  // A domain that was removed, or that nobody has verified, is treated like any other name of the service.
  await callPortal(ownAccess.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
  await app.database.system
    .updateTable('trust_portal')
    .set({ txt_verified: false })
    .where('organization_id', '=', ownAccess.organization.id)
    .execute();
  expect((await askAs(app.base, domain, `/trust/${otherAccess.address}`)).status).toBe(200);
});

test('a truncated or extended link is answered with a page', async () => {
  const { address, token } = await withAccess();
  for (const path of [
    '/trust/nda/%',
    '/trust/nda/x/',
    '/trust/nda/x/y/z',
    '/letters/%ff',
    '/letters/x/',
    '/confirm-email/%E0%A4%A',
    '/confirm-email/',
    `/trust/${address}/access/${token}/`,
    `/trust/${address}/access/${token}%`,
    `/trust/${address}/access/${token}/documents/%ff`,
    `/trust/${address}/access/${token}/nothing`,
    `/trust/${address}/access`,
    `/trust/${address}/nothing`,
  ]) {
    const answer = await get(path);
    expect(answer, path).toMatchObject({ status: 404, text: expect.stringContaining('This link does not work') });
    expectPrivate(answer);
  }
});

describe('a letter that is signed and declined at the same moment', () => {
  test('is either signed or declined', async () => {
    for (let round = 0; round < 4; round += 1) {
      const caller = await app.caller();
      const letter = await openLetter(caller);
      const letterPath = `/letters/${await letterToken(caller)}`;
      const [, contentHash = ''] = /name="contentHash" value="([^"]+)"/.exec((await get(letterPath)).text) ?? [];
      const [, name = ''] = /name="name" value="([^"]+)"|id="name"[^>]*value="([^"]+)"/.exec((await get(letterPath)).text) ?? [];
      const shownLetter = await callSuccessfully(caller.call, 'GET', `/v1/letters-of-engagement/${letter.id}`);
      const signer = shownLetter.signatures.find(({ party }: { party: string }) => party === 'auditor');
      const sign = { name: name || signer.signerName, email: signer.signerEmail, accept: 'yes', contentHash };
      const decline = { decision: 'decline', reason: 'No time' };
      const answers = await Promise.all([sign, decline, sign, decline, sign].map((values) => sendForm(app.base, letterPath, values)));
      const letterAfter = await callSuccessfully(caller.call, 'GET', `/v1/letters-of-engagement/${letter.id}`);
      expect(['partially_signed', 'declined']).toContain(letterAfter.status);
      const messages = answers.filter(({ status }) => status === 200).map(({ text }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]);
      const expectedText = letterAfter.status === 'declined' ? 'You have declined the letter' : 'Thank you for signing';
      expect(messages.length).toBeGreaterThan(0);
      expect(new Set(messages)).toEqual(new Set([expectedText]));
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    }
  });
});
