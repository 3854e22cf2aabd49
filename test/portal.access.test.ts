/** Tests the documents behind a personal link, and requests for access, over HTTP (trust-access, rule 20). */
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
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com', company: 'Harbor Clinics' };
const unknownToken = 'A'.repeat(32);

/** Creates an organization and a visitor with access. */
async function withAccess(fields?: Parameters<typeof insertGrant>[3]) {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const token = linkTokenOf(caller.organization.id, 'access');
  const grantId = await insertGrant(app.database, caller.organization.id, token, fields);
  return { ...caller, address, token, grantId, documentsPath: `/trust/${address}/access/${token}` };
}
const upload = async ({ call }: Pick<Caller, 'call'>, fileName: string, description = 'About it') =>
  callSuccessfully(call, 'POST', '/v1/trust-portal/documents', {
    fileName,
    fileType: 'application/pdf',
    fileData: (await pdfOf((document) => document.text('Findings: none'))).toString('base64'),
    description,
  });

describe('the documents of a personal link', () => {
  test('are listed with names and descriptions as escaped text, and each links to its file', async () => {
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
    const customFramework = await app.database.system
      .selectFrom('custom_framework')
      .select('id')
      .where('organization_id', '=', caller.organization.id)
      .executeTakeFirstOrThrow();
    await callSuccessfully(caller.call, 'PATCH', `/v1/trust-portal/custom-frameworks/${customFramework.id}`, { status: 'compliant' });
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/compliance-resources', {
      customFrameworkId: customFramework.id,
      fileName: 'House.pdf',
      ...certificate,
    });

    const page = await get(caller.documentsPath);
    expect(page.status).toBe(200);
    expectPrivate(page);
    expect(page.text).not.toMatch(/<(?:script|img)/i);
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;a&quot; &amp; &#39;b&#39;.pdf</a>');
    expect(page.text).toContain('until January 1, 2099');
    const paths = hrefs(page);
    expect(paths).toEqual([
      `${caller.token}/certificates/custom/${customFramework.id}`,
      `${caller.token}/certificates/gdpr`,
      `${caller.token}/policies/${policy.id}`,
      `${caller.token}/policies.pdf`,
      `${caller.token}/policies.zip`,
      `${caller.token}/documents/${document.id}`,
      `${caller.token}/documents.zip`,
      `${caller.token}/questionnaire`,
    ]);
    for (const path of paths.slice(0, -1)) {
      const file = await get(`/trust/${caller.address}/access/${path}`);
      expect(file.status, `${path}: ${file.text}`).toBe(303);
      expect(file.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await get(pathOf(file.headers.get('location') ?? ''))).status, path).toBe(200);
    }
    expectAlike([
      await get(`${caller.documentsPath}/documents/tdoc_000000000000000000000000`),
      await get(`${caller.documentsPath}/policies/x`),
      await get(`${caller.documentsPath}/certificates/soc3`),
      await get(`${caller.documentsPath}/certificates/none`),
      await get(`${caller.documentsPath}/certificates/custom/x`),
      await get(`${caller.documentsPath}?policies=forged`),
    ]);
  });

  test('continue on another page after 100 documents', async () => {
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
    const page = await get(caller.documentsPath);
    expect(page.text.match(/<li>/g)).toHaveLength(100);
    expect(page.text).not.toContain('First.pdf');
    const nextHref = hrefs(page).find((href) => href.startsWith('?documents=')) ?? '';
    const restOfPage = await get(`${caller.documentsPath}${nextHref}`);
    expect(restOfPage.text.match(/<li>/g)).toHaveLength(1);
    expect(restOfPage.text).toContain('First.pdf');
  });

  test('get the same 404 for an unknown, expired or revoked link, and at the address of another organization', async () => {
    const caller = await withAccess();
    const [expiredVisitor, revokedVisitor, otherVisitor] = [
      await withAccess({ expires_at: '2026-01-01T00:00:00.000Z' }),
      await withAccess({ revoked_at: '2026-01-01T00:00:00.000Z' }),
      await withAccess(),
    ];
    const paths = [
      expiredVisitor.documentsPath,
      revokedVisitor.documentsPath,
      `/trust/${caller.address}/access/${unknownToken}`,
      `/trust/no-such-portal/access/${unknownToken}`,
      `/trust/${caller.address}/access/${otherVisitor.token}`,
      `/trust/${caller.organization.id}/access/${otherVisitor.token}`,
    ];
    expectAlike(await Promise.all(paths.map((path) => get(path))));
    for (const file of ['policies.pdf', 'policies.zip', 'documents.zip', 'documents/x', 'certificates/gdpr'])
      expectAlike(await Promise.all(paths.map((path) => get(`${path}/${file}`))));
    expect((await get(`/trust/${otherVisitor.organization.id}/access/${otherVisitor.token}`)).status).toBe(200);
  });

  test('can be read when the portal is withdrawn or moved, until another organization takes its address (rules 1 and 6)', async () => {
    const caller = await withAccess();
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
    expect((await get(caller.documentsPath)).status).toBe(200);
    await callSuccessfully(caller.call, 'PATCH', '/v1/trust-portal/settings', { friendlyUrl: `moved-${randomBytes(6).toString('hex')}` });
    expect((await get(caller.documentsPath)).status).toBe(200);
    await callSuccessfully((await app.caller()).call, 'PATCH', '/v1/trust-portal/settings', { friendlyUrl: caller.address });
    expectAlike([await get(caller.documentsPath)]);
  });

  test('can be read at the verified domain of their organization only', async () => {
    const [caller, otherCaller] = [await withAccess(), await withAccess()];
    const hosts = await Promise.all(
      [caller, otherCaller].map(async ({ organization }) => {
        const domain = `trust-${randomBytes(6).toString('hex')}.example.com`;
        await app.database.system
          .updateTable('trust_portal')
          .set({ domain, cname_verified: true, txt_verified: true })
          .where('organization_id', '=', organization.id)
          .execute();
        return domain;
      }),
    );
    const [ownHost = '', otherHost = ''] = hosts;
    const accessPath = `/access/${caller.token}`;
    expect(await askAs(app.base, ownHost, accessPath)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Documents of Test organization'),
    });
    const otherDomainAnswer = await askAs(app.base, otherHost, accessPath);
    expect(otherDomainAnswer).toMatchObject({ status: 404, text: expect.stringContaining('This link does not work') });
    expect((await askAs(app.base, ownHost, `/access/${unknownToken}`)).text).toBe(otherDomainAnswer.text);
    expect((await askAs(app.base, 'unknown.example.net', accessPath)).text).toBe(otherDomainAnswer.text);
    for (const page of ['/request', '/recover']) {
      expect((await askAs(app.base, ownHost, page)).status).toBe(200);
      expect((await askAs(app.base, 'unknown.example.net', page)).text).toBe(otherDomainAnswer.text);
    }
    expect(hrefs(await askAs(app.base, ownHost, '/'))).toContain('request');
    // At the host name of the service itself, these paths are no pages of a portal.
    expect((await askAs(app.base, 'localhost', '/request')).headers['content-type']).toContain('json');
  });
});

describe('visitors', () => {
  test('who request their link get the same answer whether they have access or not, and the link only by e-mail', async () => {
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

  test('who request access see the errors, or that they have already requested access, with everything they typed', async () => {
    const caller = await app.caller();
    const requestPath = `/trust/${await publishPortal(caller)}/request`;
    const purpose = `First line\n${markup}`;
    const invalidAnswer = await post(requestPath, { ...ines, name: '', purpose, requestedDurationDays: '9999' });
    expect(invalidAnswer.status).toBe(400);
    expectPrivate(invalidAnswer);
    expect(invalidAnswer.text).toMatch(/id="name-fault">[^<]*is required/);
    expect(invalidAnswer.text).toMatch(/id="requestedDurationDays-fault">[^<]*must be at most 365/);
    expect(invalidAnswer.text).toContain('>\nFirst line\n&lt;/textarea&gt;');
    expect((await post(requestPath, { ...ines, requestedDurationDays: 'many' })).text).toMatch(/id="requestedDurationDays-fault">/);
    expect((await post(requestPath, ines)).status).toBe(200);
    const repeatedAnswer = await post(requestPath, { ...ines, jobTitle: 'Buyer' });
    expect(repeatedAnswer).toMatchObject({ status: 200, text: expect.stringContaining('Thank you for your request') });
    expectPrivate(repeatedAnswer);
    expect((await caller.call('GET', '/v1/trust-access/admin/requests')).body.data).toHaveLength(1);
  });

  test('get the same 404 without a published portal', async () => {
    const caller = await app.caller();
    const address = await publishPortal(caller);
    await callSuccessfully(caller.call, 'PUT', '/v1/trust-portal/settings/toggle', { enabled: false });
    const paths = [address, caller.organization.id, 'no-such-portal'].flatMap((one) => [`/trust/${one}/request`, `/trust/${one}/recover`]);
    expectAlike(await Promise.all(paths.map((path) => get(path))));
    expectAlike(await Promise.all(paths.map((path) => post(path, ines))));
  });
});

test('429 as a page with the time of the next attempt, for too many pages and for the limits of operations', async () => {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const limits = { ACCESS_RECLAIM_RATE_LIMIT: '1', TRUST_PAGE_RATE_LIMIT: '4', TRUST_PROXY: '1', DATA_DIR: '' };
  const { base, server } = await listenOn(app.database, testConfig(limits));
  // Servers on one database share counts, so this test uses an address that no other test uses.
  const forwardedFrom = { 'X-Forwarded-For': '198.51.100.79' };
  try {
    const recover = () => sendForm(base, `/trust/${address}/recover`, { email: 'somebody@example.org' }, forwardedFrom);
    const [first, second] = [await recover(), await recover()];
    expect([first.status, second.status]).toEqual([200, 429]);
    expectPrivate(second);
    expect(second.text).toContain('value="somebody@example.org"');
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
    const pages = [];
    for (let count = 0; count < 6; count += 1)
      pages.push(await call(base, 'GET', `/trust/nda/${unknownToken}`, { headers: forwardedFrom }));
    expect(pages.at(-1)).toMatchObject({ status: 429, text: expect.stringContaining('Too many requests') });
    expect(Number(pages.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    server.close();
  }
});
