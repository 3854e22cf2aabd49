/** Fake external servers, each of which listens on a separate port until the test file ends. */
import http from 'node:http';
import https, { type ServerOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import type { SecureContextOptions } from 'node:tls';
import { afterAll } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly json?: unknown;
  readonly text?: string;
}
/** Returns the answer. Without a return value, the function itself writes the answer to `response`, or sends no answer. */
export type Answer = (received: ReceivedRequest, response: http.ServerResponse) => Reply | void | Promise<Reply | void>;

export interface StandIn {
  /** The URL, with the address 127.0.0.1, or over TLS with the name localhost. */
  readonly url: string;
  readonly port: number;
  /** The requests so far, in order. */
  readonly asked: ReceivedRequest[];
  /** Answers the requests from now on. Tests can replace it. */
  answer: Answer;
  /** Uses another certificate for new connections. */
  present(certificate: SecureContextOptions): void;
}

/** @param tls makes it an HTTPS server */
export async function standIn(answer: Answer, tls?: ServerOptions): Promise<StandIn> {
  const listener: http.RequestListener = (request, response) =>
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
      const received: ReceivedRequest = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: await text(request),
      };
      fakeServer.asked.push(received);
      const reply = await fakeServer.answer(received, response);
      if (!reply) return;
      const { status = 200, headers = {}, json, text: replyText = json === undefined ? '' : JSON.stringify(json) } = reply;
      response.writeHead(status, { 'content-type': json === undefined ? 'text/plain' : 'application/json', ...headers }).end(replyText);
    })();
  const secure = tls && https.createServer(tls, listener);
  const server = secure ?? http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const fakeServer: StandIn = {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    port,
    asked: [],
    answer,
    present: (certificate) => secure?.setSecureContext(certificate),
  };
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return fakeServer;
}

interface User {
  readonly userName: string;
  readonly active?: boolean;
  readonly department?: string;
  readonly groups?: readonly string[];
  readonly roles?: readonly string[];
  readonly startDate?: string;
  readonly name?: string;
}

/** A directory of people (SCIM 2.0) with its token endpoint. */
export async function directory(users: readonly User[] = []) {
  const state = {
    users: [...users],
    tokens: new Set<string>(),
    issued: 0,
    expiresIn: 3600,
    secret: 'c1ient-s3cret',
    refuse: undefined as Reply | undefined,
  };
  const server = await standIn(({ method, path, query, headers, body }) => {
    if (path === '/token' && method === 'POST') {
      const form = new URLSearchParams(body);
      if (form.get('grant_type') !== 'client_credentials' || form.get('client_secret') !== state.secret)
        return { status: 401, json: { error: 'invalid_client' } };
      const token = `token-${(state.issued += 1)}-of-the-directory`;
      state.tokens.add(token);
      return { json: { access_token: token, token_type: 'Bearer', expires_in: state.expiresIn } };
    }
    if (path === '/revoke') {
      state.tokens.delete(new URLSearchParams(body).get('token') ?? '');
      return { status: 200 };
    }
    if (!state.tokens.has(headers.authorization?.replace('Bearer ', '') ?? ''))
      return { status: 401, json: { detail: 'the token is not good' } };
    if (state.refuse) return state.refuse;
    if (path !== '/scim/Users') return { status: 404 };
    const [start, count] = [Number(query.get('startIndex') ?? 1), Number(query.get('count') ?? 100)];
    const page = state.users.slice(start - 1, start - 1 + count);
    return {
      json: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: state.users.length,
        startIndex: start,
        itemsPerPage: page.length,
        Resources: page.map(resourceOf),
      },
    };
  });
  return {
    server,
    state,
    credentials: {
      clientId: 'compliance',
      clientSecret: state.secret,
      tokenUrl: `${server.url}/token`,
      baseUrl: `${server.url}/scim`,
      revokeUrl: `${server.url}/revoke`,
    },
    /** The number of requests to the token endpoint so far. */
    get fetched() {
      return server.asked.filter(({ path }) => path === '/token').length;
    },
  };
}

function resourceOf({ userName, active = true, department, startDate, groups = [], roles = [], name }: User) {
  return {
    id: `id-of-${userName}`,
    userName,
    active,
    ...(name && { displayName: name }),
    emails: [{ value: `other-${userName}` }, { value: userName, primary: true }],
    groups: groups.map((display) => ({ value: `grp-${display}`, display })),
    roles: roles.map((value) => ({ value })),
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department, startDate },
  };
}
