/** The service's port: it is bound before anything else, answers probes immediately, and is released without cutting off requests. */
import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '#platform/config';
import type { Log } from '#platform/log';
import { bind } from '#platform/bind';
import { continueOnRead } from './continue.ts';
import { answerMalformed } from './malformed.ts';
import { answerStarting } from './starting.ts';

export interface Listener {
  /** URL that it listens on. */
  readonly url: string;
  /** Lets `app` answer requests from now on. */
  serve(app: RequestListener): void;
  /** Closes each connection after its answer from now on, so that clients reconnect elsewhere. */
  closeAfterAnswers(): void;
  /** Accepts no more connections, and closes each one when it is idle, or after `timeoutMs` ms. */
  drain(timeoutMs: number): Promise<void>;
}

/** @throws if the port cannot be bound, with a message for the operator */
export async function listen({ port, host, keepAliveTimeout }: Config, log: Log): Promise<Listener> {
  const server = http.createServer({ requireHostHeader: false, keepAliveTimeout });
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', (error) => log.debug({ err: error }, 'connection lost')).on('close', () => connections.delete(socket));
  });
  answerMalformed(server, log);
  continueOnRead(server);
  let handler = answerStarting;
  let closesAfterAnswers = false;
  server.on('request', (req, res) => {
    if (closesAfterAnswers) res.shouldKeepAlive = false;
    handler(req, res);
  });
  const url = await bind(server, 'PORT', port, host);
  return {
    url,
    serve: (app) => {
      handler = app;
    },
    closeAfterAnswers: () => {
      closesAfterAnswers = true;
    },
    drain: (timeoutMs) => drain(server, connections, timeoutMs),
  };
}

/** @param connections all open connections */
async function drain(server: http.Server, connections: ReadonlySet<Socket>, timeoutMs: number) {
  const idleTimer = setInterval(() => server.closeIdleConnections(), 20);
  // Browsers open connections ahead of requests, and Node does not count these as idle. Requests already on their way arrive within this time.
  const unusedTimer = setTimeout(
    () => connections.forEach((socket) => socket.bytesRead === 0 && socket.destroy()),
    Math.min(timeoutMs, 1_000),
  );
  const closeTimer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(idleTimer);
  clearTimeout(unusedTimer);
  clearTimeout(closeTimer);
}
