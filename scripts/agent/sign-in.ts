/** Signs the agent in: the browser of its user sends it a code, which it exchanges for a session (device-agent, rule 7). */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { Service } from './service.ts';

/** @param session an ordinary session of the user, if one exists @returns the token of the agent */
export async function signInWith(service: Service, session: string): Promise<string> {
  const state = randomBytes(16).toString('hex');
  const { code } = await service.authCode(session, state);
  return (await service.exchange(code, state)).sessionToken;
}

/**
 * Waits for the code on a local port. After sign-in, the page must redirect to this port with `code` and `state`.
 * @param page where users sign in @param showMessage shows the user a message @returns the token of the agent
 */
export async function signInByBrowser(service: Service, page: string, showMessage: (line: string) => void): Promise<string> {
  const state = randomBytes(16).toString('hex');
  const { promise, resolve } = Promise.withResolvers<string>();
  const server = http.createServer((req, res) => {
    const url = URL.parse(req.url ?? '/', 'http://127.0.0.1')?.searchParams;
    const code = url?.get('code') ?? null;
    const isOurs = code !== null && url?.get('state') === state;
    res.writeHead(isOurs ? 200 : 400, { 'Content-Type': 'text/plain', Connection: 'close' });
    res.end(isOurs ? 'You are signed in. You can close this page.\n' : 'This is not the sign-in that the agent waits for.\n');
    if (isOurs) resolve(code);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const target = new URL(page);
  target.searchParams.set('callbackPort', String(port));
  target.searchParams.set('state', state);
  showMessage(`Sign in at ${target.href}`);
  try {
    return (await service.exchange(await promise, state)).sessionToken;
  } finally {
    server.close();
  }
}
