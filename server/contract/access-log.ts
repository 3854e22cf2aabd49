import type { Log } from '../platform/log.ts';
import { isProbe, type Observer } from './observe.ts';

/** One line for each request. Probes are told at the level debug: they ask all the time, and say nothing. */
export function accessLog(log: Log): Observer {
  return (answered) => {
    const { durationMs, aborted, ...told } = answered;
    const line = { ...told, durationMs: Math.round(durationMs * 10) / 10, ...(aborted && { aborted }) };
    if (isProbe(answered)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
