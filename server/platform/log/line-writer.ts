/** Writes log lines to a stream of the process without waiting for its reader: lines that are not read in time are dropped and counted. */
import type { Writable } from 'node:stream';
import { lineDropped } from '../signals.ts';

/** Maximum characters waiting for a reader: a few thousand lines. */
const maxWaiting = 1_048_576;
/** Characters that trigger a write without waiting for more lines. */
const batchLength = 16_384;

export class LineWriter {
  readonly #stream: Writable;
  readonly #pauseMs: number;
  #pendingText = '';
  #droppedCount = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param pauseMs how long lines are collected before they are written */
  constructor(stream: Writable, pauseMs: number) {
    this.#stream = stream;
    this.#pauseMs = pauseMs;
    // A broken log stream must not end the service.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#isClosed ||= error.code === 'EPIPE';
    });
  }

  /** @param line including its line feed */
  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#pendingText.length + this.#stream.writableLength + line.length > maxWaiting) return this.#drop();
    this.#pendingText += line;
    if (this.#pauseMs === 0 || this.#pendingText.length >= batchLength) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#pauseMs).unref();
  }

  /** Resolves when all lines have been written, or after a second. */
  async written(): Promise<void> {
    this.#send();
    if (this.#isClosed || this.#stream.writableLength === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, 1_000);
    this.#stream.write('', () => resolve());
    await promise;
    clearTimeout(timer);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pendingText === '') return;
    const text = this.#pendingText;
    this.#pendingText = '';
    this.#stream.write(text, () => this.#reportDropped());
  }

  #drop(): void {
    this.#droppedCount += 1;
    lineDropped.publish(undefined);
  }

  /** Logs the number of dropped lines, once there is room. */
  #reportDropped(): void {
    if (this.#droppedCount === 0 || this.#stream.writableLength > 0) return;
    const dropped = this.#droppedCount;
    this.#droppedCount = 0;
    this.write(
      `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'lines of the log were dropped, because they were not read' })}\n`,
    );
  }
}
