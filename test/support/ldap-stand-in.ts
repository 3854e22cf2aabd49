/** A fake LDAP server (RFC 4511) whose answers, also invalid ones, are defined by the test, with or without TLS. */
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import type { CertificateAndKey } from './certificate.ts';

/** @returns a value in BER. @param length to write instead of the actual length */
export function tlv(tag: number, content: Uint8Array | readonly Uint8Array[], length?: number): Buffer {
  const bytes = content instanceof Uint8Array ? Buffer.from(content) : Buffer.concat([...content]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length ?? bytes.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), size, bytes]);
}
export const text = (value: string) => tlv(0x04, Buffer.from(value));
export const message = (id: number, ...parts: readonly Uint8Array[]) => tlv(0x30, [tlv(0x02, Buffer.from([id])), ...parts]);
/** @param tag of the answer: 0x61 to a bind, 0x65 to a search, 0x78 to an extended request */
export const result = (tag: number, code = 0, diagnostic = '') => tlv(tag, [tlv(0x0a, Buffer.from([code])), text(''), text(diagnostic)]);
export const entry = (dn: string, attributes: Readonly<Record<string, string>>) =>
  tlv(0x64, [
    text(dn),
    tlv(
      0x30,
      Object.entries(attributes).map(([name, value]) => tlv(0x30, [text(name), tlv(0x31, [text(value)])])),
    ),
  ]);

export interface Request {
  readonly id: number;
  /** 0x60 bind, 0x63 search, 0x77 extended. */
  readonly tag: number;
  readonly socket: Socket;
}
export const [bind, search, extended] = [0x60, 0x63, 0x77];

/** @param answer to each message @param certificate required for TLS @param secure whether the connection begins with TLS */
export async function ldapStandIn(answer: (request: Request) => void, certificate?: CertificateAndKey, secure = certificate !== undefined) {
  const state = { connections: 0, plain: '', secret: '' };
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.on('data', (data) => {
      state[socket instanceof tls.TLSSocket ? 'secret' : 'plain'] += data.toString('latin1');
      // The messages of the service are short, so each arrives as a whole.
      for (let remaining = data; remaining.length > 6 && remaining[0] === 0x30;) {
        const lengthBytes = (remaining[1] ?? 0) & 0x80 ? (remaining[1] ?? 0) & 0x7f : 0;
        const length = lengthBytes ? remaining.readUIntBE(2, lengthBytes) : (remaining[1] ?? 0);
        const contentStart = 2 + lengthBytes;
        const idLength = remaining[contentStart + 1] ?? 1;
        answer({ id: remaining.readUIntBE(contentStart + 2, idLength), tag: remaining[contentStart + 2 + idLength] ?? 0, socket });
        remaining = remaining.subarray(contentStart + length);
      }
    });
  };
  const server = secure && certificate ? tls.createServer(certificate, serve) : net.createServer(serve);
  server.on('connection', () => {
    state.connections += 1;
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    state,
    url: `ldap${secure ? 's' : ''}://localhost:${port}`,
    port,
    /** Continues a connection with TLS. */
    upgrade(socket: Socket) {
      if (!certificate) throw new Error('there is no certificate');
      socket.removeAllListeners('data');
      serve(new tls.TLSSocket(socket, { isServer: true, ...certificate }));
    },
  };
}
