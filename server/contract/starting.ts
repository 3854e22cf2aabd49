import type { RequestListener } from 'node:http';
import { newId } from '#platform/database/ids';
import { refusal } from '#platform/refusals/refusal';
import { hasPlainErrors } from './request-state.ts';

/** Answers requests until startup ends: the process is alive but not ready. */
export const answerStarting: RequestListener = (req, res) => {
  const [path = ''] = (req.url ?? '').split('?', 1);
  const isAlive = path === '/healthz';
  const isProbe = isAlive || path === '/readyz' || path === '/startupz';
  const { status, body } = refusal('unavailable');
  const { success, error } = body;
  const answer = isAlive ? { status: 'alive' } : isProbe ? { status: 'starting' } : hasPlainErrors(path) ? { success, error } : body;
  res.writeHead(isAlive ? 200 : status, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': newId('req'),
    // The body is not read here, so the connection cannot be reused.
    Connection: 'close',
    ...(isAlive ? {} : { 'Retry-After': '1' }),
  });
  res.end(JSON.stringify(answer));
};
