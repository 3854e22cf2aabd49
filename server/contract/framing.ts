/** Checks the HTTP framing of every request. */
import type { Request, RequestHandler } from 'express';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, invalidRequest, RefusalError, refusal } from '#platform/refusals/refusal';

/** If a client is answered before its body ends, its connection is closed after this many milliseconds of silence. */
export const graceMs = 5_000;
/** Maximum bytes still read from such a client, because browsers read an answer only after sending everything. */
const graceBytes = 33_554_432;

/** A name, an IPv4 address or an IPv6 address in brackets, and an optional port (RFC 3986, 3.2.2), or an empty header (RFC 9112, 3.2). */
const hostPattern = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Rejects a request unless it has exactly one host, no fragment in its target, and a known transfer coding. The rest of a body that was
 * answered early is read and discarded, up to a limit.
 */
export const checkFraming: RequestHandler = (req, res, next) => {
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  if (coding !== undefined || length !== undefined) res.once('finish', () => discardRest(req));
  // RFC 9112 (3.2 and 6.1) requires these refusals.
  const hostCount = countHosts(req);
  if (hostCount > 1 || (hostCount === 0 && req.httpVersion === '1.1'))
    throw new RefusalError(invalid({ Host: fieldErrors.notAllowed('must be sent once') }, 'header'));
  if (hostCount === 1 && !hostPattern.test(req.headers.host ?? ''))
    throw new RefusalError(invalid({ Host: fieldErrors.invalidFormat('a host name or an IP address, with an optional port') }, 'header'));
  // RFC 9112, 3.2: a target has no fragment, and a client that sends one may have meant another target.
  if (req.url.includes('#')) throw new RefusalError(invalidRequest(fieldErrors.notAllowed('the address must not contain a #')));
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') throw new RefusalError(refusal('transfer_coding_not_supported'));
  next();
};

/** Discards the rest of a body: unread data would reset the connection and lose the answer. */
function discardRest(req: Request) {
  if (req.complete) return;
  const silenceTimer = setTimeout(() => req.socket.destroy(), graceMs).unref();
  let bytes = 0;
  req.once('close', () => clearTimeout(silenceTimer)).unpipe();
  req.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > graceBytes) req.socket.destroy();
    else silenceTimer.refresh();
  });
  req.resume();
}

/** Counts how often the header is sent, because Node keeps only the first one. */
function countHosts({ rawHeaders }: Request): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  return count;
}
