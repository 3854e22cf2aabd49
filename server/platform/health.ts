/** Health endpoints for operators, outside the contract: whether the process is alive and ready for requests. */
import { Router } from 'express';
import { sql } from 'kysely';
import { readTransaction } from './database/handle.ts';
import type { Database } from './database/open.ts';

export interface Health {
  readonly routes: Router;
  /** From now on, reports that the service is not ready for new requests. */
  drain(): void;
}

/** Milliseconds that the database may take to answer: few, so that a load balancer soon learns that the service is not ready. */
const timeoutMs = 1_000;
/** No organization has this id, so reading with it finds nothing. */
const unknownOrganizationId = `org_${'0'.repeat(24)}`;

/** @param warm compiles the contract, so that the first requests do not wait for it */
export function health({ system, tenant }: Pick<Database, 'system' | 'tenant'>, warm: () => void): Health {
  let isDraining = false;
  let isCold = true;
  const answersAsOwner = createProbe(() => sql`select 1`.execute(system));
  const answersAsTenant = createProbe(() =>
    readTransaction(tenant, unknownOrganizationId, (db) => db.selectFrom('organization').select('id').execute()),
  );
  const routes = Router();
  routes.get('/healthz', (_req, res) => void res.json({ status: 'alive' }));
  // During startup, contract/starting.ts answers.
  routes.get('/startupz', (_req, res) => void res.json({ status: 'started' }));
  routes.get('/readyz', async (_req, res) => {
    if (isCold) warm();
    isCold = false;
    const answers = await Promise.all([answersAsOwner(), answersAsTenant()]);
    const isReachable = answers.every(Boolean);
    const isReady = isReachable && !isDraining;
    res
      .status(isReady ? 200 : 503)
      .set(isReady ? {} : { 'Retry-After': '1' })
      .json({ status: isDraining ? 'stopping' : isReady ? 'ready' : 'database unreachable' });
  });
  return {
    routes,
    drain: () => {
      isDraining = true;
    },
  };
}

/** Returns whether the database answers in time. Only one query runs at a time, so that unanswered queries do not use up the connections. */
function createProbe(query: () => Promise<unknown>): () => Promise<boolean> {
  let pendingAnswer: Promise<boolean> | undefined;
  return () => {
    pendingAnswer ??= query()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pendingAnswer = undefined;
      });
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, timeoutMs, false);
    return Promise.race([pendingAnswer, timeout]).finally(() => clearTimeout(timer));
  };
}
