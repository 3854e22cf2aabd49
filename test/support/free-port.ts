import { once } from 'node:events';
import net from 'node:net';

/** @returns a port on which nothing listened a moment ago, for a server that has to know its address before it listens */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
