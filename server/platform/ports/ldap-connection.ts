/** A connection to a directory, whose address was guarded and whose server has shown a certificate, before anything is said over it. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { Client } from 'ldapts';
import { type Addresses, AddressRefused } from './addresses.ts';

export interface LdapAddress {
  readonly host: string;
  readonly port: number;
  /** Whether TLS comes first (ldaps), or is asked for (StartTLS, RFC 4511, 4.14). */
  readonly secure: boolean;
  /** Whom it trusts; without it whom Node.js does. */
  readonly authorities: readonly string[] | undefined;
  /** Milliseconds that one answer may take. */
  readonly timeout: number;
}

/** The server does not speak TLS where it has to be asked for. */
export class NoTls extends Error {}

const startTls = '1.3.6.1.4.1.1466.20037';

/** @param opened gets each socket as it is opened @throws NoTls, AddressRefused, and what the library throws */
export async function connectedClient(address: LdapAddress, addresses: Addresses, opened: (socket: Socket) => void): Promise<Client> {
  const { host, port, secure, authorities, timeout } = address;
  if (isIP(host) && !addresses.permits(host)) throw new AddressRefused(host);
  const settings = { url: `ldap${secure ? 's' : ''}://directory`, timeout, connectTimeout: timeout };
  const to = { host, port, lookup: addresses.lookup };
  const trust = { minVersion: 'TLSv1.2', ...(!isIP(host) && { servername: host }), ...(authorities && { ca: [...authorities] }) } as const;
  const kept = <S extends Socket>(socket: S): S => {
    opened(socket);
    return socket;
  };
  if (secure) return new Client({ ...settings, createSecureConnection: onlyOnce(() => kept(connectSecurely({ ...to, ...trust }))) });

  const plain = kept(connect(to));
  const asking = new Client({ ...settings, createConnection: onlyOnce(() => plain) });
  await asking.exop(startTls).catch((error: unknown) => {
    throw isResult(error) ? new NoTls() : error;
  });
  plain.removeAllListeners('data');
  // Another client, which has seen nothing of what was said before TLS.
  const upgrade = (): TLSSocket => kept(connectSecurely({ ...trust, host, socket: plain }));
  return new Client({ ...settings, url: 'ldaps://directory', createSecureConnection: onlyOnce(upgrade) });
}

/** A result of LDAP other than success. */
export function isResult(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/** The library connects again by itself when a connection has ended: without TLS, and without a password. */
function onlyOnce<S extends Socket>(open: () => S): () => S {
  let isOpened = false;
  return () => {
    if (isOpened) throw new Error('The connection has ended');
    isOpened = true;
    return open();
  };
}
