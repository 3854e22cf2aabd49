/** Writes log lines to a stream of the process without waiting for its reader: lines that are not read in time are dropped and counted. */
import type { Writable } from 'node:stream';
import { lineDropped } from '../signals.ts';

/** Maximum characters waiting for a reader, some thousand lines. */
const maxWaiting = 1_048_576;
/** Characters that trigger a write without waiting for more lines. */
const batch = 16_384;

export class LineWriter {
  readonly #stream: Writable;
  readonly #pauseMs: number;
  #gathered = '';
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #isGone = false;

  /** @param pauseMs how long lines are collected before they are written */
  constructor(stream: Writable, pauseMs: number) {
    this.#stream = stream;
    this.#pauseMs = pauseMs;
    // A broken log stream must not end the service.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#isGone ||= error.code === 'EPIPE';
    });
  }

  /** @param line including its line feed */
  write(line: string): void {
    if (this.#isGone) return;
    if (this.#gathered.length + this.#stream.writableLength + line.length > maxWaiting) return this.#drop();
    this.#gathered += line;
    if (this.#pauseMs === 0 || this.#gathered.length >= batch) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#pauseMs).unref();
  }

  /** Resolves when all lines have been written, or after a second. */
  async written(): Promise<void> {
    this.#send();
    if (this.#isGone || this.#stream.writableLength === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, 1_000);
    this.#stream.write('', () => resolve());
    await promise;
    clearTimeout(timer);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered === '') return;
    const text = this.#gathered;
    this.#gathered = '';
    this.#stream.write(text, () => this.#tell());
  }

  #drop(): void {
    this.#dropped += 1;
    lineDropped.publish(undefined);
  }

  /** Logs the number of dropped lines, once there is room. */
  #tell(): void {
    if (this.#dropped === 0 || this.#stream.writableLength > 0) return;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.write(
      `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'lines of the log were dropped, because they were not read' })}\n`,
    );
  }
}
