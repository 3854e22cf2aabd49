/** Makes the database fail in tests. */
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Pool } from '#platform/database/client';
import type { Database } from '#platform/database/open';
import { openWrappedDatabase } from './wrapped-database.ts';

/** While `work` runs, reading or writing any row of this organization in the table fails. Rows of other organizations still work. */
export async function whileTableFails<R>(
  { system, tenant }: Database,
  table: string,
  organizationId: string,
  work: () => Promise<R>,
): Promise<R> {
  const policy = sql.id(`broken_${organizationId}`);
  await sql`create policy ${policy} on ${sql.table(table)} as restrictive to ${sql.id(tenant.role)}
    using (case when organization_id = ${sql.lit(organizationId)} then organization_id::int > 0 else true end)`.execute(system);
  try {
    return await work();
  } finally {
    await sql`drop policy ${policy} on ${sql.table(table)}`.execute(system);
  }
}

/**
 * Opens the database of this run (if it is embedded, a copy) with faults on demand: `whileFailing` and `whileWaiting` affect the requests
 * of organizations, and `whileAccountsFail` affects requests without an organization, such as account lookups.
 */
export async function openFragileDatabase() {
  const { database, between: tenantLayer, before: systemLayer } = await openWrappedDatabase(withFaults);
  const { pool: _pool, ...faults } = tenantLayer;
  return { database, ...faults, whileAccountsFail: systemLayer.whileFailing };
}

function withFaults(pool: Pool) {
  const requests = new EventTarget();
  let fault: Error | undefined;
  let hasFailedStatement = false;
  let isUnreachable = false;
  let connectionsFree = Promise.resolve();
  return {
    pool: {
      end: () => pool.end(),
      async connect() {
        requests.dispatchEvent(new Event('connection'));
        await connectionsFree;
        if (fault && isUnreachable) throw fault;
        const client = await pool.connect();
        const query = client.query.bind(client);
        return Object.assign(client, {
          query(text: string, values: readonly unknown[]) {
            // Open transactions must end, because the next request could not use the connection otherwise.
            if (!fault || text === 'rollback') return query(text, values);
            hasFailedStatement = true;
            return Promise.reject(fault);
          },
        });
      },
    },
    /**
     * Runs `work` while every statement fails with this error. If `work` executed no statement, runs it again while connecting fails with
     * the error.
     */
    async whileFailing<R>(error: Error, work: () => Promise<R>): Promise<R> {
      [fault, hasFailedStatement] = [error, false];
      try {
        const result = await work();
        if (hasFailedStatement) return result;
        isUnreachable = true;
        return await work();
      } finally {
        [fault, isUnreachable] = [undefined, false];
      }
    },
    /**
     * Starts `request`, blocks it when it asks for a connection, runs `work` meanwhile, and then lets both go on. Connections that `work`
     * asks for are blocked, too. @returns the results of `request` and `work`
     */
    async whileWaiting<A, B>(request: () => Promise<A>, work: () => Promise<B>): Promise<[A, B]> {
      const { promise, resolve } = Promise.withResolvers<void>();
      connectionsFree = promise;
      const [waitingRequest, answer] = [once(requests, 'connection'), request()];
      await waitingRequest;
      const result = await work().finally(resolve);
      return [await answer, result];
    },
  };
}
