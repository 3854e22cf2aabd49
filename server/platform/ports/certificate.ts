/** The certificate of a server and the negotiated version of TLS, which are known before any data is sent. */
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate, type SecureVersion } from 'node:tls';
import { type Addresses, AddressRefused } from './addresses.ts';
import { Unreachable } from './unreachable.ts';

export type { SecureVersion };

export interface Certificate {
  /** For example `TLSv1.3`. */
  readonly protocol: string;
  readonly subject: string;
  readonly issuer: string;
  /** ISO 8601, like the next. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Why it is not to be trusted; undefined when it is. */
  readonly fault: string | undefined;
}

/** @param newest the newest version of TLS that is offered @throws Unreachable */
export function inspect(url: URL, addresses: Addresses, signal: AbortSignal, newest: SecureVersion = 'TLSv1.3'): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host) !== 0;
  if (literal && !addresses.permits(host)) return Promise.reject(new Unreachable(new AddressRefused(host).message));
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>();
  const socket = connect({
    host,
    port: Number(url.port || 443),
    lookup: addresses.lookup,
    ...(!literal && { servername: host }),
    // Only looked at: what is old or wrong has to show, and nothing is sent.
    rejectUnauthorized: false,
    minVersion: 'TLSv1',
    maxVersion: newest,
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const giveUp = () => socket.destroy(new Error('too late'));
  signal.addEventListener('abort', giveUp);
  socket
    .once('secureConnect', () => {
      const shown: Partial<DetailedPeerCertificate> = socket.getPeerCertificate();
      resolve({
        protocol: socket.getProtocol() ?? 'unknown',
        subject: nameIn(shown.subject?.CN),
        issuer: nameIn(shown.issuer?.CN ?? shown.issuer?.O),
        validFrom: new Date(shown.valid_from ?? 0).toISOString(),
        validTo: new Date(shown.valid_to ?? 0).toISOString(),
        fault: socket.authorized ? undefined : String(socket.authorizationError),
      });
      socket.destroy();
    })
    .once('error', (error) => {
      const refused = error instanceof AddressRefused;
      reject(
        new Unreachable(
          refused
            ? error.message
            : signal.aborted
              ? `${url.host} did not answer in time`
              : `${url.host} could not be reached${'code' in error ? ` (${String(error.code)})` : ''}`,
          !refused,
        ),
      );
    })
    .once('close', () => signal.removeEventListener('abort', giveUp));
  return promise;
}

function nameIn(name: string | readonly string[] | undefined): string {
  return [name ?? ''].flat().join(', ');
}
