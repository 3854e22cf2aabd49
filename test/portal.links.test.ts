/** Tests the pages behind links in e-mails, over HTTP: from a request to its documents, and agreements (trust-access, rule 20). */
import { once } from 'node:events';
import http from 'node:http';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createApp } from '../server/app.ts';
import { accessLog } from '#contract/access-log';
import { observeRequests } from '#contract/observe';
import { type Caller, call, startApp, testConfig } from './support/app.ts';
import { pdfOf } from './support/documents.ts';
import { expectAlike, expectPrivate, hrefs, markup, sendForm } from './support/link-pages.ts';
import { wordsOf } from './support/pdf.ts';
import { callSuccessfully } from './support/portal.ts';
import { mailsOf, publishPortal, requestAccess, tokenMailedTo } from './support/trust-access.ts';

const app = startApp();
const get = (path: string) => app.call('GET', path);
const post = (path: string, values: Readonly<Record<string, string>>) => sendForm(app.base, path, values);
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com', company: 'Harbor Clinics' };
const signature = { name: 'Ines M. Harbor', email: ines.email, accept: 'yes' };
const unknownToken = 'A'.repeat(32);

/** Creates an agreement that waits for its signature. */
async function createAgreement(person: Parameters<typeof requestAccess>[3] = ines) {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const id = await requestAccess(app.call, caller, address, person);
  await callSuccessfully(caller.call, 'POST', `/v1/trust-access/admin/requests/${id}/approve`, {});
  const token = await tokenMailedTo(app.database, caller, ines.email, 'nda');
  return { ...caller, address, id, token, ndaPath: `/trust/nda/${token}` };
}

const upload = async ({ call }: Pick<Caller, 'call'>, fileName: string, description = 'About it') =>
  callSuccessfully(call, 'POST', '/v1/trust-portal/documents', {
    fileName,
    fileType: 'application/pdf',
    fileData: (await pdfOf((document) => document.text('Findings: none'))).toString('base64'),
    description,
  });

test('request, review, e-mail, signature, documents and download work with the addresses in e-mails and pages', async () => {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const document = await upload(caller, 'Penetration test.pdf');
  const portal = await get(`/trust/${address}`);
  expect(hrefs(portal)).toContain(`${address}/request`);
  const form = await get(`/trust/${address}/request`);
  expect(form.status).toBe(200);
  expectPrivate(form);
  const requestAnswer = await post(`/trust/${address}/request`, { ...ines, jobTitle: ' ', purpose: 'To buy', requestedDurationDays: '60' });
  expect(requestAnswer, requestAnswer.text).toMatchObject({ status: 200, text: expect.stringContaining('Thank you for your request') });
  const [request] = (await caller.call('GET', '/v1/trust-access/admin/requests')).body.data;
  expect(request).toMatchObject({ ...ines, jobTitle: null, purpose: 'To buy', requestedDurationDays: 60, ipAddress: '127.0.0.1' });
  await callSuccessfully(caller.call, 'POST', `/v1/trust-access/admin/requests/${request.id}/approve`, {});

  const signingLink = (await mailsOf(app.database, caller)).flatMap(({ text }) => /^http\S+\/nda\/\S+$/m.exec(text) ?? [])[0] ?? '';
  expect(signingLink).toBe(`${app.ports.baseUrl}/trust/nda/${await tokenMailedTo(app.database, caller, ines.email, 'nda')}`);
  const nda = await get(pathOf(signingLink));
  expect(nda.status).toBe(200);
  expectPrivate(nda);
  for (const words of ['Between Test organization', 'Ines Harbor, Harbor Clinics', '<h3>4. Duration</h3>', 'for two years', ines.email])
    expect(nda.text).toContain(words);
  const pdf = await get(`/trust/nda/${hrefs(nda).find((href) => href.endsWith('.pdf'))}`);
  expect(pdf.headers.get('content-disposition')).toBe('inline; filename="NDA.pdf"');
  expect(pdf.headers.get('cache-control')).toBe('no-store');
  expect(await wordsOf(pdf.bytes)).toContain('Not signed yet.');

  const signAnswer = await post(pathOf(signingLink), signature);
  expect(signAnswer, signAnswer.text).toMatchObject({ status: 200, text: expect.stringContaining('Thank you for signing') });
  expectPrivate(signAnswer);
  const personalLink = `${app.ports.baseUrl}/trust/${address}/access/${await tokenMailedTo(app.database, caller, ines.email, 'access')}`;
  expect(hrefs(signAnswer)).toContain(personalLink);
  const signedPdf = hrefs(signAnswer).find((href) => href.includes('/files/')) ?? '';
  expect(await wordsOf((await get(pathOf(signedPdf))).bytes)).toContain('Signed electronically by Ines M. Harbor');

  const documents = await get(pathOf(personalLink));
  expect(documents.status).toBe(200);
  expectPrivate(documents);
  expect(documents.text).toContain(`For ${ines.email}, until `);
  const token = personalLink.slice(-32);
  const link = hrefs(documents).find((href) => href === `${token}/documents/${document.id}`) ?? '';
  const file = await get(`/trust/${address}/access/${link}`);
  expect(file.status).toBe(303);
  expect(file.headers.get('cache-control')).toBe('no-store');
  const words = await wordsOf((await get(pathOf(file.headers.get('location') ?? ''))).bytes);
  expect(words).toContain('Findings: none');
  expect(words).toContain(`requested by ${ines.email}`);
  // The audit log contains the actions on pages with their actors, and no secrets.
  const entries = (await caller.call('GET', '/v1/audit-logs?entityType=trust&limit=50')).body.data;
  const messages = entries.map(({ description }: { description: string }) => description.replace(/ \[via .*/, ''));
  for (const action of ['Requested access to confidential documents', 'Signed NDA', 'Downloaded trust document Penetration test.pdf'])
    expect(messages).toContain(action);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${token}|${signingLink.slice(-32)}`));
});

describe('an agreement', () => {
  test('shows all user texts as escaped text, also values that were typed into its form', async () => {
    const caller = await createAgreement({ ...ines, name: markup, company: `${markup} &amp;` });
    await app.database.system
      .updateTable('organization')
      .set({ name: `Org ${markup}` })
      .where('id', '=', caller.organization.id)
      .execute();
    const page = await get(caller.ndaPath);
    const repeatedForm = await post(caller.ndaPath, { ...signature, name: markup, email: `"><script>@example.com`, accept: '' });
    expect([page.status, repeatedForm.status]).toEqual([200, 400]);
    for (const answer of [page, repeatedForm]) {
      expectPrivate(answer);
      expect(answer.text).not.toMatch(/<(?:script|img)/i);
      expect(answer.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;');
    }
    expect(page.text).toContain('&amp;amp;');
  });

  test('gets 400 as a page with the error at its field and the typed values, and is not signed', async () => {
    const caller = await createAgreement();
    for (const [values, field, message] of [
      [{ ...signature, name: ' ' }, 'name', 'is required'],
      [{ ...signature, name: 'x' }, 'name', 'must have at least 2 characters'],
      [{ ...signature, name: 'n'.repeat(201) }, 'name', 'must have at most 200 characters'],
      [{ ...signature, name: 'a\u0000b' }, 'name', 'U+0000'],
      [{ ...signature, email: 'other@example.com' }, 'email', 'must be the address that access was requested for'],
      [{ ...signature, email: 'no address' }, 'email', 'must be an e-mail address'],
      [{ name: signature.name, email: signature.email }, 'accept', 'must be true'],
    ] as const) {
      const page = await post(caller.ndaPath, values);
      expect(page.status, page.text).toBe(400);
      expectPrivate(page);
      expect(page.text, field).toContain(`<a href="#${field}">`);
      expect(page.text).toMatch(new RegExp(`<p class="fault" id="${field}-fault">[^<]*${message.replace('+', '\\+')}`));
      expect(page.text).toContain(`value="${values.email}"`);
      expect(page.text).toContain('role="alert"');
    }
    // A browser would not send such a form.
    const repeatedFields = await app.call('POST', caller.ndaPath, { raw: 'name=a+b&name=c+d', type: 'application/x-www-form-urlencoded' });
    const json = await app.call('POST', caller.ndaPath, { body: { ...signature, accept: true } });
    const charset = await app.call('POST', caller.ndaPath, { raw: 'name=a', type: 'application/x-www-form-urlencoded; charset=utf-7' });
    expect([repeatedFields.status, json.status, charset.status]).toEqual([400, 400, 400]);
    expect(await caller.call('GET', `/v1/trust-access/admin/requests/${caller.id}`)).toMatchObject({
      body: { ndaStatus: 'pending', grant: null },
    });
  });

  test('gets 413 as a page for a form that is too large', async () => {
    const caller = await createAgreement();
    const page = await post(caller.ndaPath, { ...signature, name: 'n'.repeat(70_000) });
    expect(page.status).toBe(413);
    expectPrivate(page);
    expect(page.text.length).toBeLessThan(20_000);
  });

  test('gets the same 404 for an unknown, expired or void link, for every request', async () => {
    const [expiredAgreement, cancelledAgreement] = [await createAgreement(), await createAgreement()];
    await app.database.system
      .updateTable('trust_nda_agreement')
      .set({ sign_token_expires_at: '2026-01-01T00:00:00.000Z' })
      .where('access_request_id', '=', expiredAgreement.id)
      .execute();
    await callSuccessfully(cancelledAgreement.call, 'POST', `/v1/trust-access/admin/requests/${cancelledAgreement.id}/cancel`, {});
    const paths = [
      expiredAgreement.ndaPath,
      cancelledAgreement.ndaPath,
      `/trust/nda/${unknownToken}`,
      '/trust/nda/x',
      `/trust/nda/${'a'.repeat(3000)}`,
    ];
    expectAlike(await Promise.all(paths.map((path) => get(path))));
    expectAlike(await Promise.all(paths.map((path) => get(`${path}/agreement.pdf`))));
    expectAlike(await Promise.all(paths.map((path) => post(path, signature))));
    expectAlike(await Promise.all(paths.map((path) => post(path, {}))));
  });

  test('gets one signature from two concurrent forms, and both get the same access', async () => {
    const caller = await createAgreement();
    const answers = await Promise.all([post(caller.ndaPath, signature), post(caller.ndaPath, signature)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [firstLink, secondLink] = answers.map((answer) => hrefs(answer).find((href) => href.includes('/access/')));
    const link = firstLink ?? secondLink;
    expect(link).toMatch(/\/access\/[\w-]{32}$/);
    for (const answer of answers)
      expect(hrefs(answer).includes(String(link)) || answer.text.includes('This agreement is signed')).toBe(true);
    expect((await caller.call('GET', '/v1/trust-access/admin/grants')).body.data).toHaveLength(1);
    const mails = (await mailsOf(app.database, caller)).filter(({ text }) => text.includes('/access/'));
    expect(mails).toHaveLength(1);
  });

  test('that is signed says so, and does not show the personal link, because the signing link may have been forwarded', async () => {
    const caller = await createAgreement();
    expect(await post(caller.ndaPath, signature)).toMatchObject({ status: 200 });
    const page = await get(caller.ndaPath);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('This agreement is signed') });
    expectPrivate(page);
    expect(page.text).not.toContain('/access/');
    expect(page.text).not.toContain(ines.email);
    for (const values of [signature, { ...signature, name: 'Mallory' }, { ...signature, email: 'mallory@example.com' }, {}]) {
      const repeatedForm = await post(caller.ndaPath, values);
      expect(repeatedForm, repeatedForm.text).toMatchObject({ status: 200, text: expect.stringContaining('This agreement is signed') });
      expect(repeatedForm.text).not.toContain('/access/');
      expect(repeatedForm.text).not.toContain('Thank you for signing');
    }
    expect(hrefs(page)).toContain(`${app.ports.baseUrl}/trust/${caller.address}`);
  });
});

test('neither the log of requests nor the log of errors contains a secret of a link', async () => {
  const caller = await createAgreement();
  expect(await post(caller.ndaPath, signature)).toMatchObject({ status: 200 });
  const access = await tokenMailedTo(app.database, caller, ines.email, 'access');
  const lines: string[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });
  const { read } = app.ports.files;
  const failingPorts = {
    ...app.ports,
    files: { ...app.ports.files, read: (key: string) => (key === '' ? read(key) : Promise.reject(new Error('the disk is broken'))) },
  };
  const { app: listener } = createApp(app.database, testConfig(), failingPorts, log);
  const server = http.createServer(observeRequests(listener, [accessLog(log)])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const errorPage = await call(base, 'GET', `${caller.ndaPath}/agreement.pdf?token=${access}`, {});
    expect(errorPage).toMatchObject({ status: 500, text: expect.stringContaining('This did not work') });
    expectPrivate(errorPage);
    await call(base, 'GET', `/trust/${caller.address}/access/${access}`, {});
    await sendForm(base, caller.ndaPath, signature);
  } finally {
    server.close();
    await once(server, 'close');
  }
  const [failure] = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(failure).toMatchObject({ method: 'GET', path: '/trust/nda/[REDACTED]/agreement.pdf', err: { message: 'the disk is broken' } });
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests.map(({ operation, organizationId }) => [operation, organizationId])).toEqual([
    ['/trust', undefined],
    ['/trust', caller.organization.id],
    ['/trust', caller.organization.id],
  ]);
  expect(lines.join('')).not.toMatch(new RegExp(`${caller.token}|${access}`));
});
