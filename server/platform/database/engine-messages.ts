/** What travels between the service and the worker of the embedded engine, and the few messages of PostgreSQL's protocol that are read and made there. */

/** To the engine: messages of the protocol; whether only what stands within a transaction is answered from now on; or that it shall end. */
export type ToEngine = Uint8Array<ArrayBuffer> | { readonly onlyWithin: boolean } | 'end';

const sync = 0x53; // S
const query = 0x51; // Q

/** What the engine answers to whoever connects: nobody has to say who they are, and no transaction is open. */
export const welcome = (): Uint8Array<ArrayBuffer> => joined(message('R', Buffer.alloc(4)), ready);

/** @param bytes one or more questions, each up to where its answer is asked for */
export function* questionsIn(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [start, at] = [0, 0];
  while (at < bytes.length) {
    const type = bytes[at];
    at += 1 + view.getInt32(at + 1);
    if (type !== sync && type !== query) continue;
    yield bytes.subarray(start, at);
    start = at;
  }
}

/** Whether it is statements without parameters, of which the first begins or ends a transaction. */
export function beginsOrEnds(question: Uint8Array): boolean {
  return question[0] === query && /^(?:begin|rollback)\b/.test(Buffer.from(question.subarray(5, 14)).toString());
}

/** The answer to a question that is refused where no transaction is open. @param code of PostgreSQL */
export function refusal(code: string, text: string): Uint8Array<ArrayBuffer> {
  return joined(message('E', Buffer.from(`SERROR\0VERROR\0C${code}\0M${text}\0\0`)), ready);
}

function message(type: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`${type}....`);
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

const ready = message('Z', Buffer.from('I'));

/** Of its own, so that it can be handed over to another thread. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
