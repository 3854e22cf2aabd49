/** A mail server for tests and measurements that read e-mails. */
import { EventEmitter, once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** The timeout for an e-mail in milliseconds. */
const timeoutMs = 150_000;

export async function startMailServer() {
  /** The received e-mails with the recipients of their envelopes. */
  const receivedMails: { readonly to: string; readonly text: string }[] = [];
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        // Joins the broken lines of quoted-printable text.
        const text = Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
        for (const { address } of envelope.rcptTo) receivedMails.push({ to: address, text });
        arrivals.emit('mail');
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();

  /** @returns the first group of the pattern in an e-mail to this address, which may still arrive @throws after the timeout */
  async function waitFor(to: string, pattern: RegExp): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (;;) {
      const [match] = receivedMails.flatMap((mail) => (mail.to === to ? (pattern.exec(mail.text)?.[1] ?? []) : []));
      if (match !== undefined) return match;
      await once(arrivals, 'mail', { signal });
    }
  }

  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    waitFor,
    /** The token of the link to an NDA, or to the documents. */
    tokenFor: (to: string, kind: 'nda' | 'access') => waitFor(to, new RegExp(`/${kind}/([\\w-]{32})(?![\\w-])`)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
