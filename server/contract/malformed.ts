/** What is not HTTP, or not in time, never becomes a request, and so never reaches the app. It is answered in the same envelope all the same. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { refusal } from '../platform/refusals/refusal.ts';
import { newId } from '../platform/database/ids.ts';
import type { Log } from '../platform/log.ts';
import { graceMs } from './framing.ts';
import { isGiven } from './request-state.ts';

/** Before requests are listened to. @param server without `requireHostHeader`, which the app holds requests to */
export function answerMalformed(server: Server, log: Log) {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const answered = new WeakSet<Duplex>();
  server.on('request', (req, res) => void latest.set(req.socket, res));
  server.on('checkExpectation', ({ url = '' }: IncomingMessage, res: ServerResponse) => {
    const { status, body } = refusal('expectation_failed');
    const { success, error } = body;
    const text = JSON.stringify(isGiven(url) ? { success, error } : body);
    res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': text.length, 'X-Request-Id': newId('req') }).end(text);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What comes after the fault is a fault again.
    if (answered.has(socket)) return;
    answered.add(socket);
    const running = latest.get(socket);
    if (!running || running.writableFinished) return end();
    // An earlier request was good, and is answered first.
    if (running.req.complete) return void running.once('close', end);
    // Its own body broke off, or is nothing that can be read.
    if (running.headersSent) return void socket.destroy();
    end();

    function end() {
      if (!socket.writable) return void socket.destroy();
      const requestId = newId('req');
      const { status, body } = understand(error.code);
      // The error itself carries what was sent, keys and all.
      log.debug({ requestId, code: error.code, reason: error.message }, 'malformed request');
      socket.end(rawAnswer(status, requestId, JSON.stringify(body)));
      setTimeout(() => socket.destroy(), graceMs).unref();
    }
  });
}

/** @param code of Node's parser */
function understand(code: string | undefined) {
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
