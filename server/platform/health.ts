/** For who runs the service, outside the contract: is the process alive, and may it be sent requests. */
import { Router } from 'express';
import { sql } from 'kysely';
import { readTransaction } from './database/handle.ts';
import type { Database } from './database/open.ts';

export interface Health {
  readonly routes: Router;
  /** From now on nothing new is to be sent here. */
  drain(): void;
}

/** Milliseconds that the database has to answer, so that a load balancer knows before it sends more requests here. */
const limit = 1_000;
/** This is the id of no organization, so reading with it finds nothing. */
const nobody = `org_${'0'.repeat(24)}`;

/** @param warm prepares the contract, so that the first requests do not wait for it */
export function health({ system, tenant }: Pick<Database, 'system' | 'tenant'>, warm: () => void): Health {
  let draining = false;
  let cold = true;
  const answersAsOwner = probe(() => sql`select 1`.execute(system));
  const answersAsTenant = probe(() => readTransaction(tenant, nobody, (db) => db.selectFrom('organization').select('id').execute()));
  const routes = Router();
  routes.get('/healthz', (_req, res) => void res.json({ status: 'alive' }));
  // Until then something else answers (contract/starting.ts).
  routes.get('/startupz', (_req, res) => void res.json({ status: 'started' }));
  routes.get('/readyz', async (_req, res) => {
    if (cold) warm();
    cold = false;
    const answers = await Promise.all([answersAsOwner(), answersAsTenant()]);
    const reached = answers.every(Boolean);
    const ready = reached && !draining;
    res
      .status(ready ? 200 : 503)
      .set(ready ? {} : { 'Retry-After': '1' })
      .json({ status: draining ? 'stopping' : ready ? 'ready' : 'database unreachable' });
  });
  return {
    routes,
    drain: () => {
      draining = true;
    },
  };
}

/** Tells whether the database answers in time. There is one question at a time, so that questions without an answer do not use up the connections. */
function probe(ask: () => Promise<unknown>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return () => {
    asked ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, limit, false);
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
}
