/** Lines for a stream of the process. Nobody waits for who reads them: what is not read in time is dropped, and counted. */
import type { Writable } from 'node:stream';
import { lineDropped } from '../signals.ts';

/** Characters that may wait for a reader, some thousand lines. */
const mostWaiting = 1_048_576;
/** Characters that are written at once, whether or not more lines may follow soon. */
const batch = 16_384;

export class Lines {
  readonly #stream: Writable;
  readonly #pauseMs: number;
  #gathered = '';
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #isGone = false;

  /** @param pauseMs how long a line may wait for others to be written with it */
  constructor(stream: Writable, pauseMs: number) {
    this.#stream = stream;
    this.#pauseMs = pauseMs;
    // A log that nobody can read any more ends no service.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#isGone ||= error.code === 'EPIPE';
    });
  }

  /** @param line with its end */
  write(line: string): void {
    if (this.#isGone) return;
    if (this.#gathered.length + this.#stream.writableLength + line.length > mostWaiting) return this.#drop();
    this.#gathered += line;
    if (this.#pauseMs === 0 || this.#gathered.length >= batch) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#pauseMs).unref();
  }

  /** When everything has been read, or a second has passed. */
  async written(): Promise<void> {
    this.#send();
    if (this.#isGone || this.#stream.writableLength === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, 1_000);
    this.#stream.write('', () => resolve());
    await promise;
    clearTimeout(late);
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

  /** Says how many lines are missing, once there is room for it. */
  #tell(): void {
    if (this.#dropped === 0 || this.#stream.writableLength > 0) return;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.write(
      `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'lines of the log were dropped, because they were not read' })}\n`,
    );
  }
}
