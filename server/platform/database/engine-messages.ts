/**
 * Messages between the service and the embedded engine's worker, and the few of PostgreSQL's protocol that the worker parses and builds.
 */

/** To the engine: protocol messages, whether to answer only within a transaction from now on, or the request to end. */
export type ToEngine = Uint8Array<ArrayBuffer> | { readonly onlyWithin: boolean } | 'end';

const sync = 0x53; // S
const query = 0x51; // Q

/** Returns the engine's reply to a connection: no authentication is needed, and no transaction is open. */
export const welcomeMessage = (): Uint8Array<ArrayBuffer> => concatBytes(message('R', Buffer.alloc(4)), readyMessage);

/** @param bytes one or more queries; each is yielded up to its sync message */
export function* splitQueries(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [start, offset] = [0, 0];
  while (offset < bytes.length) {
    const type = bytes[offset];
    offset += 1 + view.getInt32(offset + 1);
    if (type !== sync && type !== query) continue;
    yield bytes.subarray(start, offset);
    start = offset;
  }
}

/** Returns whether the message is a simple query whose first statement begins or ends a transaction. */
export function isTransactionControl(request: Uint8Array): boolean {
  return request[0] === query && /^(?:begin|rollback)\b/.test(Buffer.from(request.subarray(5, 14)).toString());
}

/** Returns the error reply to a query refused outside a transaction. @param code of PostgreSQL */
export function errorReply(code: string, text: string): Uint8Array<ArrayBuffer> {
  return concatBytes(message('E', Buffer.from(`SERROR\0VERROR\0C${code}\0M${text}\0\0`)), readyMessage);
}

function message(type: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

const readyMessage = message('Z', Buffer.from('I'));

/** Copies the parts into one new buffer, which can be transferred to another thread. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
