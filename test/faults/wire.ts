/** A connection on which anything can be said, HTTP or not. */
import net from 'node:net';
import { onTestFinished } from 'vitest';

export type Wire = ReturnType<typeof connect>;

/** @param enough characters, after which no more is taken from the network */
export function connect(base: string, enough = Infinity) {
  const { hostname, port } = new URL(base);
  const socket = net.connect(Number(port), hostname);
  const wire = { heard: '' };
  socket
    .on('data', (part) => {
      wire.heard += String(part);
      if (wire.heard.length > enough) socket.pause();
    })
    .on('error', () => undefined);
  // Heard to its end, by whichever side.
  const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  return {
    ended,
    get heard() {
      return wire.heard;
    },
    /** When it has left this process. */
    say: (text: string | Uint8Array) =>
      new Promise<void>((resolve, reject) => void socket.write(text, (error) => (error ? reject(error) : resolve()))),
    destroy: () => {
      socket.destroy();
      return ended;
    },
  };
}

/** The last answer of those that were heard. */
export function lastAnswer(heard: string) {
  const start = heard.lastIndexOf('HTTP/1.1 ');
  const [head = '', body = ''] = heard.slice(start).split('\r\n\r\n', 2);
  const [first = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: body.startsWith('{') ? JSON.parse(body) : body };
}
