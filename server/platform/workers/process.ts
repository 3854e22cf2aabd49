/** A child process that does one job after another. It is killed when it exceeds its limits, and never outlives the server. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { isObject } from '../json-object.ts';

/** Most that a process may hold, in MB: objects, and all of its memory. */
export interface Limits {
  readonly heap: number;
  readonly memory: number;
}
/** One that holds more after its job, in MB, is not used again. */
const mostAtRest = 384;
/** All that it is told of the environment: nothing of the database, and no secret. */
const environment = ['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'TZ'] as const;
// Run from source it is .ts, built it is .js.
const program = new URL(`program${path.extname(import.meta.url)}`, import.meta.url);

/** Why a worker came to no end of its job. */
export type Ended = 'time' | 'memory' | 'crash';
const reasons = {
  time: 'its worker took too long',
  memory: 'its worker ran out of memory',
  crash: 'its worker ended unexpectedly',
} as const satisfies Record<Ended, string>;

/** The worker was killed, or ended by itself, before the end of its job. */
export class WorkerEnded extends Error {
  readonly why: Ended;
  constructor(why: Ended) {
    super(reasons[why]);
    this.why = why;
  }
}

export interface Task {
  /** Its default export is the work (see `Work`). */
  readonly module: URL;
  readonly input: unknown;
  readonly parts: Iterable<unknown> | AsyncIterable<unknown>;
  /** Most that the work may take; with `take`, until its first part, and from each to the next. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Takes the parts of the result one by one, so that no more than one is held: the worker waits until it has been taken. */
  readonly take?: ((part: unknown) => Promise<void>) | undefined;
}

export interface WorkerProcess {
  /** Runs a job. @returns its result, in parts, but for those that were taken @throws WorkerEnded, the reason of the signal, or what the work threw */
  work(task: Task): Promise<unknown[]>;
  /** Whether it may do another one. */
  isFit(): boolean;
  /** Ends it, and waits until it is gone. */
  end(): Promise<void>;
}

export function startProcess(limits: Limits): WorkerProcess {
  const env = Object.fromEntries(environment.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  // What the libraries print of a broken file is not for the log.
  const child = fork(program, [String(limits.memory)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${limits.heap}`],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<Ended>((resolve) => {
    child.once('exit', (code, signal) => resolve(endOf(code, signal)));
    child.once('error', () => {
      if (child.pid === undefined) resolve('crash');
    });
  });
  let isFit = true;
  void gone.then(() => {
    isFit = false;
  });

  return {
    async work({ module, input, parts, seconds, signal, take }) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      const result: unknown[] = [];
      let isOver = false;
      const hear = (message: unknown) => {
        if (!isObject(message)) return;
        if ('part' in message) {
          if (take) void taken(take, message.part);
          else result.push(message.part);
        } else if (typeof message.failed === 'string') reject(new Error(message.failed));
        else if (typeof message.atRest === 'number') {
          isFit = message.atRest <= mostAtRest;
          resolve(result);
        }
      };
      const abort = () => reject(signal?.reason);
      const late = setTimeout(() => reject(new WorkerEnded('time')), seconds * 1000);
      void gone.then((why) => reject(new WorkerEnded(why)));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      child.on('message', hear);
      keepAwake(child, true);
      try {
        await Promise.race([promise, feed()]);
        return await promise;
      } catch (error) {
        isFit = false;
        throw error;
      } finally {
        isOver = true;
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
        child.off('message', hear);
        keepAwake(child, false);
      }

      async function feed() {
        for await (const part of parts) {
          if (!isFit) return;
          await send(child, { part });
        }
        await send(child, { module: module.href, input, waits: take !== undefined });
      }

      async function taken(taking: NonNullable<Task['take']>, part: unknown) {
        try {
          await taking(part);
          if (isOver) return;
          late.refresh();
          await send(child, { next: true });
        } catch (error) {
          reject(error);
        }
      }
    },
    isFit: () => isFit,
    async end() {
      isFit = false;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Whether the server waits for it before it ends by itself. */
function keepAwake(child: ChildProcess, awake: boolean) {
  if (awake) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Sends one message after the other. When a message does not arrive, the end of the process reports it. */
function send(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve) => {
    child.send(message, () => resolve());
  });
}

/** Out of objects V8 aborts; out of memory altogether the process kills itself (see `watch.ts`), or the system does. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Ended {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 ? 'memory' : 'crash';
}
