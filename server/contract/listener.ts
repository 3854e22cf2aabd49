/** The port of the service: it is taken before anything else is done, answers probes at once, and is given back without cutting a request off. */
import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { bind } from '../platform/bind.ts';
import { answerMalformed } from './malformed.ts';
import { answerStarting } from './starting.ts';

export interface Listener {
  /** Where it listens. */
  readonly url: string;
  /** From now on requests are answered by `app`. */
  serve(app: RequestListener): void;
  /** From now on each answer ends its connection, so that clients open the next one elsewhere. */
  letGo(): void;
  /** Takes no more connections, and closes each as soon as nothing runs on it: all of them after `timeoutMs` ms. */
  drain(timeoutMs: number): Promise<void>;
}

/** @throws when the port cannot be had, with a message for who started it */
export async function listen({ port, host, keepAliveTimeout }: Config, log: Log): Promise<Listener> {
  const server = http.createServer({ requireHostHeader: false, keepAliveTimeout });
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', (error) => log.debug({ err: error }, 'connection lost')).on('close', () => connections.delete(socket));
  });
  answerMalformed(server, log);
  let answering = answerStarting;
  let isLeaving = false;
  server.on('request', (req, res) => {
    if (isLeaving) res.shouldKeepAlive = false;
    answering(req, res);
  });
  const url = await bind(server, 'PORT', port, host);
  return {
    url,
    serve: (app) => {
      answering = app;
    },
    letGo: () => {
      isLeaving = true;
    },
    drain: (timeoutMs) => drain(server, connections, timeoutMs),
  };
}

/** @param connections all that are open */
async function drain(server: http.Server, connections: ReadonlySet<Socket>, timeoutMs: number) {
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  // Opened ahead, as browsers do, and nothing asked yet: for Node they are not idle. What was on its way has come by then.
  const silent = setTimeout(() => connections.forEach((socket) => socket.bytesRead === 0 && socket.destroy()), Math.min(timeoutMs, 1_000));
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(silent);
  clearTimeout(late);
}
