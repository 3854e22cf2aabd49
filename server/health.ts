/** For who runs the service, outside the contract: is the process alive, and may it be sent requests. */
import { Router } from 'express';
import { sql } from 'kysely';
import { lookInto } from './database/handle.ts';
import type { Database } from './database/open.ts';

export interface Health {
  readonly routes: Router;
  /** From now on nothing new is to be sent here. */
  drain(): void;
}

/** No organization: whoever works for it reads what there is of it, which is nothing. */
const nobody = `org_${'0'.repeat(24)}`;

/** @param warm prepares the contract, so that the first requests do not wait for it */
export function health({ system, tenant }: Pick<Database, 'system' | 'tenant'>, warm: () => void): Health {
  let draining = false;
  let cold = true;
  const routes = Router();
  routes.get('/healthz', (_req, res) => void res.json({ status: 'alive' }));
  routes.get('/readyz', async (_req, res) => {
    if (cold) warm();
    cold = false;
    const asked = [sql`select 1`.execute(system), lookInto(tenant, nobody, (db) => db.selectFrom('organization').select('id').execute())];
    const reached = await Promise.all(asked).then(() => true, () => false);
    const ready = reached && !draining;
    res.status(ready ? 200 : 503).set(ready ? {} : { 'Retry-After': '1' }).json({ status: draining ? 'stopping' : ready ? 'ready' : 'database unreachable' });
  });
  return { routes, drain: () => { draining = true; } };
}
