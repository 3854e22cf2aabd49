import { type DatabaseConnection, type Kysely, QueryCreator, type QueryExecutor, type QueryExecutorProvider, sql } from 'kysely';
import type { SystemTables, TenantTables } from '../../generated/database.d.ts';
import type { PreparedQuery } from './prepared.ts';

/** `role` is the one of this database that requests work as. */
export type TenantDatabase = Kysely<TenantTables> & { readonly role: string };
export type SystemDatabase = Kysely<SystemTables>;

/**
 * A database in which only one organization exists.
 *
 * It is a query builder and nothing more: no connection, no raw SQL, no way to name the organization.
 * Postgres adds the organization to every row written and hides every row of another.
 */
export interface OrganizationDatabase extends QueryCreator<TenantTables> {
  readonly organizationId: string;
  /** Asks what was built before. */
  ask<Values, Row>(query: PreparedQuery<Values, Row>, values: Values): Promise<Row[]>;
}

/** An entry for the organization's chain: its columns as JSON, and the text that its hash covers, apart around sequence and timestamp. */
export interface AuditEntry { readonly entry: string; readonly head: string; readonly tail: string }

/** What becomes of a transaction: nothing, or all of it with its audit entries. */
export type Settlement = 'undo' | readonly AuditEntry[];

export interface Settled<R> {
  readonly result: R;
  readonly settlement: Settlement;
  /** What was asked last and is not waited for, so that it travels with the commit: nothing is kept unless it succeeds. */
  readonly last?: Promise<unknown> | undefined;
}

/**
 * Runs `work` in one transaction on behalf of one organization.
 * @param locks what else is held until the end: no two transactions hold the same one (see `lockOf`)
 */
export function inOrganization<R>(
  db: TenantDatabase,
  organizationId: string,
  work: (db: OrganizationDatabase) => Promise<Settled<R>>,
  locks: readonly bigint[] = [],
): Promise<R> {
  const opening = openingOf(db.role, organizationId, locks);
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const pool = db.getExecutor();
  pool.provideConnection(async (connection) => {
    const session = sessionOn(connection, pool);
    // Not awaited: it travels with the first query. When it fails, all that follows fails in the aborted transaction.
    const begun = opening.execute(session);
    begun.catch(() => undefined);
    try {
      const { result, settlement, last } = await work(organizationDatabase(session.getExecutor(), organizationId));
      await begun;
      await (settlement === 'undo' ? sql`rollback`.execute(session) : commit(session, settlement, last));
      resolve(result);
    } catch (error) {
      // Not before its locks are free: whoever hears of it may try again at once.
      await sql`rollback`.execute(session).finally(() => reject(error));
    }
  }).catch(reject);
  return promise;
}

/**
 * Lets `work` look at one organization. What it asks in one turn is a transaction, which is undone behind it: opening, questions and end travel
 * together, where a transaction that waited for the end of the work would take a message more. Each statement sees what is committed when
 * it begins either way, and nothing that is written stays.
 */
export function lookInto<R>(db: TenantDatabase, organizationId: string, work: (db: OrganizationDatabase) => Promise<R>): Promise<R> {
  const opening = openingOf(db.role, organizationId, []);
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const pool = db.getExecutor();
  pool.provideConnection(async (connection) => {
    const session = sessionOn(connection, pool);
    let isOpen = false;
    let ended: Promise<unknown> | undefined;
    const open = () => {
      if (isOpen) return;
      isOpen = true;
      // When it fails, so does what follows in the aborted transaction.
      opening.execute(session).catch(() => undefined);
      ended = new Promise((end) => setImmediate(() => {
        isOpen = false;
        end(sql`rollback`.execute(session));
      }));
      ended.catch(() => undefined);
    };
    await work(organizationDatabase(sessionOn(connection, pool, open).getExecutor(), organizationId)).then(resolve, reject);
    await ended;
  }).catch(reject);
  return promise;
}

/**
 * Kysely's own handle on one connection waits for each answer before it sends the next query. Here they travel together.
 * @param before is called before each of them
 */
function sessionOn(connection: DatabaseConnection, pool: QueryExecutor, before = () => {}): QueryExecutorProvider {
  const executor = pool.withConnectionProvider({
    provideConnection(consumer) {
      before();
      return consumer(connection);
    },
  });
  return { getExecutor: () => executor };
}

function openingOf(role: string, organizationId: string, locks: readonly bigint[]) {
  // It goes into the text of a statement, because several statements in one message take no parameters.
  if (!/^org_[0-9a-f]{24}$/.test(organizationId)) throw new Error('not an organization id');
  return sql.raw([`begin; select set_config('app.organization_id', '${organizationId}', true), set_config('role', '${role}', true)`, ...locks.map((lock) => `select pg_advisory_xact_lock(${lock})`)].join('; '));
}

/** The handle on a transaction that is about this organization already. */
export function organizationDatabase(executor: QueryExecutor, organizationId: string): OrganizationDatabase {
  const ask: OrganizationDatabase['ask'] = async (query, values) => (await executor.executeQuery(query.with(values))).rows;
  return Object.assign(new QueryCreator<TenantTables>({ executor }), { organizationId, ask });
}

/** The entries and the commit go in one batch: from the first entry on, the organization's chain is locked. */
async function commit(session: QueryExecutorProvider, entries: readonly AuditEntry[], last: Promise<unknown> | undefined) {
  const sent = entries.map(({ entry, head, tail }) => sql`select append_audit(${entry}::jsonb, ${head}, ${tail})`.execute(session));
  const [{ rows: [ended] }] = await Promise.all([sql<{ command: string }>`commit`.execute(session), last, ...sent]);
  if (ended?.command === 'ROLLBACK') throw new Error('a failed statement was passed over, so nothing was kept');
}
