import type { RequestListener } from 'node:http';
import { newId } from '../platform/database/ids.ts';
import { refusal } from '../platform/refusals/refusal.ts';
import { isGiven } from './request-state.ts';

/** Answers from the moment the port is open until the service has started: the process is alive, and takes no requests yet. */
export const answerStarting: RequestListener = (req, res) => {
  const [path = ''] = (req.url ?? '').split('?', 1);
  const isAlive = path === '/healthz';
  const isProbe = isAlive || path === '/readyz' || path === '/startupz';
  const { status, body } = refusal('unavailable');
  const { success, error } = body;
  const answer = isAlive ? { status: 'alive' } : isProbe ? { status: 'starting' } : isGiven(path) ? { success, error } : body;
  res.writeHead(isAlive ? 200 : status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': newId('req'),
    // Where somebody reads a body that is not read here, the connection cannot be used again.
    Connection: 'close',
    ...(isAlive ? {} : { 'Retry-After': '1' }),
  });
  res.end(JSON.stringify(answer));
};
