/** Checks how a request was sent, whatever it asks for. */
import type { Request, RequestHandler } from 'express';
import { invalid, invalidRequest, RefusalError, refusal } from '../platform/refusals/refusal.ts';

/** How long (ms) a client that is still sending is listened to once it was answered, so that it gets to read that. */
export const graceMs = 1_000;

/** A name, an IPv4 address or an IPv6 address in brackets, then an optional port (RFC 3986, 3.2.2). It may be empty (RFC 9112, 3.2). */
const host = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Refuses a request without one host, with a fragment in its target, or in a transfer coding that is not known. It stops listening to a body
 * that was answered before its end.
 */
export const checkFraming: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  if (coding !== undefined || length !== undefined)
    res.once('finish', () => {
      if (!req.complete)
        setTimeout(() => {
          if (!req.complete) req.socket.destroy();
        }, graceMs).unref();
    });
  // RFC 9112 (3.2 and 6.1) requires these refusals.
  const hosts = hostsOf(req);
  if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) throw new RefusalError(invalid({ Host: 'must be sent once' }));
  if (hosts === 1 && !host.test(req.headers.host ?? ''))
    throw new RefusalError(invalid({ Host: 'must be a host name or an IP address, with an optional port' }));
  // RFC 9112, 3.2: a target has no fragment, and a client that sends one may have meant another target.
  if (req.url.includes('#')) throw new RefusalError(invalidRequest({ _errors: ['the address must not contain a #'] }));
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') throw new RefusalError(refusal('transfer_coding_not_supported'));
  next();
};

/** Counts how often the header is sent, because Node keeps only the first one. */
function hostsOf({ rawHeaders }: Request): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
