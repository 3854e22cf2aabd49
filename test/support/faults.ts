import { once } from 'node:events';
import { sql } from 'kysely';
import type { Pool } from '../../server/platform/database/client.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { openDatabaseBehind } from './behind.ts';

/** While `work` runs, each row of the table that belongs to this organization fails when it is read or written; those of others do not. */
export async function whileBroken<R>(
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
 * The database of this run, or another like it, of which the part that requests are answered from can be made to fail and to wait, and the
 * part that knows accounts to fail.
 */
export async function openFragileDatabase() {
  const { database, between, before } = await openDatabaseBehind(fragile);
  const { pool: _pool, ...faults } = between;
  return { database, ...faults, whileAccountsFail: before.whileFailing };
}

function fragile(pool: Pool) {
  const asked = new EventTarget();
  let fault: Error | undefined;
  let wasMet = false;
  let isUnreachable = false;
  let free = Promise.resolve();
  return {
    pool: {
      end: () => pool.end(),
      async connect() {
        asked.dispatchEvent(new Event('connection'));
        await free;
        if (fault && isUnreachable) throw fault;
        const client = await pool.connect();
        const query = client.query.bind(client);
        return Object.assign(client, {
          query(text: string, values: readonly unknown[]) {
            // What was begun has to end, or the connection were of no use to the next request.
            if (!fault || text === 'rollback') return query(text, values);
            wasMet = true;
            return Promise.reject(fault);
          },
        });
      },
    },
    /** While `work` runs, every statement fails with this error; once more, with no connection to be had, where it asks nothing. */
    async whileFailing<R>(error: Error, work: () => Promise<R>): Promise<R> {
      [fault, wasMet] = [error, false];
      try {
        const result = await work();
        if (wasMet) return result;
        isUnreachable = true;
        return await work();
      } finally {
        [fault, isUnreachable] = [undefined, false];
      }
    },
    /** While `work` runs, whoever asks for a connection waits; it begins once somebody does, because of `request`. @returns what both gave */
    async whileWaiting<A, B>(request: () => Promise<A>, work: () => Promise<B>): Promise<[A, B]> {
      const { promise, resolve } = Promise.withResolvers<void>();
      free = promise;
      const [waiting, answer] = [once(asked, 'connection'), request()];
      await waiting;
      const result = await work().finally(resolve);
      return [await answer, result];
    },
  };
}
