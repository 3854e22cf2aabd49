/** Inspects a server's certificate and TLS version, which are known before any data is sent. */
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
  /** ISO 8601, like `validTo`. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Why the certificate is not trusted; undefined when it is. */
  readonly fault: string | undefined;
}

/** Reads a server's certificate. @param newest newest TLS version to offer @throws Unreachable when no TLS connection can be opened */
export function inspectCertificate(
  url: URL,
  addresses: Addresses,
  signal: AbortSignal,
  newest: SecureVersion = 'TLSv1.3',
): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = isIP(host) !== 0;
  if (isLiteral && !addresses.permits(host)) return Promise.reject(new Unreachable(new AddressRefused(host).message));
  const { promise, resolve, reject } = Promise.withResolvers<Certificate>();
  const socket = connect({
    host,
    port: Number(url.port || 443),
    lookup: addresses.lookup,
    ...(!isLiteral && { servername: host }),
    // Old or invalid configurations have to be visible, and nothing is sent over this connection.
    rejectUnauthorized: false,
    minVersion: 'TLSv1',
    maxVersion: newest,
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const abort = () => socket.destroy(new Error('too late'));
  signal.addEventListener('abort', abort);
  socket
    .once('secureConnect', () => {
      const certificate: Partial<DetailedPeerCertificate> = socket.getPeerCertificate();
      resolve({
        protocol: socket.getProtocol() ?? 'unknown',
        subject: joinNames(certificate.subject?.CN),
        issuer: joinNames(certificate.issuer?.CN ?? certificate.issuer?.O),
        validFrom: new Date(certificate.valid_from ?? 0).toISOString(),
        validTo: new Date(certificate.valid_to ?? 0).toISOString(),
        fault: socket.authorized ? undefined : String(socket.authorizationError),
      });
      socket.destroy();
    })
    .once('error', (error) => {
      const isRefused = error instanceof AddressRefused;
      reject(
        new Unreachable(
          isRefused
            ? error.message
            : signal.aborted
              ? `${url.host} did not answer in time`
              : `${url.host} could not be reached${'code' in error ? ` (${String(error.code)})` : ''}`,
          !isRefused,
        ),
      );
    })
    .once('close', () => signal.removeEventListener('abort', abort));
  return promise;
}

function joinNames(name: string | readonly string[] | undefined): string {
  return [name ?? ''].flat().join(', ');
}
