/** How a request comes over its connection, whatever it asks for. */
import type { Request, RequestHandler } from 'express';
import { invalid, RefusalError, refusal } from '../platform/refusals/refusal.ts';

/** How long (ms) a client that is still sending is listened to once it was answered, so that it gets to read that. */
export const graceMs = 1_000;

/** Refuses a request without one host, or in a transfer coding that is not known. Listens no longer to a body that was answered before its end. */
export const checkFraming: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  if (coding !== undefined || length !== undefined)
    res.once('finish', () => {
      if (!req.complete)
        setTimeout(() => {
          if (!req.complete) req.socket.destroy();
        }, graceMs).unref();
    });
  // RFC 9112, 3.2 and 6.1.
  const hosts = hostsOf(req);
  if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) throw new RefusalError(invalid({ Host: 'must be sent once' }));
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') throw new RefusalError(refusal('transfer_coding_not_supported'));
  next();
};

/** How often it is sent: Node keeps only the first. */
function hostsOf({ rawHeaders }: Request): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
