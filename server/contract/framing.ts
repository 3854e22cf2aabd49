/** Checks how a request was sent, whatever it asks for. */
import type { Request, RequestHandler } from 'express';
import { invalid, invalidRequest, RefusalError, refusal } from '../platform/refusals/refusal.ts';

/** How long (ms) a client that was answered before the end of what it sends may be silent until its connection is cut. */
export const graceMs = 5_000;
/** Bytes that are still taken from it, because browsers read an answer only when they have sent everything. */
const graceBytes = 33_554_432;

/** A name, an IPv4 address or an IPv6 address in brackets, then an optional port (RFC 3986, 3.2.2). It may be empty (RFC 9112, 3.2). */
const host = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Refuses a request without one host, with a fragment in its target, or in a transfer coding that is not known. A body that was
 * answered before its end is thrown away as it comes, up to a limit.
 */
export const checkFraming: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  if (coding !== undefined || length !== undefined) res.once('finish', () => takeRest(req));
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

/** Throws the rest of a body away: an unread one would reset the connection, and the answer with it. */
function takeRest(req: Request) {
  if (req.complete) return;
  const silent = setTimeout(() => req.socket.destroy(), graceMs).unref();
  let bytes = 0;
  req.once('close', () => clearTimeout(silent)).unpipe();
  req.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > graceBytes) req.socket.destroy();
    else silent.refresh();
  });
  req.resume();
}

/** Counts how often the header is sent, because Node keeps only the first one. */
function hostsOf({ rawHeaders }: Request): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
