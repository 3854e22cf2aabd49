/** An NDA from the request to the end of the access, with all links taken from mails that a real mail server received. */
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { mailSender } from '../../server/platform/mail/sender.ts';
import { startApp } from '../support/app.ts';
import { wordsOf } from '../support/pdf.ts';
import { published } from '../support/trust-access.ts';

const app = startApp();

/** @returns a mail server, with what it received: each recipient as the envelope has it, and the text */
async function startMailServer() {
  const received: { readonly to: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        // Long lines of quoted-printable text are broken.
        const text = Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        for (const { address } of envelope.rcptTo) received.push({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return { received, url, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

test('request, approval, signature by the mailed link, sealed PDF, reading by the mailed link, and its end', async () => {
  const caller = await app.caller();
  const address = await published(caller);
  const email = `reader-${caller.organization.id.toLowerCase()}@example.org`;
  await app.database.system.deleteFrom('mail').execute();
  const server = await startMailServer();
  const stop = mailSender(app.database.system, { url: server.url, from: 'Compliance <no-reply@example.com>' }, pino({ level: 'silent' }));
  const linkTo = async (kind: 'nda' | 'access') => {
    const pattern = new RegExp(`/${kind}/([\\w-]{32})(?![\\w-])`);
    const found = () => server.received.filter(({ to }) => to === email).flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0];
    await expect.poll(found, { timeout: 20_000 }).toBeDefined();
    return `/v1/trust-access/${kind}/${found()}`;
  };
  try {
    const asked = await app.call('POST', `/v1/trust-access/${address}/requests`, { body: { name: 'Rita Reader', email } });
    expect(asked).toMatchObject({ status: 201 });
    await expect.poll(() => server.received.map(({ to }) => to), { timeout: 20_000 }).toContain('trust@example.com');
    expect(await caller.call('POST', `/v1/trust-access/admin/requests/${asked.body.id}/approve`, { body: {} })).toMatchObject({
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
