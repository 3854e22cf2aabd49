/**
 * A proxy in front of PostgreSQL that can become silent: it accepts data without forwarding it, sends no answers, and closes no
 * connections.
 */
import { once } from 'node:events';
import net from 'node:net';
import { onTestFinished } from 'vitest';

/** @param databaseUrl of a server on a socket: `postgres://user@localhost/name?host=<folder>` */
export async function silentProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const socketFile = `${target.searchParams.get('host')}/.s.PGSQL.5432`;
  const pairs = new Set<{ near: net.Socket; far: net.Socket }>();
  let isSilent = false;
  const server = net.createServer((clientSocket) => {
    const databaseSocket = net.connect(socketFile);
    const pair = { near: clientSocket, far: databaseSocket };
    pairs.add(pair);
    for (const socket of [clientSocket, databaseSocket])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          clientSocket.destroy();
          databaseSocket.destroy();
          pairs.delete(pair);
        });
    if (isSilent) silencePair(pair);
    else clientSocket.pipe(databaseSocket).pipe(clientSocket);
  });
  function silencePair({ near: clientSocket, far: databaseSocket }: { near: net.Socket; far: net.Socket }) {
    clientSocket.unpipe(databaseSocket);
    databaseSocket.unpipe(clientSocket);
    // Reads and discards the data, so that the sender sees no problem.
    clientSocket.resume();
    databaseSocket.pause();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  onTestFinished(() => {
    server.close();
    for (const { near: clientSocket, far: databaseSocket } of pairs) {
      clientSocket.destroy();
      databaseSocket.destroy();
    }
  });
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    /** Silences the existing connections. New connections work. */
    forget() {
      pairs.forEach(silencePair);
    },
    /** Becomes silent, also on new connections. */
    silence() {
      isSilent = true;
      pairs.forEach(silencePair);
    },
    /** New connections work again. */
    speak() {
      isSilent = false;
    },
    /** The number of open connections. */
    get open() {
      return pairs.size;
    },
  };
}
