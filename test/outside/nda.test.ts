/** Follows an NDA from the request to the end of the access, with all links taken from e-mails that a real mail server received. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startMailSender } from '#platform/mail/sender';
import { startApp } from '../support/app.ts';
import { startMailServer } from '../support/mail-server.ts';
import { wordsOf } from '../support/pdf.ts';
import { publishPortal, requestAccess } from '../support/trust-access.ts';

const app = startApp();

test('a visitor requests access, signs by the mailed link, gets a sealed PDF, and reads by the mailed link until access ends', async () => {
  const caller = await app.caller();
  const address = await publishPortal(caller);
  const email = `reader-${caller.organization.id.toLowerCase()}@example.org`;
  await app.database.system.deleteFrom('mail').execute();
  const server = await startMailServer();
  const stop = startMailSender(
    app.database.system,
    { url: server.url, from: 'Compliance <no-reply@example.com>' },
    pino({ level: 'silent' }),
  );
  const linkTo = async (kind: 'nda' | 'access') => `/v1/trust-access/${kind}/${await server.tokenFor(email, kind)}`;
  try {
    const id = await requestAccess(app.call, caller, address, { name: 'Rita Reader', email });
    await server.waitFor('trust@example.com', /^Subject: (.+)$/m);
    expect(await caller.call('POST', `/v1/trust-access/admin/requests/${id}/approve`, { body: {} })).toMatchObject({
      status: 200,
    });
    const nda = await linkTo('nda');
    expect(await app.call('GET', nda)).toMatchObject({ status: 200, body: { status: 'pending', requesterEmail: email } });
    const signed = await app.call('POST', `${nda}/sign`, { body: { name: 'Rita Reader', email, accept: true } });
    expect(signed).toMatchObject({ status: 200, body: { grant: { status: 'active' } } });
    const pdf = await fetch(signed.body.pdfDownloadUrl.replace(/^https?:\/\/[^/]+/, app.base));
    expect(await wordsOf(new Uint8Array(await pdf.arrayBuffer()))).toContain('Rita Reader');
    const access = await linkTo('access');
    expect(signed.body.portalUrl.endsWith(access.replace('/v1/trust-access', ''))).toBe(true);
    expect(await app.call('GET', access)).toMatchObject({ status: 200, body: { subjectEmail: email } });
    await app.database.system
      .updateTable('trust_access_grant')
      .set({ expires_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', signed.body.grant.id)
      .execute();
    expect(await app.call('GET', access)).toMatchObject({ status: 410 });
  } finally {
    stop();
    await server.stop();
  }
});
