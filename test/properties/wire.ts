/** Sends a request without changing it: `fetch` would normalize the path. */
import { Agent, request as openRequest } from 'node:http';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly type?: string;
}
export interface Received {
  readonly status: number;
  readonly type: string;
  readonly allow: string | undefined;
  readonly link: string | undefined;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });
/** Time after which a request without an answer fails, in milliseconds. */
const timeoutMs = 150_000;

export function send(base: string, { method, path, headers, body, type = 'application/json' }: Sent): Promise<Received> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }) },
        timeout: timeoutMs,
      },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.once('error', reject);
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            type: incoming.headers['content-type']?.split(';')[0] ?? '',
            allow: incoming.headers.allow,
            link: [incoming.headers.link].flat()[0],
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
