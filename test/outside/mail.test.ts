/** Tests e-mails as a mail server receives them. */
import net from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { queueMail } from '#platform/mail/outbox';
import { startMailSender } from '#platform/mail/sender';
import { startApp } from '../support/app.ts';
import { within } from '../support/organization.ts';

const app = startApp();

/** Starts a mail server that accepts everything. @returns its URL and the received e-mails */
async function startMailServer() {
  const receivedMails: string[] = [];
  const server = net.createServer((socket) => {
    let data: string | undefined;
    socket.setEncoding('latin1').write('220 mail.example.com ESMTP\r\n');
    socket.on('data', (text: string) => {
      if (data !== undefined) data += text;
      if (data?.endsWith('\r\n.\r\n')) {
        receivedMails.push(data);
        data = undefined;
        socket.write('250 taken\r\n');
      } else if (data === undefined)
        for (const line of text.split('\r\n').filter((one) => one !== '')) {
          if (line === 'DATA') data = '';
          socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 mail.example.com\r\n');
        }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    received: receivedMails,
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    stop: () => server.close(),
  };
}

test('an e-mail is sent with its text and its files', async () => {
  const { organization } = await app.caller();
  const server = await startMailServer();
  const content = Buffer.from('%PDF-1.4 of a certificate');
  const recipient = `${organization.id}@example.com`;
  await within(app.database, organization.id, (db) =>
    queueMail(db, {
      to: recipient,
      subject: 'Your certificate',
      text: 'It is attached.\n',
      attachments: [{ name: 'a b.pdf', type: 'application/pdf', content }],
    }),
  );
  // E-mails that other tests left unsent would be sent first.
  await app.database.system.deleteFrom('mail').where('recipient', '<>', recipient).execute();
  const stop = startMailSender(
    app.database.system,
    { url: server.url, from: 'Compliance <no-reply@example.com>' },
    pino({ level: 'silent' }),
  );
  try {
    await expect.poll(() => server.received.find((mail) => mail.includes(recipient))).toBeDefined();
  } finally {
    stop();
    server.stop();
  }
  const mail = server.received.find((one) => one.includes(recipient)) ?? '';
  expect(mail).toContain('It is attached.');
  expect(mail).toMatch(/Content-Type: application\/pdf; name="?a b\.pdf"?/);
  expect(mail).toContain(content.toString('base64'));
});

test('a subject with user text adds no header and no encoded word, and the domain of an address is an A-label', async () => {
  const { call, organization } = await app.caller();
  const server = await startMailServer();
  const [contact, name] = [
    `contact-${organization.id}@bücher.example`,
    `=?utf-8?B?${Buffer.from('Your bank: pay now').toString('base64')}?= Bcc: eve@example.com`,
  ];
  const storedAddress = contact.replace('bücher', 'xn--bcher-kva').toLowerCase();
  await call('PATCH', '/v1/trust-portal/settings', { body: { contactEmail: contact } });
  const { friendlyUrl } = (await call('PUT', '/v1/trust-portal/settings/toggle', { body: { enabled: true } })).body;
  const requester = { name, email: 'ines@harbor.example.com' };
  expect(await app.call('POST', `/v1/trust-access/${friendlyUrl ?? organization.id}/requests`, { body: requester })).toMatchObject({
    status: 201,
  });
  await app.database.system.deleteFrom('mail').where('recipient', '<>', storedAddress).execute();
  const stop = startMailSender(
    app.database.system,
    { url: server.url, from: 'Compliance <no-reply@example.com>' },
    pino({ level: 'silent' }),
  );
  try {
    await expect.poll(() => server.received.find((mail) => mail.includes(storedAddress))).toBeDefined();
  } finally {
    stop();
    server.stop();
  }
  const mail = server.received.find((one) => one.includes(storedAddress)) ?? '';
  const [headers = ''] = mail.split('\r\n\r\n');
  expect(headers).not.toMatch(/=\?utf-8\?B\?/i);
  expect(headers).not.toMatch(/^(?:bcc|x):/im);
  expect(headers).toMatch(/^Subject: = \?utf-8\?B\?/m);
});
