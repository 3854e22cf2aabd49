import { pino } from 'pino';
import type { Config } from './config.ts';

export type Log = ReturnType<typeof logAt>;

/** JSON lines on standard error. Callers pass no bodies, keys or tokens; an error's own message and stack are all it tells of a request. */
export function logAt(level: Config['logLevel']) {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}
