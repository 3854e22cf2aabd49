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
  let silent = false;
  const server = net.createServer((near) => {
    const far = net.connect(socketFile);
    const pair = { near, far };
    pairs.add(pair);
    for (const socket of [near, far])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          near.destroy();
          far.destroy();
          pairs.delete(pair);
        });
    if (silent) hush(pair);
    else near.pipe(far).pipe(near);
  });
  function hush({ near, far }: { near: net.Socket; far: net.Socket }) {
    near.unpipe(far);
    far.unpipe(near);
    // Reads and discards the data, so that the sender sees no problem.
    near.resume();
    far.pause();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  onTestFinished(() => {
    server.close();
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  });
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    /** Drops the existing connections. New ones work. */
    forget() {
      pairs.forEach(hush);
    },
    /** Becomes silent, also on new connections. */
    silence() {
      silent = true;
      pairs.forEach(hush);
    },
    /** New connections work again. */
    speak() {
      silent = false;
    },
    /** The number of open connections. */
    get open() {
      return pairs.size;
    },
  };
}
