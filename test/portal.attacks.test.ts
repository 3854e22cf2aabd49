/** What somebody might try at the pages of portals and of links (trust-access, rules 6 and 20). */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startApp } from './support/app.ts';
import { callSuccessfully, lettersOf } from './support/letters.ts';
import { expectPrivate, sendForm } from './support/link-pages.ts';
import { askAs, callSuccessfully as callPortal } from './support/portal.ts';
import { insertGrant, linkTokenOf, publishPortal } from './support/trust-access.ts';

const app = startApp();
const { open, token: letterToken } = lettersOf(app);
const get = (path: string) => app.call('GET', path);

async function withAccess() {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const token = linkTokenOf(caller.organization.id, 'access');
  await insertGrant(app.database, caller.organization.id, token);
  return { ...caller, address, token };
}

test('the verified domain of an organization shows nothing that another one has written', async () => {
  const [own, other] = [await withAccess(), await withAccess()];
  const domain = `trust-${randomBytes(6).toString('hex')}.example.com`;
  await app.database.system
    .updateTable('trust_portal')
    .set({ domain, cname_verified: true, txt_verified: true })
    .where('organization_id', '=', own.organization.id)
    .execute();
  const letter = await app.caller();
  await open(letter);
  for (const path of [
    `/trust/${other.address}`,
    `/trust/${other.address}/request`,
    `/trust/${other.address}/favicon`,
    `/trust/${other.address}/access/${other.token}`,
    `/TRUST/${other.organization.id}`,
    `/letters/${await letterToken(letter)}`,
    '/confirm-email/x',
    `/trust/${own.address}`,
  ]) {
    const answer = await askAs(app.base, domain, path);
    expect(answer, path).toMatchObject({ status: 404, text: expect.stringContaining('There is no trust portal at this address') });
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
  for (const path of ['/', '/request', `/access/${own.token}`, `/access/${own.token}/questionnaire`])
    expect((await askAs(app.base, domain, path)).status, path).toBe(200);
  // A domain that was given up, or is nobody's, is as good as any other name of the service.
  await callPortal(own.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
  await app.database.system
    .updateTable('trust_portal')
    .set({ txt_verified: false })
    .where('organization_id', '=', own.organization.id)
    .execute();
  expect((await askAs(app.base, domain, `/trust/${other.address}`)).status).toBe(200);
});

test('a link that was cut off or added to is a page as well, whatever it has become', async () => {
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
  test('is one of the two', async () => {
    for (let round = 0; round < 4; round += 1) {
      const caller = await app.caller();
      const letter = await open(caller);
      const at = `/letters/${await letterToken(caller)}`;
      const [, contentHash = ''] = /name="contentHash" value="([^"]+)"/.exec((await get(at)).text) ?? [];
      const [, name = ''] = /name="name" value="([^"]+)"|id="name"[^>]*value="([^"]+)"/.exec((await get(at)).text) ?? [];
      const shown = await callSuccessfully(caller.call, 'GET', `/v1/letters-of-engagement/${letter.id}`);
      const signer = shown.signatures.find(({ party }: { party: string }) => party === 'auditor');
      const sign = { name: name || signer.signerName, email: signer.signerEmail, accept: 'yes', contentHash };
      const decline = { decision: 'decline', reason: 'No time' };
      const answers = await Promise.all([sign, decline, sign, decline, sign].map((values) => sendForm(app.base, at, values)));
      const after = await callSuccessfully(caller.call, 'GET', `/v1/letters-of-engagement/${letter.id}`);
      expect(['partially_signed', 'declined']).toContain(after.status);
      const messages = answers.filter(({ status }) => status === 200).map(({ text }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]);
      const said = after.status === 'declined' ? 'You have declined the letter' : 'Thank you for signing';
      expect(messages.length).toBeGreaterThan(0);
      expect(new Set(messages)).toEqual(new Set([said]));
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    }
  });
});
