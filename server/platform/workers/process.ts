/** A child process that runs one job at a time. It is killed when it exceeds its limits, and never outlives the server. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { isObject } from '../json-object.ts';

/** Memory limits of a process in MB: heap and total. */
export interface ProcessLimits {
  readonly heap: number;
  readonly memory: number;
}
/** A process that uses more after its job, in MB, is not reused. */
const maxIdleMemory = 384;
/** The only environment variables passed on: none about the database, and no secret. */
const environment = ['NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'TZ'] as const;
// The extension is .ts when run from source, and .js when built.
const program = new URL(`program${path.extname(import.meta.url)}`, import.meta.url);

/** Why a worker did not finish its job. */
export type EndReason = 'time' | 'memory' | 'crash';
const reasons = {
  time: 'its worker took too long',
  memory: 'its worker ran out of memory',
  crash: 'its worker ended unexpectedly',
} as const satisfies Record<EndReason, string>;

/** The worker was killed, or ended by itself, before finishing its job. */
export class WorkerEnded extends Error {
  readonly why: EndReason;
  constructor(endReason: EndReason) {
    super(reasons[endReason]);
    this.why = endReason;
  }
}

export interface Task {
  /** Module whose default export is the work (see `Work`). */
  readonly module: URL;
  readonly input: unknown;
  readonly parts: Iterable<unknown> | AsyncIterable<unknown>;
  /** Time limit of the work; with `take`, the limit until the first part and between parts. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
  /** Receives the parts of the result one by one. The worker sends the next part once this has resolved, so only one part is in memory. */
  readonly take?: ((part: unknown) => Promise<void>) | undefined;
}

export interface WorkerProcess {
  /** Runs a job. @returns the parts of its result that `take` did not receive @throws WorkerEnded, the signal's reason, or what the work threw */
  work(task: Task): Promise<unknown[]>;
  /** Returns whether it may run another job. */
  isReusable(): boolean;
  /** Kills it and waits until it has ended. */
  end(): Promise<void>;
}

export function startProcess(limits: ProcessLimits): WorkerProcess {
  const env = Object.fromEntries(environment.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  // Libraries' messages about broken files do not belong in the log.
  const child = fork(program, [String(limits.memory)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${limits.heap}`],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<EndReason>((resolve) => {
    child.once('exit', (code, signal) => resolve(endReasonOf(code, signal)));
    child.once('error', () => {
      if (child.pid === undefined) resolve('crash');
    });
  });
  let isReusable = true;
  void exited.then(() => {
    isReusable = false;
  });

  return {
    async work({ module, input, parts, seconds, signal, take }) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      const result: unknown[] = [];
      let isFinished = false;
      const onMessage = (message: unknown) => {
        if (!isObject(message)) return;
        if ('part' in message) {
          if (take) void passPart(take, message.part);
          else result.push(message.part);
        } else if (typeof message.failed === 'string') reject(new Error(message.failed));
        else if (typeof message.atRest === 'number') {
          isReusable = message.atRest <= maxIdleMemory;
          resolve(result);
        }
      };
      const abort = () => reject(signal?.reason);
      const timeLimit = setTimeout(() => reject(new WorkerEnded('time')), seconds * 1000);
      void exited.then((endReason) => reject(new WorkerEnded(endReason)));
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
      child.on('message', onMessage);
      keepAwake(child, true);
      try {
        await Promise.race([promise, sendParts()]);
        return await promise;
      } catch (error) {
        isReusable = false;
        throw error;
      } finally {
        isFinished = true;
        clearTimeout(timeLimit);
        signal?.removeEventListener('abort', abort);
        child.off('message', onMessage);
        keepAwake(child, false);
      }

      async function sendParts() {
        for await (const part of parts) {
          if (!isReusable) return;
          await send(child, { part });
        }
        await send(child, { module: module.href, input, waits: take !== undefined });
      }

      async function passPart(receive: NonNullable<Task['take']>, part: unknown) {
        try {
          await receive(part);
          if (isFinished) return;
          timeLimit.refresh();
          await send(child, { next: true });
        } catch (error) {
          reject(error);
        }
      }
    },
    isReusable: () => isReusable,
    async end() {
      isReusable = false;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Sets whether the process keeps the server from exiting. */
function keepAwake(child: ChildProcess, awake: boolean) {
  if (awake) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Sends a message. If it does not arrive, the end of the process reports that. */
function send(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve) => {
    child.send(message, () => resolve());
  });
}

/** V8 aborts when the heap is full. When all memory is used, the process (see `watch.ts`) or the system kills it. */
function endReasonOf(code: number | null, signal: NodeJS.Signals | null): EndReason {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 ? 'memory' : 'crash';
}
