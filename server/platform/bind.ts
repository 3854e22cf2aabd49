import type { Server } from 'node:http';

/**
 * Binds a server to a port.
 * @param setting name of the port's setting, for error messages @returns the server's URL
 * @throws when the port cannot be bound, with a message for the operator
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
      const boundPort = typeof address === 'object' && address ? address.port : port;
      resolve(`http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${boundPort}`);
    });
  });
}
