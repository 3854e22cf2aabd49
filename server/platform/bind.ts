import type { Server } from 'node:http';

/**
 * Takes a port.
 * @param setting the one that names the port @returns the address of the server
 * @throws when it cannot be had, with a message for who started the service
 */
export function bind(server: Server, setting: string, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE' ? `${setting} ${port} is taken on ${host}` : `cannot listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      resolve(`http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${taken}`);
    });
  });
}
