/**
 * The embedded database of a running server, for commands of its operator: nobody else may touch the directory, so the server lends its one
 * session through a socket beside it. Whoever can open that could read the directory as well.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { fileMode } from '../ports/modes.ts';
import type { Answer, Client, Pool } from './client.ts';
import { plain } from './plain-error.ts';

interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
}
/** The first one says that the session is there, and answers nothing. */
interface Reply {
  readonly answer?: Answer<never>;
  readonly error?: ReturnType<typeof plain>;
  readonly isIdle: boolean;
}

/** For how long (ms) a guest may say nothing while everybody else waits for the session. */
const silence = 60_000;

/** @param connect gives a guest the session @returns sends all away, and lets nobody in any more */
export async function admitGuests(directory: string, connect: () => Promise<Client>): Promise<() => void> {
  const address = addressOf(directory);
  const isFile = process.platform !== 'win32';
  const guests = new Set<net.Socket>();
  const server = net
    .createServer((guest) => {
      guests.add(guest);
      guest.on('error', () => undefined).on('close', () => guests.delete(guest));
      guest.setTimeout(silence, () => guest.destroy());
      void serve(guest, connect);
    })
    .unref();
  // Of a process that was killed: this one has the lock.
  if (isFile) fs.rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  if (isFile) fs.chmodSync(address, fileMode);
  return () => {
    server.close();
    for (const guest of guests) guest.destroy();
  };
}

async function serve(guest: net.Socket, connect: () => Promise<Client>): Promise<void> {
  let client: Client | undefined;
  try {
    client = await connect();
    send(guest, { isIdle: client.isIdle });
    for await (const { text, values } of messagesIn<Question>(guest)) {
      const said = await client.query<never>(text, values).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error: plain(error) }),
      );
      send(guest, { ...said, isIdle: client.isIdle });
    }
  } catch (error) {
    // There was no session to be had, or the guest is gone and hears nothing.
    send(guest, { error: plain(error), isIdle: true });
  } finally {
    client?.release(!client.isIdle);
    guest.end();
  }
}

/** The database of the server that has this directory. @returns undefined when there is none that lends its session */
export async function openAsGuest(directory: string): Promise<Pool | undefined> {
  const address = addressOf(directory);
  const isThere = await new Promise<boolean>((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
  return isThere ? { connect: () => visit(address), end: async () => undefined } : undefined;
}

async function visit(address: string): Promise<Client> {
  const client = new Guest(net.connect(address));
  await client.admitted;
  return client;
}

class Guest implements Client {
  readonly #socket: net.Socket;
  readonly #waiting: PromiseWithResolvers<Answer<never> | undefined>[] = [Promise.withResolvers()];
  readonly admitted: Promise<unknown>;
  isIdle = true;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    this.admitted = Promise.all(this.#waiting.map(({ promise }) => promise));
    void this.#listen();
  }
  async query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    const answered = Promise.withResolvers<Answer<never> | undefined>();
    if (this.#socket.destroyed) throw gone();
    this.#waiting.push(answered);
    send(this.#socket, { text, values });
    const answer = await answered.promise;
    if (!answer) throw gone();
    return answer;
  }
  /** The server makes its session as new when a transaction was left open. */
  release() {
    this.#socket.destroy();
  }
  async #listen() {
    const end = await this.#answers().catch(gone);
    for (const { reject } of this.#waiting.splice(0)) reject(end);
    this.#socket.destroy();
  }
  async #answers(): Promise<Error> {
    for await (const { answer, error, isIdle } of messagesIn<Reply>(this.#socket)) {
      this.isIdle = isIdle;
      const asked = this.#waiting.shift();
      if (error) asked?.reject(Object.assign(new Error(error.message), error));
      else asked?.resolve(answer);
    }
    return gone();
  }
}

function gone(cause?: unknown): Error {
  return Object.assign(new Error('the server has ended the session that it lent', { cause }), { code: 'EMBEDDED' });
}

/** Short, because the path of a socket may have a hundred characters only. */
function addressOf(directory: string): string {
  const real = fs.realpathSync(directory);
  if (process.platform === 'win32') return `\\\\.\\pipe\\${createHash('sha256').update(real).digest('hex')}-sock`;
  return path.relative('.', path.join(path.dirname(real), `.${path.basename(real)}.sock`));
}

/** Each as its length (4 bytes), and as V8 writes it: values of columns may be bytes. */
function send(socket: net.Socket, message: Question | Reply) {
  const bytes = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  if (!socket.destroyed) socket.write(Buffer.concat([length, bytes]));
}

async function* messagesIn<Message>(from: AsyncIterable<Buffer>): AsyncGenerator<Message> {
  let held: Buffer = Buffer.alloc(0);
  for await (const part of from) {
    held = Buffer.concat([held, part]);
    while (held.length >= 4) {
      const end = 4 + held.readUInt32BE();
      if (held.length < end) break;
      yield deserialize(held.subarray(4, end));
      held = held.subarray(end);
    }
  }
}
