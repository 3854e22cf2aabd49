/** Requests for access to confidential documents, the decisions of reviewers, and grants. */
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { allPages, type Caller, startApp } from '../../support/app.ts';
import { expectError } from '../../support/refusals.ts';
import { mailsOf, publishPortal, requestAccess, tokenMailedTo } from '../../support/trust-access.ts';

const app = startApp();
const admin = (path: string) => `/v1/trust-access/admin/${path}`;
const ines = { name: 'Ines Harbor', email: 'ines@harbor.example.com', company: 'Harbor Clinics' };

async function setUp(settings?: object) {
  const caller = await app.caller();
  const address = await publishPortal(caller, settings);
  const ask = (body: Parameters<typeof requestAccess>[3] = ines) => requestAccess(app.call, caller, address, body);
  return { ...caller, address, ask };
}
const approve = ({ call }: Pick<Caller, 'call'>, id: string, body: object = {}) => call('POST', admin(`requests/${id}/approve`), { body });
const allowWithoutNda = async ({ call }: Pick<Caller, 'call'>, email: string) =>
  call('PUT', '/v1/trust-portal/settings/allowed-emails', { body: { emails: [email] } });
const entriesOf = async ({ call }: Pick<Caller, 'call'>) => (await call('GET', '/v1/audit-logs?entityType=trust&limit=50')).body.data;

describe('requests', () => {
  test('200 returns requests with all fields, newest first, and filters them by status and text', async () => {
    const caller = await setUp();
    const firstId = await caller.ask({
      ...ines,
      email: ' Ines@Harbor.example.com'.trim(),
      jobTitle: ' ',
      purpose: 'Review\nof suppliers',
      requestedDurationDays: 60,
    });
    const secondId = await caller.ask({ name: 'Tomas <b>Reed</b>', email: 'tomas@partner.example.org' });
    const { body } = await caller.call('GET', admin('requests?count=true'));
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([secondId, firstId]);
    expect(body.totalCount).toBe(2);
    const detail = await caller.call('GET', admin(`requests/${firstId}`));
    expect(detail).toMatchObject({
      status: 200,
      body: {
        id: firstId,
        organizationId: caller.organization.id,
        email: 'ines@harbor.example.com',
        jobTitle: null,
        purpose: 'Review\nof suppliers',
        requestedDurationDays: 60,
        status: 'under_review',
        reviewer: null,
        ndaStatus: 'not_required',
        grant: null,
        ipAddress: '127.0.0.1',
        userAgent: expect.any(String),
      },
    });
    const listIds = async (query: string) =>
      (await allPages(caller.call, admin(`requests?limit=1&${query}`))).flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
    await caller.call('POST', admin(`requests/${firstId}/deny`), { body: { reason: 'No customer' } });
    expect(await listIds('')).toEqual([secondId, firstId]);
    expect(await listIds('sortBy=reviewedAt')).toEqual([firstId, secondId]);
    expect(await listIds('sortBy=reviewedAt&sortOrder=asc')).toEqual([firstId, secondId]);
    expect(await listIds('sortBy=company')).toEqual([firstId, secondId]);
    expect(await listIds('sortBy=company&sortOrder=asc')).toEqual([firstId, secondId]);
    expect(await listIds('status=rejected')).toEqual([firstId]);
    expect(await listIds('status=rejected&status=under_review')).toEqual([secondId, firstId]);
    expect(await listIds('search=HARBOR')).toEqual([firstId]);
    expect(await listIds('search=%25')).toEqual([]);
  });

  test('404 for a request of another organization, from every operation', async () => {
    const [caller, other] = [await setUp(), await app.caller()];
    const id = await caller.ask();
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/nda', undefined],
      ['GET', '/preview-nda', undefined],
      ['POST', '/approve', {}],
      ['POST', '/deny', { reason: 'x' }],
      ['POST', '/cancel', {}],
      ['POST', '/resend-nda', undefined],
    ] as const)
      await expectError(other.call, method, admin(`requests/${id}${path}`), 404, body);
    expect((await caller.call('GET', admin(`requests/${id}`))).body.status).toBe('under_review');
  });

  test('a request is mailed to the contact, or without a contact to the active owners and admins (rule 15)', async () => {
    const withContact = await setUp();
    await withContact.ask({ ...ines, name: 'Ines  Bcc: a@example.com' });
    const [mail, ...otherMails] = await mailsOf(app.database, withContact);
    expect(otherMails).toEqual([]);
    expect(mail?.recipient).toBe('trust@example.com');
    expect(mail?.subject).toBe('Ines Bcc: a@example.com asks for access to confidential documents');
    expect(mail?.text).toContain(`/${withContact.organization.id}/trust/requests`);
    const withoutContact = await setUp({ primaryColor: '#112233' });
    const { member } = await app.session(withoutContact.organization, ['admin']);
    await app.session(withoutContact.organization, ['employee']);
    await withoutContact.ask();
    expect((await mailsOf(app.database, withoutContact)).map(({ recipient }) => recipient).sort()).toEqual(
      [withoutContact.organization.owner.email, member.email].sort(),
    );
  });
});

describe('decisions', () => {
  test('200 on approval mails an NDA that can be signed for 7 days, and grants no access yet (rule 4)', async () => {
    const caller = await setUp();
    const id = await caller.ask({ ...ines, requestedDurationDays: 60 });
    const { status, body } = await approve(caller, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      request: {
        status: 'approved',
        requestedDurationDays: 60,
        reviewerMemberId: caller.organization.owner.id,
        reviewer: { id: caller.organization.owner.id, user: { name: 'Olive Owner' } },
        reviewedVia: 'API key "test"',
        ndaStatus: 'pending',
        grant: null,
      },
      grant: null,
      ndaAgreement: { accessRequestId: id, status: 'pending', signerName: null, pdfSha256: null, pdfDownloadUrl: null },
    });
    const days = (Date.parse(body.ndaAgreement.signTokenExpiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(await tokenMailedTo(app.database, caller, ines.email, 'nda')).toHaveLength(32);
    expect(await caller.call('GET', admin(`requests/${id}/nda`))).toMatchObject({ status: 200, body: body.ndaAgreement });
    await expectError(caller.call, 'POST', admin(`requests/${id}/approve`), 409, {});
    await expectError(caller.call, 'POST', admin(`requests/${id}/deny`), 409, { reason: 'too late' });
  });

  test.each([
    ['an address', 'allowed-emails', { emails: [ines.email] }, 'allowedEmails', true],
    ['a domain', 'allowed-domains', { domains: ['harbor.example.com'] }, 'allowedDomains', true],
    ['a domain above it', 'allowed-domains', { domains: ['example.com'] }, null, false],
    ['a domain that ends alike', 'allowed-domains', { domains: ['bor.example.com'] }, null, false],
  ])(
    '%s on the allow list bypasses the NDA only if it matches exactly (rule 3)',
    async (_case, path, allowList, bypassedBy, isBypassed) => {
      const caller = await setUp();
      await caller.call('PUT', `/v1/trust-portal/settings/${path}`, { body: allowList });
      const { body } = await approve(caller, await caller.ask(), { durationDays: 5 });
      expect(body.grant !== null).toBe(isBypassed);
      expect(body.ndaAgreement === null).toBe(isBypassed);
      expect(body.request.requestedDurationDays).toBe(5);
      expect((await entriesOf(caller))[0]).toMatchObject({ entityId: body.request.id, data: { ndaBypassedBy: bypassedBy } });
      if (!isBypassed) return;
      expect(body.request.grant).toEqual(body.grant);
      expect(body.grant).toMatchObject({
        status: 'active',
        ndaBypassed: true,
        subjectEmail: ines.email,
        issuedBy: { user: { name: 'Olive Owner' } },
      });
      expect(Date.parse(body.grant.expiresAt) - Date.parse(body.grant.createdAt)).toBe(5 * 86_400_000);
      const token = await tokenMailedTo(app.database, caller, ines.email, 'access');
      expect(await app.call('GET', `/v1/trust-access/access/${token}`)).toMatchObject({
        status: 200,
        body: { subjectEmail: ines.email, ndaPdfUrl: null },
      });
      await expectError(caller.call, 'GET', admin(`requests/${body.request.id}/nda`), 404);
    },
  );

  test('only one of several concurrent decisions takes effect', async () => {
    const caller = await setUp();
    await allowWithoutNda(caller, ines.email);
    const id = await caller.ask();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => approve(caller, id)),
      caller.call('POST', admin(`requests/${id}/deny`), { body: { reason: 'No customer' } }),
      caller.call('POST', admin(`requests/${id}/cancel`), { body: {} }),
    ]);
    const successful = answers.filter(({ status }) => status === 200);
    const { body } = await caller.call('GET', admin(`requests/${id}`));
    // No cancellation can follow the approval, because the approval grants access immediately.
    expect(successful).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await caller.call('GET', admin('grants'))).body.data).toHaveLength(body.status === 'approved' ? 1 : 0);
  });

  test('200 denies the request without a mail to the requester, who can request access again (rule 2)', async () => {
    const caller = await setUp();
    const id = await caller.ask();
    const denied = await caller.inPerson('POST', admin(`requests/${id}/deny`), { body: { reason: ' No customer ' } });
    expect(denied).toMatchObject({ status: 200, body: { status: 'rejected', decisionReason: 'No customer', reviewedVia: null } });
    expect((await mailsOf(app.database, caller)).map(({ recipient }) => recipient)).toEqual(['trust@example.com']);
    await expectError(caller.call, 'POST', admin(`requests/${id}/cancel`), 409, {});
    await expectError(caller.call, 'POST', admin(`requests/${id}/deny`), 400, { reason: ' ' });
    expect(await caller.ask()).not.toBe(id);
  });

  test('200 cancels the request, and the NDA can no longer be signed (states)', async () => {
    const caller = await setUp();
    const id = await caller.ask();
    await approve(caller, id);
    const token = await tokenMailedTo(app.database, caller, ines.email, 'nda');
    expect(await caller.call('POST', admin(`requests/${id}/cancel`), { body: { reason: '' } })).toMatchObject({
      status: 200,
      body: { status: 'cancelled', decisionReason: null, ndaStatus: 'void' },
    });
    expect((await app.call('GET', `/v1/trust-access/nda/${token}`)).body.status).toBe('void');
    await expectError(app.call, 'POST', `/v1/trust-access/nda/${token}/sign`, 410, { name: 'Ines', email: ines.email, accept: true });
    await expectError(caller.call, 'POST', admin(`requests/${id}/resend-nda`), 409);
    expect(await caller.ask()).not.toBe(id);
  });

  test('200 sends the same signing link again, valid for 7 days from now (rules 4 and 17)', async () => {
    const caller = await setUp();
    const id = await caller.ask();
    await expectError(caller.call, 'POST', admin(`requests/${id}/resend-nda`), 409);
    await expectError(caller.call, 'GET', admin(`requests/${id}/nda`), 404);
    await approve(caller, id);
    const token = await tokenMailedTo(app.database, caller, ines.email, 'nda');
    await app.database.system
      .updateTable('trust_nda_agreement')
      .set({ sign_token_expires_at: '2026-01-01T00:00:00.000Z' })
      .where('access_request_id', '=', id)
      .execute();
    expect((await caller.call('GET', admin(`requests/${id}`))).body.ndaStatus).toBe('expired');
    const resent = await caller.call('POST', admin(`requests/${id}/resend-nda`));
    expect(resent).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect(Date.parse(resent.body.signTokenExpiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect(await tokenMailedTo(app.database, caller, ines.email, 'nda')).toBe(token);
    expect((await app.call('GET', `/v1/trust-access/nda/${token}`)).body.status).toBe('pending');
  });

  test('403 for decisions with only the read permission, and for reading without the read permission', async () => {
    const caller = await setUp();
    const id = await caller.ask();
    const auditor = await app.session(caller.organization, ['auditor']);
    expect(await auditor.call('GET', admin(`requests/${id}`))).toMatchObject({ status: 200 });
    expect(await auditor.call('POST', admin(`requests/${id}/approve`), { body: {} })).toMatchObject({ status: 403 });
    const employee = await app.session(caller.organization, ['employee']);
    expect(await employee.call('GET', admin(`requests/${id}`))).toMatchObject({ status: 403 });
  });
});

describe('grants', () => {
  async function grantAccess(settings?: object) {
    const caller = await setUp(settings);
    await allowWithoutNda(caller, ines.email);
    const { body } = await approve(caller, await caller.ask(), { durationDays: 10 });
    const token = await tokenMailedTo(app.database, caller, ines.email, 'access');
    return { ...caller, grant: body.grant, token, read: () => app.call('GET', `/v1/trust-access/access/${token}`) };
  }

  test('200 returns all grants, newest first, and filters them by status and address', async () => {
    const caller = await grantAccess();
    const listIds = async (query: string) =>
      (await allPages(caller.call, admin(`grants?limit=1${query}`))).flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
    expect((await caller.call('GET', admin('grants?count=true'))).body).toEqual({ data: [caller.grant], nextCursor: null, totalCount: 1 });
    expect(await listIds('&status=active')).toEqual([caller.grant.id]);
    expect(await listIds('&status=expired&status=revoked')).toEqual([]);
    expect(await listIds('&search=HARBOR')).toEqual([caller.grant.id]);
    expect(await listIds('&search=other')).toEqual([]);
    await app.database.system
      .updateTable('trust_access_grant')
      .set({ expires_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', caller.grant.id)
      .execute();
    expect(await listIds('&status=expired')).toEqual([caller.grant.id]);
    expect(await caller.read()).toMatchObject({ status: 410 });
    await expectError(caller.call, 'POST', admin(`grants/${caller.grant.id}/revoke`), 409, { reason: 'late' });
    await expectError(caller.call, 'POST', admin(`grants/${caller.grant.id}/resend-access-email`), 409);
    // A person with an expired access can request access again.
    await caller.ask();
  });

  test('200 on revocation disables the link immediately with 410, never 404 (rules 7 and 17)', async () => {
    const caller = await grantAccess();
    expect(await caller.read()).toMatchObject({ status: 200 });
    const revoked = await caller.inPerson('POST', admin(`grants/${caller.grant.id}/revoke`), { body: { reason: 'The contract ended' } });
    expect(revoked).toMatchObject({
      status: 200,
      body: {
        status: 'revoked',
        revokeReason: 'The contract ended',
        revokedByMemberId: caller.organization.owner.id,
        revokedBy: { user: { email: caller.organization.owner.email } },
      },
    });
    for (const path of [
      '',
      '/policies',
      '/policies/download',
      '/documents',
      '/documents/download',
      '/compliance-resources',
      '/compliance-resources/gdpr',
    ])
      await expectError(app.call, 'GET', `/v1/trust-access/access/${caller.token}${path}`, 410);
    expect(await app.call('GET', `/v1/organization/primary-color?token=${caller.token}`)).toMatchObject({ status: 410 });
    await expectError(caller.call, 'POST', admin(`grants/${caller.grant.id}/revoke`), 409, { reason: 'again' });
    await expectError(caller.call, 'POST', admin(`grants/${caller.grant.id}/resend-access-email`), 409);
    expect(await caller.call('POST', `/v1/trust-access/${caller.address}/reclaim`, { body: { email: ines.email } })).toMatchObject({
      status: 200,
    });
    expect((await mailsOf(app.database, caller)).filter(({ recipient }) => recipient === ines.email)).toHaveLength(1);
    await caller.ask();
  });

  test('only one of several concurrent revocations takes effect', async () => {
    const caller = await grantAccess();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((reason) => caller.call('POST', admin(`grants/${caller.grant.id}/revoke`), { body: { reason } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('200 sends the same link in the same words again, and a new link after the secret was replaced (rules 15 and 17)', async () => {
    const caller = await grantAccess();
    expect(await caller.call('POST', admin(`grants/${caller.grant.id}/resend-access-email`))).toMatchObject({
      status: 200,
      body: caller.grant,
    });
    const [resentMail, firstMail] = (await mailsOf(app.database, caller)).filter(({ recipient }) => recipient === ines.email);
    expect(resentMail).toEqual(firstMail);
    // Simulates a replaced secret: no token that can be derived now matches the stored hash.
    await app.database.system.updateTable('trust_access_grant').set({ token_counter: 7 }).where('id', '=', caller.grant.id).execute();
    expect(await caller.read()).toMatchObject({ status: 200 });
    const updatedAt = (await caller.call('GET', admin('grants'))).body.data[0].updatedAt;
    await caller.call('POST', `/v1/trust-access/${caller.address}/reclaim`, { body: { email: ines.email } });
    const token = await tokenMailedTo(app.database, caller, ines.email, 'access');
    expect(token).not.toBe(caller.token);
    expect(await app.call('GET', `/v1/trust-access/access/${token}`)).toMatchObject({ status: 200 });
    expect(await caller.read()).toMatchObject({ status: 404 });
    expect((await caller.call('GET', admin('grants'))).body.data[0].updatedAt).toBe(updatedAt);
  });

  test('404 for a grant of another organization', async () => {
    const [caller, other] = [await grantAccess(), await app.caller()];
    await expectError(other.call, 'POST', admin(`grants/${caller.grant.id}/revoke`), 404, { reason: 'x' });
    await expectError(other.call, 'POST', admin(`grants/${newId('tag')}/resend-access-email`), 404);
    expect(await caller.read()).toMatchObject({ status: 200 });
  });

  test('the access stays, without the name of the approver, when the approver is deleted', async () => {
    const caller = await setUp();
    await allowWithoutNda(caller, ines.email);
    const { member, call } = await app.session(caller.organization, ['admin']);
    const { body } = await approve({ call }, await caller.ask());
    expect(body.grant.issuedByMemberId).toBe(member.id);
    await app.database.system.deleteFrom('member').where('id', '=', member.id).execute();
    expect((await caller.call('GET', admin('grants'))).body.data[0]).toMatchObject({
      status: 'active',
      issuedByMemberId: null,
      issuedBy: null,
    });
  });
});

test('the log has every step with its record, and no tokens (rule 14)', async () => {
  const caller = await setUp();
  const id = await caller.ask();
  await approve(caller, id);
  const ndaToken = await tokenMailedTo(app.database, caller, ines.email, 'nda');
  await app.call('POST', `/v1/trust-access/nda/${ndaToken}/sign`, { body: { name: 'Ines Harbor', email: ines.email, accept: true } });
  const accessToken = await tokenMailedTo(app.database, caller, ines.email, 'access');
  await app.call('POST', `/v1/trust-access/${caller.address}/reclaim`, { body: { email: 'nobody@example.org' } });
  await app.call('POST', `/v1/trust-access/${caller.address}/reclaim`, { body: { email: ines.email } });
  const [{ id: grantId }] = (await caller.call('GET', admin('grants'))).body.data;
  await caller.call('POST', admin(`grants/${grantId}/resend-access-email`));
  await caller.call('POST', admin(`grants/${grantId}/revoke`), { body: { reason: 'Done' } });
  const entries = await entriesOf(caller);
  expect(
    entries.map(({ description, entityId }: { description: string; entityId: string }) => [description, entityId]).slice(0, 7),
  ).toEqual([
    ['Revoked access [via API key "test"]', grantId],
    ['Sent the personal link again [via API key "test"]', grantId],
    ['Sent a personal link again [via the trust portal]', grantId],
    ['Was asked for the link of an address without access [via the trust portal]', null],
    [`Signed NDA [via the signing link of ${ines.email}]`, expect.stringMatching(/^tna_/)],
    ['Approved access request [via API key "test"]', id],
    ['Requested access to confidential documents [via the trust portal]', id],
  ]);
  const text = JSON.stringify(entries);
  expect(text).toContain('/v1/trust-access/nda/[REDACTED]/sign');
  for (const token of [ndaToken, accessToken]) expect(text).not.toContain(token);
  expect(await caller.call('GET', '/v1/audit-logs/verification')).toMatchObject({ status: 200, body: { intact: true } });
});
