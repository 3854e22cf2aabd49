/** Reading and signing agreements with a signing link. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { pagesOf, wordsOf } from '../../support/pdf.ts';
import { expectError } from '../../support/refusals.ts';
import { mailsOf, publishPortal, requestAccess, tokenMailedTo } from '../../support/trust-access.ts';

const app = startApp();
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com', company: 'Harbor Clinics' };
const signature = { name: 'Ines M. Harbor', email: ines.email, accept: true };
const fetchLink = async (link: string) => new Uint8Array(await (await fetch(link.replace(/^https?:\/\/[^/]+/, app.base))).arrayBuffer());

async function approveRequest(person: Parameters<typeof requestAccess>[3] = ines, { days }: { readonly days?: number } = {}) {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const id = await requestAccess(app.call, caller, address, person);
  await caller.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, {
    body: days === undefined ? {} : { durationDays: days },
  });
  const token = await tokenMailedTo(app.database, caller, ines.email, 'nda');
  const ndaUrl = `/v1/trust-access/nda/${token}`;
  return {
    ...caller,
    address,
    id,
    token,
    ndaUrl,
    sign: (fields: object = {}) => app.call('POST', `${ndaUrl}/sign`, { body: { ...signature, ...fields } }),
    expireLink: () =>
      app.database.system
        .updateTable('trust_nda_agreement')
        .set({ sign_token_expires_at: '2026-01-01T00:00:00.000Z' })
        .where('access_request_id', '=', id)
        .execute(),
  };
}

test('200 returns the text to sign, and a preview PDF with a watermark (rules 8 and 9)', async () => {
  const caller = await approveRequest();
  expect(await app.call('GET', caller.ndaUrl)).toMatchObject({
    status: 200,
    body: {
      id: expect.stringMatching(/^tna_/),
      organizationName: 'Test organization',
      friendlyUrl: caller.address,
      faviconUrl: null,
      requesterName: ines.name,
      requesterEmail: ines.email,
      requesterCompany: ines.company,
      portalUrl: expect.stringMatching(new RegExp(`/trust/${caller.address}$`)),
      status: 'pending',
      sections: expect.arrayContaining([
        { heading: 'Duration', paragraphs: [expect.stringContaining('for two years'), expect.any(String)] },
      ]),
    },
  });
  const preview = await app.call('GET', `${caller.ndaUrl}/preview`);
  expect(preview.headers.get('content-type')).toBe('application/pdf');
  expect(preview.headers.get('content-disposition')).toBe('attachment; filename="NDA Test organization.pdf"');
  const words = await wordsOf(preview.bytes);
  for (const part of [
    'Between Test organization',
    'Ines Harbor, Harbor Clinics',
    'two years',
    'Not signed yet',
    `Test organization · requested by ${ines.email}`,
  ])
    expect(words).toContain(part);
  const memberPreview = await caller.call('GET', `/v1/trust-access/admin/requests/${caller.id}/preview-nda`);
  expect(await wordsOf(memberPreview.bytes)).toContain('Not signed yet');
});

test('200 on signing seals the PDF, starts the access, and mails its link (rules 4, 9 and 14)', async () => {
  const caller = await approveRequest(ines, { days: 12 });
  const { status, body } = await caller.sign({ email: 'INES@harbor.example.com' });
  expect(status).toBe(200);
  const access = await tokenMailedTo(app.database, caller, ines.email, 'access');
  expect(body).toEqual({
    grant: { id: expect.stringMatching(/^tag_/), status: 'active', expiresAt: expect.any(String) },
    pdfDownloadUrl: expect.any(String),
    portalUrl: expect.stringMatching(new RegExp(`/trust/${caller.address}/access/${access}$`)),
  });
  expect(Date.parse(body.grant.expiresAt)).toBeGreaterThan(Date.now() + 11.9 * 86_400_000);
  const { body: agreement } = await caller.call('GET', `/v1/trust-access/admin/requests/${caller.id}/nda`);
  expect(agreement).toMatchObject({
    status: 'signed',
    grantId: body.grant.id,
    signerName: 'Ines M. Harbor',
    signerEmail: ines.email,
    ipAddress: '127.0.0.1',
    userAgent: expect.any(String),
  });
  const pdf = await fetchLink(agreement.pdfDownloadUrl);
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(agreement.pdfSha256);
  const words = await wordsOf(pdf);
  for (const part of ['Signed electronically by Ines M. Harbor', agreement.signedAt, agreement.id]) expect(words).toContain(part);
  expect(words).not.toContain('requested by');
  const [entry] = (await caller.call('GET', '/v1/audit-logs?entityType=trust&limit=1')).body.data;
  expect(entry.data.changes).toMatchObject({ pdfSha256: { current: agreement.pdfSha256 }, signerName: { current: 'Ines M. Harbor' } });
  expect((await app.call('GET', `/v1/trust-access/access/${access}`)).body.ndaPdfUrl).toEqual(expect.any(String));
  expect((await app.call('GET', caller.ndaUrl)).body).toMatchObject({ status: 'signed', sections: [] });
  expect(Buffer.from((await app.call('GET', `${caller.ndaUrl}/preview`)).bytes).equals(Buffer.from(pdf))).toBe(true);
  await expectError(caller.call, 'POST', `/v1/trust-access/admin/requests/${caller.id}/cancel`, 409, {});
});

test('concurrent signatures create one access and one mail, and each response has the access', async () => {
  const caller = await approveRequest();
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => caller.sign({ name: n % 2 ? 'Ines M. Harbor' : ' Ines M. Harbor ' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => `${body.grant.id} ${body.portalUrl}`)).size).toBe(1);
  expect((await caller.call('GET', '/v1/trust-access/admin/grants')).body.data).toHaveLength(1);
  expect((await mailsOf(app.database, caller)).filter(({ text }) => text.includes('/access/'))).toHaveLength(1);
  const files = await app.database.system
    .selectFrom('stored_file')
    .select('id')
    .where('organization_id', '=', caller.organization.id)
    .execute();
  expect(files).toHaveLength(1);
  expect(await caller.sign()).toMatchObject({ status: 200, body: { grant: { id: answers[0]?.body.grant.id } } });
});

test('409 without the access for a repeated signature with another name, also when concurrent', async () => {
  const caller = await approveRequest();
  const answers = await Promise.all(['Ines One', 'Ines Two', 'Ines Three'].map((name) => caller.sign({ name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  for (const { status, text } of answers) expect(text.includes('/access/')).toBe(status === 200);
  await expectError(app.call, 'POST', `${caller.ndaUrl}/sign`, 409, { ...signature, name: 'Mallory' });
  expect(await caller.sign({ name: 'Mallory' })).toMatchObject({ body: { code: 'nda_not_pending' } });
});

test('only one of a concurrent signature and cancellation takes effect', async () => {
  const caller = await approveRequest();
  const [signed, cancelled] = await Promise.all([
    caller.sign(),
    caller.call('POST', `/v1/trust-access/admin/requests/${caller.id}/cancel`, { body: {} }),
  ]);
  expect([signed.status, cancelled.status].sort()).toEqual(signed.status === 200 ? [200, 409] : [200, 410]);
  const { body } = await caller.call('GET', `/v1/trust-access/admin/requests/${caller.id}`);
  expect([body.status, body.ndaStatus, body.grant !== null]).toEqual(
    signed.status === 200 ? ['approved', 'signed', true] : ['cancelled', 'void', false],
  );
});

test('a repeated signature and a concurrent revocation take effect in either order', async () => {
  const caller = await approveRequest();
  const { body } = await caller.sign();
  const [revoked, ...signatures] = await Promise.all([
    caller.call('POST', `/v1/trust-access/admin/grants/${body.grant.id}/revoke`, { body: { reason: 'Ended' } }),
    ...Array.from({ length: 3 }, () => caller.sign()),
  ]);
  expect(revoked).toMatchObject({ status: 200 });
  for (const { status } of signatures) expect([200, 410]).toContain(status);
  await expectError(app.call, 'POST', `${caller.ndaUrl}/sign`, 410, signature);
});

test('responses to secret links have `no-store`, also when the request is refused', async () => {
  const caller = await approveRequest();
  const { body } = await caller.sign();
  const access = body.portalUrl.slice(-32);
  const answers = await Promise.all(
    [caller.ndaUrl, `${caller.ndaUrl}/preview`, `/v1/trust-access/access/${access}`, '/v1/trust-access/access/none'].map((path) =>
      app.call('GET', path),
    ),
  );
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(Array.from({ length: 4 }, () => 'no-store'));
});

describe('rejected requests', () => {
  test('404 for an unknown token, and for the token of an access link', async () => {
    const caller = await approveRequest();
    const { body } = await caller.sign();
    const access = body.portalUrl.slice(-32);
    for (const token of [access, caller.token.slice(0, -1), `${caller.token}x`, caller.token.toLowerCase(), 'x', "x'--", '%F0%9F%98%80']) {
      await expectError(app.call, 'GET', `/v1/trust-access/nda/${token}`, 404);
      await expectError(app.call, 'GET', `/v1/trust-access/nda/${token}/preview`, 404);
      await expectError(app.call, 'POST', `/v1/trust-access/nda/${token}/sign`, 404, signature);
    }
    await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}`, 404);
  });

  test.each([
    [{ accept: false }, { accept: { _errors: ['must be true'] } }],
    [{ email: 'other@harbor.example.com' }, { email: { _errors: ['must be the address that access was requested for'] } }],
    [{ name: ' I ' }, { name: expect.anything() }],
    [{ name: 'x'.repeat(201) }, { name: expect.anything() }],
    [{ name: 'Ines\nHarbor' }, { name: { _errors: [expect.stringMatching(/^must be a text without control characters/)] } }],
    [{ name: 'Ines\u202eHarbor' }, { name: expect.anything() }],
  ])('400 for %j, and the agreement stays unsigned', async (fields, details) => {
    const caller = await approveRequest();
    expect(await caller.sign(fields)).toMatchObject({ status: 400, body: { details } });
    expect((await app.call('GET', caller.ndaUrl)).body.status).toBe('pending');
  });

  test('410 for an expired link, before and after the signature; the page names the reason (rule 4)', async () => {
    const caller = await approveRequest();
    await caller.expireLink();
    expect((await app.call('GET', caller.ndaUrl)).body.status).toBe('expired');
    await expectError(app.call, 'GET', `${caller.ndaUrl}/preview`, 410);
    await expectError(app.call, 'POST', `${caller.ndaUrl}/sign`, 410, signature);
    await caller.call('POST', `/v1/trust-access/admin/requests/${caller.id}/resend-nda`);
    expect(await caller.sign()).toMatchObject({ status: 200 });
    await caller.expireLink();
    expect((await app.call('GET', caller.ndaUrl)).body.status).toBe('signed');
    await expectError(app.call, 'POST', `${caller.ndaUrl}/sign`, 410, signature);
  });

  test('410 after the access is revoked: the agreement is void, and its file stays as evidence (states)', async () => {
    const caller = await approveRequest();
    const { body } = await caller.sign();
    await caller.call('POST', `/v1/trust-access/admin/grants/${body.grant.id}/revoke`, { body: { reason: 'Ended' } });
    await expectError(app.call, 'POST', `${caller.ndaUrl}/sign`, 410, signature);
    await expectError(app.call, 'GET', `${caller.ndaUrl}/preview`, 410);
    expect(await caller.call('GET', `/v1/trust-access/admin/requests/${caller.id}/nda`)).toMatchObject({
      status: 200,
      body: { status: 'void', signerName: 'Ines M. Harbor', pdfSha256: expect.any(String) },
    });
    expect((await caller.call('GET', '/v1/trust-access/admin/grants')).body.data[0].ndaBypassed).toBe(false);
  });

  test('413 when the storage quota has no room for the signed PDF, and the agreement stays unsigned', async () => {
    const caller = await approveRequest();
    const { quota } = app.ports.storage;
    await app.database.system
      .insertInto('storage_usage')
      .values({ id: caller.organization.id, bytes: quota })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ bytes: quota }))
      .execute();
    await expectError(app.call, 'POST', `${caller.ndaUrl}/sign`, 413, signature);
    expect((await app.call('GET', caller.ndaUrl)).body.status).toBe('pending');
    expect((await caller.call('GET', '/v1/trust-access/admin/grants')).body.data).toEqual([]);
  });
});

test('names with markup, many letters or other scripts remain plain text on the pages', async () => {
  const name = '<b>Ines</b> %s {{x}} \\n <script>alert(1)</script> Łukasz 山田';
  const caller = await approveRequest({ ...ines, name, company: 'A'.repeat(200) });
  const answer = await caller.sign({ name: `${name} 2` });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  const pages = await pagesOf(await fetchLink(answer.body.pdfDownloadUrl));
  const words = pages.join(' ').replace(/\s+/g, ' ');
  expect(words).toContain('<b>Ines</b> %s {{x}} \\n <script>alert(1)</script> Łukasz ?? 2');
  expect(words).toContain('appear as question marks');
  expect((await caller.call('GET', `/v1/trust-access/admin/requests/${caller.id}/nda`)).body.signerName).toBe(`${name} 2`);
  const [mail] = await mailsOf(app.database, caller);
  expect(mail?.recipient).toBe(ines.email);
});

test('the link in the response to a repeated signature works, also after the secret was replaced (rule 17)', async () => {
  const caller = await approveRequest();
  const firstResponse = await caller.sign();
  // Simulates a replaced secret: no token that can be derived now matches the stored hash.
  await app.database.system
    .updateTable('trust_access_grant')
    .set({ token_counter: 7 })
    .where('id', '=', firstResponse.body.grant.id)
    .execute();
  const secondResponse = await caller.sign();
  const token = secondResponse.body.portalUrl.split('/').at(-1);
  expect(await app.call('GET', `/v1/trust-access/access/${token}`)).toMatchObject({ status: 200 });
});
