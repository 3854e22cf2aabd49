/** A connection to a directory, whose address was guarded and whose server has shown a certificate, before anything is said over it. */
import { once } from 'node:events';
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

/** It took longer than an answer may take. */
export class TooLate extends Error {}

const startTls = '1.3.6.1.4.1.1466.20037';

/** @param opened gets each socket as it is opened @throws NoTls, TooLate, AddressRefused, and what the library throws */
export async function connectedClient(address: LdapAddress, addresses: Addresses, opened: (socket: Socket) => void): Promise<Client> {
  const { host, port, secure, authorities, timeout } = address;
  if (isIP(host) && !addresses.permits(host)) throw new AddressRefused(host);
  const kept = <S extends Socket>(socket: S): S => {
    opened(socket);
    return socket;
  };
  const to = { host, port, lookup: addresses.lookup };
  const trust = {
    host,
    minVersion: 'TLSv1.2',
    ...(!isIP(host) && { servername: host }),
    ...(authorities && { ca: [...authorities] }),
  } as const;
  const socket = kept(connectSecurely(secure ? { ...to, ...trust } : { ...trust, socket: await askedForTls(kept(connect(to)), timeout) }));
  await isSecure(socket, timeout);
  return new Client({ url: 'ldaps://directory', timeout, createSecureConnection: onlyOnce(() => socket) });
}

/** The library takes a socket that is open for one whose server has shown its certificate. */
async function isSecure(socket: TLSSocket, timeout: number) {
  const late = setTimeout(() => socket.destroy(new TooLate()), timeout);
  await once(socket, 'secureConnect').finally(() => clearTimeout(late));
}

/** Asks by a client of its own: that which goes on with TLS has seen nothing of what was said before. @returns the same socket */
async function askedForTls(socket: Socket, timeout: number): Promise<Socket> {
  const client = new Client({ url: 'ldap://directory', timeout, connectTimeout: timeout, createConnection: onlyOnce(() => socket) });
  await client.exop(startTls).catch((error: unknown) => {
    throw isResult(error) ? new NoTls() : error;
  });
  return socket.removeAllListeners('data');
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
