/** The documents that a personal link leads to, and what visitors ask for, over HTTP (trust-access, rule 20). */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Caller, call, listenOn, startApp, testConfig } from './support/app.ts';
import { pdfOf } from './support/documents.ts';
import { expectAlike, expectPrivate, hrefs, markup, sendForm } from './support/link-pages.ts';
import { askAs, callSuccessfully } from './support/portal.ts';
import { insertGrant, linkTokenOf, publishPortal, tokenMailedTo } from './support/trust-access.ts';

const app = startApp();
const get = (path: string) => app.call('GET', path);
const post = (path: string, values: Readonly<Record<string, string>>) => sendForm(app.base, path, values);
const here = (link: string) => new URL(link).pathname + new URL(link).search;
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com', company: 'Harbor Clinics' };
const unknown = 'A'.repeat(32);

/** Somebody with access. */
async function withAccess(fields?: Parameters<typeof insertGrant>[3]) {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const token = linkTokenOf(caller.organization.id, 'access');
  const grantId = await insertGrant(app.database, caller.organization.id, token, fields);
  return { ...caller, address, token, grantId, at: `/trust/${address}/access/${token}` };
}
const upload = async ({ call }: Pick<Caller, 'call'>, fileName: string, description = 'About it') =>
  callSuccessfully(call, 'POST', '/v1/trust-portal/documents', {
    fileName,
    fileType: 'application/pdf',
    fileData: (await pdfOf((document) => document.text('Findings: none'))).toString('base64'),
    description,
  });

describe('the documents of a personal link', () => {
  test('are listed with names and texts as text, and each leads to its file', async () => {
    const caller = await withAccess();
    const name = `<img src=x onerror=alert(1)> "a" & 'b'.pdf`;
    const document = await upload(caller, name, markup);
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Who may do what.' }] }];
    const policy = await callSuccessfully(caller.inPerson, 'POST', '/v1/policies', {
      name: `Access ${markup}`,
      description: markup,
      content,
      audience: 'public',
    });
    await app.database.system.updateTable('policy').set({ status: 'published' }).where('id', '=', policy.id).execute();
    const certificate = { fileType: 'application/pdf', fileData: (await pdfOf((pdf) => pdf.text('We comply'))).toString('base64') };
    await callSuccessfully(caller.call, 'PATCH', '/v1/trust-portal/settings/frameworks', {
      frameworks: [{ framework: 'gdpr', status: 'compliant' }],
    });
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/compliance-resources', {
      framework: 'gdpr',
      fileName: `${markup}.pdf`,
      ...certificate,
    });
    await callSuccessfully(caller.call, 'POST', '/v1/frameworks/custom', { name: 'House rules', description: 'Ours' });
    const own = await app.database.system
      .selectFrom('custom_framework')
      .select('id')
      .where('organization_id', '=', caller.organization.id)
      .executeTakeFirstOrThrow();
    await callSuccessfully(caller.call, 'PATCH', `/v1/trust-portal/custom-frameworks/${own.id}`, { status: 'compliant' });
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/compliance-resources', {
      customFrameworkId: own.id,
      fileName: 'House.pdf',
      ...certificate,
    });

    const page = await get(caller.at);
    expect(page.status).toBe(200);
    expectPrivate(page);
    expect(page.text).not.toMatch(/<(?:script|img)/i);
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;a&quot; &amp; &#39;b&#39;.pdf</a>');
    expect(page.text).toContain('until January 1, 2099');
    const places = hrefs(page);
    expect(places).toEqual([
      `${caller.token}/certificates/custom/${own.id}`,
      `${caller.token}/certificates/gdpr`,
      `${caller.token}/policies/${policy.id}`,
      `${caller.token}/policies.pdf`,
      `${caller.token}/policies.zip`,
      `${caller.token}/documents/${document.id}`,
      `${caller.token}/documents.zip`,
      `${caller.token}/questionnaire`,
    ]);
    for (const place of places.slice(0, -1)) {
      const file = await get(`/trust/${caller.address}/access/${place}`);
      expect(file.status, `${place}: ${file.text}`).toBe(303);
      expect(file.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await get(here(file.headers.get('location') ?? ''))).status, place).toBe(200);
    }
    expectAlike([
      await get(`${caller.at}/documents/tdoc_000000000000000000000000`),
      await get(`${caller.at}/policies/x`),
      await get(`${caller.at}/certificates/soc3`),
      await get(`${caller.at}/certificates/none`),
      await get(`${caller.at}/certificates/custom/x`),
      await get(`${caller.at}?policies=forged`),
    ]);
  });

  test('go on behind a link, part by part', async () => {
    const caller = await withAccess();
    const { id } = await upload(caller, 'First.pdf');
    const row = await app.database.system.selectFrom('trust_document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await app.database.system
      .insertInto('trust_document')
      .values(
        Array.from({ length: 100 }, (_none, index) => ({
          ...row,
          id: `tdoc_${randomBytes(12).toString('hex')}`,
          name: `Number ${index}.pdf`,
          created_at: new Date(Date.parse(row.created_at) + 1000 * (index + 1)).toISOString(),
        })),
      )
      .execute();
    const page = await get(caller.at);
    expect(page.text.match(/<li>/g)).toHaveLength(100);
    expect(page.text).not.toContain('First.pdf');
    const more = hrefs(page).find((href) => href.startsWith('?documents=')) ?? '';
    const rest = await get(`${caller.at}${more}`);
    expect(rest.text.match(/<li>/g)).toHaveLength(1);
    expect(rest.text).toContain('First.pdf');
  });

  test('404 alike for a link that never was, has expired or was revoked, and at the address of another organization', async () => {
    const caller = await withAccess();
    const [expired, revoked, other] = [
      await withAccess({ expires_at: '2026-01-01T00:00:00.000Z' }),
      await withAccess({ revoked_at: '2026-01-01T00:00:00.000Z' }),
      await withAccess(),
    ];
    const places = [
      expired.at,
      revoked.at,
      `/trust/${caller.address}/access/${unknown}`,
      `/trust/no-such-portal/access/${unknown}`,
      `/trust/${caller.address}/access/${other.token}`,
      `/trust/${caller.organization.id}/access/${other.token}`,
    ];
    expectAlike(await Promise.all(places.map((place) => get(place))));
    for (const file of ['policies.pdf', 'policies.zip', 'documents.zip', 'documents/x', 'certificates/gdpr'])
      expectAlike(await Promise.all(places.map((place) => get(`${place}/${file}`))));
    expect((await get(`/trust/${other.organization.id}/access/${other.token}`)).status).toBe(200);
  });

  test('can be read when the portal is withdrawn or has another address, unless somebody else has that now (rules 1 and 6)', async () => {
    const caller = await withAccess();
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
    expect((await get(caller.at)).status).toBe(200);
    await callSuccessfully(caller.call, 'PATCH', '/v1/trust-portal/settings', { friendlyUrl: `moved-${randomBytes(6).toString('hex')}` });
    expect((await get(caller.at)).status).toBe(200);
    await callSuccessfully((await app.caller()).call, 'PATCH', '/v1/trust-portal/settings', { friendlyUrl: caller.address });
    expectAlike([await get(caller.at)]);
  });

  test('are read at the verified domain of their organization, and at no other', async () => {
    const [caller, other] = [await withAccess(), await withAccess()];
    const hosts = await Promise.all(
      [caller, other].map(async ({ organization }) => {
        const domain = `trust-${randomBytes(6).toString('hex')}.example.com`;
        await app.database.system
          .updateTable('trust_portal')
          .set({ domain, cname_verified: true, txt_verified: true })
          .where('organization_id', '=', organization.id)
          .execute();
        return domain;
      }),
    );
    const [own = '', another = ''] = hosts;
    const at = `/access/${caller.token}`;
    expect(await askAs(app.base, own, at)).toMatchObject({ status: 200, text: expect.stringContaining('Documents of Test organization') });
    const away = await askAs(app.base, another, at);
    expect(away).toMatchObject({ status: 404, text: expect.stringContaining('This link does not work') });
    expect((await askAs(app.base, own, `/access/${unknown}`)).text).toBe(away.text);
    expect((await askAs(app.base, 'unknown.example.net', at)).text).toBe(away.text);
    for (const page of ['/request', '/recover']) {
      expect((await askAs(app.base, own, page)).status).toBe(200);
      expect((await askAs(app.base, 'unknown.example.net', page)).text).toBe(away.text);
    }
    expect(hrefs(await askAs(app.base, own, '/'))).toContain('request');
    // The service itself has no such pages.
    expect((await askAs(app.base, 'localhost', '/request')).headers['content-type']).toContain('json');
  });
});

describe('visitors', () => {
  test('who ask for their link get the same answer whether they have access or not, and the link only by mail', async () => {
    const caller = await withAccess();
    const form = await get(`/trust/${caller.address}/recover`);
    expect(form.status).toBe(200);
    expectPrivate(form);
    const answers = await Promise.all(
      ['reader@example.org', ' Reader@Example.org ', 'nobody@example.org'].map((email) =>
        post(`/trust/${caller.address}/recover`, { email }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).toContain('its link is on the way by e-mail');
    expect(answers[0]?.text).not.toContain('/access/');
    const token = await tokenMailedTo(app.database, caller, 'reader@example.org', 'access');
    expect((await get(`/trust/${caller.address}/access/${token}`)).status).toBe(200);
    expect(await post(`/trust/${caller.address}/recover`, { email: markup })).toMatchObject({
      status: 400,
      text: expect.stringContaining('must be an e-mail address'),
    });
  });

  test('who ask for access are told what is missing, or that they have asked already, with all that they wrote', async () => {
    const caller = await app.caller();
    const at = `/trust/${await publishPortal(caller)}/request`;
    const purpose = `First line\n${markup}`;
    const wrong = await post(at, { ...ines, name: '', purpose, requestedDurationDays: '9999' });
    expect(wrong.status).toBe(400);
    expectPrivate(wrong);
    expect(wrong.text).toMatch(/id="name-fault">[^<]*is required/);
    expect(wrong.text).toMatch(/id="requestedDurationDays-fault">[^<]*must be at most 365/);
    expect(wrong.text).toContain('>\nFirst line\n&lt;/textarea&gt;');
    expect((await post(at, { ...ines, requestedDurationDays: 'many' })).text).toMatch(/id="requestedDurationDays-fault">/);
    expect((await post(at, ines)).status).toBe(200);
    const again = await post(at, { ...ines, jobTitle: 'Buyer' });
    expect(again).toMatchObject({ status: 200, text: expect.stringContaining('Thank you for your request') });
    expectPrivate(again);
    expect((await caller.call('GET', '/v1/trust-access/admin/requests')).body.data).toHaveLength(1);
  });

  test('404 alike without a published portal', async () => {
    const caller = await app.caller();
    const address = await publishPortal(caller);
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
    const places = [address, caller.organization.id, 'no-such-portal'].flatMap((one) => [`/trust/${one}/request`, `/trust/${one}/recover`]);
    expectAlike(await Promise.all(places.map((place) => get(place))));
    expectAlike(await Promise.all(places.map((place) => post(place, ines))));
  });
});

test('429 as a page, with when to come again: for too many pages, and by the limits of what is asked for', async () => {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const limits = { ACCESS_RECLAIM_RATE_LIMIT: '1', TRUST_PAGE_RATE_LIMIT: '4', TRUST_PROXY: '1', DATA_DIR: '' };
  const { base, server } = await listenOn(app.database, testConfig(limits));
  // Servers on one database count together, so this client is one that no other test is.
  const from = { 'X-Forwarded-For': '198.51.100.79' };
  try {
    const recover = () => sendForm(base, `/trust/${address}/recover`, { email: 'somebody@example.org' }, from);
    const [first, second] = [await recover(), await recover()];
    expect([first.status, second.status]).toEqual([200, 429]);
    expectPrivate(second);
    expect(second.text).toContain('value="somebody@example.org"');
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    const pages = [];
    for (let count = 0; count < 6; count += 1) pages.push(await call(base, 'GET', `/trust/nda/${unknown}`, { headers: from }));
    expect(pages.at(-1)).toMatchObject({ status: 429, text: expect.stringContaining('Too many requests') });
    expect(Number(pages.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    server.close();
  }
});
