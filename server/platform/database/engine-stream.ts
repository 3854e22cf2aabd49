/** A socket for pg that connects to the embedded engine's worker. Writes of one event loop turn are sent as one message. */
import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { concatBytes, type ToEngine } from './engine-messages.ts';

export class EngineStream extends Duplex {
  readonly #worker: Worker;
  readonly #onEnd: (error: Error | null) => void;
  readonly #pendingWrites: Uint8Array[] = [];

  /** @param onEnd called once, before callers waiting for an answer get the error */
  constructor(worker: Worker, onEnd: (error: Error | null) => void) {
    super();
    this.#worker = worker;
    this.#onEnd = onEnd;
    worker.on('message', (bytes: Uint8Array) => this.push(bytes));
  }
  connect(): void {
    setImmediate(() => this.emit('connect'));
  }
  setNoDelay(): void {}

  override _read(): void {}
  override _write(bytes: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    if (this.#pendingWrites.push(bytes) === 1) setImmediate(() => this.#send());
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#onEnd(error);
    done(error);
  }
  #send() {
    const bytes: ToEngine = concatBytes(...this.#pendingWrites.splice(0));
    this.#worker.postMessage(bytes, [bytes.buffer]);
  }
}
