/** Opens a connection to a directory, checking its address and requiring a valid certificate before anything is sent over it. */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { Client } from 'ldapts';
import { type Addresses, AddressRefused } from './addresses.ts';

export interface LdapAddress {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins with TLS (ldaps) instead of StartTLS (RFC 4511, 4.14). */
  readonly secure: boolean;
  /** Trusted authorities; by default those of Node.js. */
  readonly authorities: readonly string[] | undefined;
  /** Time limit of one answer in milliseconds. */
  readonly timeout: number;
}

/** The server does not support StartTLS. */
export class NoTls extends Error {}

/** An answer exceeded its time limit. */
export class AnswerTimeout extends Error {}

const startTls = '1.3.6.1.4.1.1466.20037';

/** @param onSocket called with each socket when it is created @throws NoTls, AnswerTimeout, AddressRefused, and the library's errors */
export async function connectClient(address: LdapAddress, addresses: Addresses, onSocket: (socket: Socket) => void): Promise<Client> {
  const { host, port, secure, authorities, timeout } = address;
  if (isIP(host) && !addresses.permits(host)) throw new AddressRefused(host);
  const track = <S extends Socket>(socket: S): S => {
    onSocket(socket);
    return socket;
  };
  const target = { host, port, lookup: addresses.lookup };
  const tlsOptions = {
    host,
    minVersion: 'TLSv1.2',
    ...(!isIP(host) && { servername: host }),
    ...(authorities && { ca: [...authorities] }),
  } as const;
  const socket = track(
    connectSecurely(secure ? { ...target, ...tlsOptions } : { ...tlsOptions, socket: await startTlsOn(track(connect(target)), timeout) }),
  );
  await waitUntilSecure(socket, timeout);
  return new Client({ url: 'ldaps://directory', timeout, createSecureConnection: onlyOnce(() => socket) });
}

/** Waits for the handshake, because the library assumes that an open socket's certificate has been verified. */
async function waitUntilSecure(socket: TLSSocket, timeout: number) {
  const timer = setTimeout(() => socket.destroy(new AnswerTimeout()), timeout);
  await once(socket, 'secureConnect').finally(() => clearTimeout(timer));
}

/** Uses a separate client for StartTLS, so that the client used over TLS has received nothing sent before TLS. @returns the socket, ready for TLS */
async function startTlsOn(socket: Socket, timeout: number): Promise<Socket> {
  const client = new Client({ url: 'ldap://directory', timeout, connectTimeout: timeout, createConnection: onlyOnce(() => socket) });
  await client.exop(startTls).catch((error: unknown) => {
    throw isLdapResult(error) ? new NoTls() : error;
  });
  return socket.removeAllListeners('data');
}

/** Returns whether the error is an LDAP result other than success. */
export function isLdapResult(error: unknown): error is Error & { readonly code: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'number';
}

/**
 * Returns a function that works only once. The library reconnects by itself after a connection has ended, without TLS and without a password,
 * and this makes the second connection fail.
 */
function onlyOnce<S extends Socket>(create: () => S): () => S {
  let isOpened = false;
  return () => {
    if (isOpened) throw new Error('The connection has ended');
    isOpened = true;
    return create();
  };
}
