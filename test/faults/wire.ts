/** A raw connection on which a test can send any bytes, valid HTTP or not. */
import net from 'node:net';
import { onTestFinished } from 'vitest';

export type Wire = ReturnType<typeof connect>;

/** @param maxCharacters number of characters after which nothing more is read from the network */
export function connect(base: string, maxCharacters = Infinity) {
  const { hostname, port } = new URL(base);
  const socket = net.connect(Number(port), hostname);
  const received = { text: '' };
  socket
    .on('data', (part) => {
      received.text += String(part);
      if (received.text.length > maxCharacters) socket.pause();
    })
    .on('error', () => undefined);
  // Resolves when either side has closed the connection.
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  onTestFinished(() => void socket.destroy());
  return {
    ended: closed,
    get heard() {
      return received.text;
    },
    /** Sends bytes. Resolves when they have left this process. */
    say: (text: string | Uint8Array) =>
      new Promise<void>((resolve, reject) => void socket.write(text, (error) => (error ? reject(error) : resolve()))),
    destroy: () => {
      socket.destroy();
      return closed;
    },
  };
}

/** @returns the last of the received answers */
export function lastAnswer(received: string) {
  const start = received.lastIndexOf('HTTP/1.1 ');
  const [head = '', body = ''] = received.slice(start).split('\r\n\r\n', 2);
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.startsWith('{') ? JSON.parse(body) : body };
}
