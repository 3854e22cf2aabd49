import type { Log } from '#platform/log';
import { isProbe, type Observer } from './observe.ts';

/** Logs one line per request. Probes are logged at level debug, because they are frequent and carry no information. */
export function accessLog(log: Log): Observer {
  return (answered) => {
    const { durationMs, aborted, ...details } = answered;
    const line = { ...details, durationMs: Math.round(durationMs * 10) / 10, ...(aborted && { aborted }) };
    if (isProbe(answered)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
