/** Answers input that never becomes a request, because it is not valid HTTP or arrives too late, in the usual error envelope. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusal } from '#platform/refusals/refusal';
import { newId } from '#platform/database/ids';
import type { Log } from '#platform/log';
import { graceMs } from './framing.ts';
import { hasPlainErrors } from './request-state.ts';

/** Call before requests are accepted. @param server without `requireHostHeader`, which the app checks itself */
export function answerMalformed(server: Server, log: Log) {
  const latestResponses = new WeakMap<Duplex, ServerResponse>();
  const answeredSockets = new WeakSet<Duplex>();
  server.on('request', (req, res) => void latestResponses.set(req.socket, res));
  server.on('checkExpectation', ({ url = '' }: IncomingMessage, res: ServerResponse) => {
    const { status, body } = refusal('expectation_failed');
    const { success, error } = body;
    const text = JSON.stringify(hasPlainErrors(url) ? { success, error } : body);
    res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': text.length, 'X-Request-Id': newId('req') }).end(text);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // After the first error, the rest of the input causes more errors, which are ignored.
    if (answeredSockets.has(socket)) return;
    answeredSockets.add(socket);
    const runningResponse = latestResponses.get(socket);
    if (!runningResponse || runningResponse.writableFinished) return answerAndClose();
    // An earlier request was valid, and is answered first.
    if (runningResponse.req.complete) return void runningResponse.once('close', answerAndClose);
    // The running request's own body ended early or is malformed.
    if (runningResponse.headersSent) return void socket.destroy();
    answerAndClose();

    function answerAndClose() {
      if (!socket.writable) return void socket.destroy();
      const requestId = newId('req');
      const { status, body } = refusalFor(error.code);
      // The error itself contains the raw input, including API keys.
      log.debug({ requestId, code: error.code, reason: error.message }, 'malformed request');
      socket.end(rawAnswer(status, requestId, JSON.stringify(body)));
      setTimeout(() => socket.destroy(), graceMs).unref();
    }
  });
}

/** @param code of Node's parser */
function refusalFor(code: string | undefined) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal('headers_too_large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refusal('body_too_large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal('request_timeout');
    default:
      return refusal('malformed_request');
  }
}

function rawAnswer(status: number, requestId: string, body: string): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
