/**
 * The clock of the sandbox, which can be moved. Node.js loads this file first in each thread (`--import`). It replaces `Date`, from which the
 * embedded engine takes its time, too, so `now()` in SQL moves together with `new Date()`. Timers and durations do not move.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const name = 'sandbox clock';
const SystemDate = Date;
/** How many milliseconds the clock is ahead of the system's, in memory that all threads share. */
const lead = new BigInt64Array(sharedMemory());

function sharedMemory(): SharedArrayBuffer {
  const shared: unknown = getEnvironmentData(name);
  if (shared instanceof SharedArrayBuffer) return shared;
  const created = new SharedArrayBuffer(8);
  // Threads that are started from now on get the same memory.
  setEnvironmentData(name, created);
  return created;
}

function now(): number {
  return SystemDate.now() + Number(Atomics.load(lead, 0));
}

// Not a subclass, because dates that Node.js creates itself would not be instances of it.
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, values, newTarget) => Reflect.construct(target, values.length ? values : [now()], newTarget),
  apply: () => new SystemDate(now()).toString(),
  get: (target, property) => (property === 'now' ? now : Reflect.get(target, property)),
});

/** Returns the time of the system, wherever the clock was moved to. */
export function systemTime(): Date {
  return new Date(SystemDate.now());
}

/** Moves the clock, which goes on from there. */
export function moveClockTo(time: Date): void {
  Atomics.store(lead, 0, BigInt(time.getTime() - SystemDate.now()));
}

/** Sets the clock back to the time of the system. */
export function resetClock(): void {
  Atomics.store(lead, 0, 0n);
}
