import { pino } from 'pino';
import type { Config } from './config.ts';
import { Lines } from './log/lines.ts';

export type Log = ReturnType<typeof logAt>;

/** Each stream is one of the process, whatever number of logs is written to it. */
const streams = { own: lazy(() => new Lines(process.stderr, 0)), access: lazy(() => new Lines(process.stdout, 200)) };

/** JSON lines on standard error. Callers pass no bodies, keys or tokens; an error's own message and stack are all it tells of a request. */
export function logAt(level: Config['logLevel']) {
  return pino({ level, base: null }, streams.own());
}

/** JSON lines on standard output, one for each request. They are written together, because a request should not pay for a write of its own. */
export function accessLogAt(level: Config['logLevel']): Log {
  return pino({ level, base: null }, streams.access());
}

/** When all that was logged has been read, or a second has passed: before the process ends. */
export async function logWritten(): Promise<void> {
  await Promise.all([streams.own().written(), streams.access().written()]);
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
