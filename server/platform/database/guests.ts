/**
 * Lends the embedded database of a running server to operator commands. Only the server may open the directory, so it lends its one session through a
 * socket next to it. Anyone who can open the socket could also read the directory.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { fileMode } from '../ports/modes.ts';
import type { Answer, Client, Pool } from './client.ts';
import { plainError } from './plain-error.ts';

interface GuestQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}
/** The first reply only confirms the session. */
interface Reply {
  readonly answer?: Answer<never>;
  readonly error?: ReturnType<typeof plainError>;
  readonly isIdle: boolean;
}

/** Milliseconds of inactivity allowed for a guest while everyone else waits for the session. */
const idleTimeout = 60_000;

/** @param connect acquires the session for a guest @returns a function that disconnects all guests and stops accepting */
export async function admitGuests(directory: string, connect: () => Promise<Client>): Promise<() => void> {
  const address = socketAddressOf(directory);
  const isFile = process.platform !== 'win32';
  const guests = new Set<net.Socket>();
  const server = net
    .createServer((guest) => {
      guests.add(guest);
      guest.on('error', () => undefined).on('close', () => guests.delete(guest));
      guest.setTimeout(idleTimeout, () => guest.destroy());
      void serve(guest, connect);
    })
    .unref();
  // A killed process may have left a socket; no other process uses it, because this process holds the lock.
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
    for await (const { text, values } of readMessages<GuestQuery>(guest)) {
      const outcome = await client.query<never>(text, values).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error: plainError(error) }),
      );
      send(guest, { ...outcome, isIdle: client.isIdle });
    }
  } catch (error) {
    // No session was available, or the guest has disconnected.
    send(guest, { error: plainError(error), isIdle: true });
  } finally {
    client?.release(!client.isIdle);
    guest.end();
  }
}

/** Connects to the database of the server that uses this directory. @returns undefined when no server lends its session */
export async function openAsGuest(directory: string): Promise<Pool | undefined> {
  const address = socketAddressOf(directory);
  const isListening = await new Promise<boolean>((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
  return isListening ? { connect: () => connectAsGuest(address), end: async () => undefined } : undefined;
}

async function connectAsGuest(address: string): Promise<Client> {
  const client = new Guest(net.connect(address));
  await client.admitted;
  return client;
}

class Guest implements Client {
  readonly #socket: net.Socket;
  readonly #pendingRequests: PromiseWithResolvers<Answer<never> | undefined>[] = [Promise.withResolvers()];
  readonly admitted: Promise<unknown>;
  isIdle = true;

  constructor(socket: net.Socket) {
    this.#socket = socket;
    this.admitted = Promise.all(this.#pendingRequests.map(({ promise }) => promise));
    void this.#listen();
  }
  async query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
    const pendingAnswer = Promise.withResolvers<Answer<never> | undefined>();
    if (this.#socket.destroyed) throw createSessionEndedError();
    this.#pendingRequests.push(pendingAnswer);
    send(this.#socket, { text, values });
    const answer = await pendingAnswer.promise;
    if (!answer) throw createSessionEndedError();
    return answer;
  }
  /** The server resets its session if a transaction was left open. */
  release() {
    this.#socket.destroy();
  }
  async #listen() {
    const endError = await this.#receiveAnswers().catch(createSessionEndedError);
    for (const { reject } of this.#pendingRequests.splice(0)) reject(endError);
    this.#socket.destroy();
  }
  async #receiveAnswers(): Promise<Error> {
    for await (const { answer, error, isIdle } of readMessages<Reply>(this.#socket)) {
      this.isIdle = isIdle;
      const request = this.#pendingRequests.shift();
      if (error) request?.reject(Object.assign(new Error(error.message), error));
      else request?.resolve(answer);
    }
    return createSessionEndedError();
  }
}

function createSessionEndedError(cause?: unknown): Error {
  return Object.assign(new Error('the server has ended the session that it lent', { cause }), { code: 'EMBEDDED' });
}

/** Returns the address of the socket. Its path is relative, because a socket's path is limited to about a hundred characters. */
function socketAddressOf(directory: string): string {
  const realDirectory = fs.realpathSync(directory);
  if (process.platform === 'win32') return `\\\\.\\pipe\\${createHash('sha256').update(realDirectory).digest('hex')}-sock`;
  return path.relative('.', path.join(path.dirname(realDirectory), `.${path.basename(realDirectory)}.sock`));
}

/** Sends a 4-byte length and V8's serialization, because column values may be binary. */
function send(socket: net.Socket, message: GuestQuery | Reply) {
  const bytes = serialize(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  if (!socket.destroyed) socket.write(Buffer.concat([length, bytes]));
}

async function* readMessages<Message>(source: AsyncIterable<Buffer>): AsyncGenerator<Message> {
  let buffer: Buffer = Buffer.alloc(0);
  for await (const part of source) {
    buffer = Buffer.concat([buffer, part]);
    while (buffer.length >= 4) {
      const end = 4 + buffer.readUInt32BE();
      if (buffer.length < end) break;
      yield deserialize(buffer.subarray(4, end));
      buffer = buffer.subarray(end);
    }
  }
}
