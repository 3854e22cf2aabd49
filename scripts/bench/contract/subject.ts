/** What every tested contract layer shares: the document, the answers, and printing its address on standard output. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Express } from 'express';
import type { Document } from './contracts.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
export interface Stub {
  readonly id: string;
  readonly method: (typeof methods)[number];
  readonly path: string;
  readonly status: number;
  readonly body: object | undefined;
}

/** The document without its security requirements, because authorization is not compared. */
export function readDocument(): Document {
  return JSON.parse(readFileSync(process.env.DOCUMENT ?? '', 'utf8'), (name, value: unknown) => (name === 'security' ? undefined : value));
}

/** @returns a stub for each operation, which answers with its first success status and the example of that status */
export function stubsOf({ paths, components }: Document): Stub[] {
  const followReference = (value: unknown): Record<string, unknown> => {
    if (typeof value !== 'object' || value === null) return {};
    if (!('$ref' in value)) return { ...value };
    const [kind = '', name = ''] = String(value.$ref).split('/').slice(-2);
    return followReference(components[kind]?.[name]);
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method): Stub => {
        const { operationId, responses } = followReference(item[method]);
        const [status = '500', answer] = Object.entries(followReference(responses)).find(([code]) => code.startsWith('2')) ?? [];
        const [media] = Object.values(followReference(followReference(answer).content));
        const [example] = Object.values(followReference(followReference(media).examples)).map((one) => followReference(one).value);
        return {
          id: String(operationId),
          method,
          path,
          status: Number(status),
          body: typeof example === 'object' && example !== null ? example : undefined,
        };
      }),
  );
}

/** Adds an Express route for each stub. */
export function addRoutes(app: Express, stubs: readonly Stub[]) {
  for (const { method, path, status, body } of stubs) {
    app[method](path.replace(/\{(\w+)\}/g, ':$1'), (req, res) => {
      if (status === 201) res.location(req.path);
      res.status(status).json(body);
    });
  }
}

export function printAddress(server: Server) {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
}
process.once('SIGTERM', () => process.exit(0));
