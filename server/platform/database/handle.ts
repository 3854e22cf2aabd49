import { CompiledQuery, type DatabaseConnection, type Kysely, QueryCreator, type QueryExecutor, type QueryExecutorProvider } from 'kysely';
import type { SystemTables, TenantTables } from '#generated/database';
import { RefusalError } from '../refusals/refusal.ts';
import { replicaTried } from '../signals.ts';
import { checkWrites } from './checked-writes.ts';
import { sessionOf } from './driver.ts';
import { type Lock, lockOf } from './locks.ts';
import type { PreparedQuery } from './prepared.ts';
import { ReadBatcher } from './read-batcher.ts';
import type { Session } from './session.ts';

/** `role` is this database's role for requests. */
export type TenantDatabase = Kysely<TenantTables> & { readonly role: string; readonly replicas?: Replicas };
export type SystemDatabase = Kysely<SystemTables>;

/** Streaming replicas of the database. */
export interface Replicas {
  /** @returns a replica with everything committed before this call; undefined when there is none */
  findCurrent(): Promise<TenantDatabase | undefined>;
}

/**
 * A database restricted to one organization. It is only a query builder, with no connection, no raw SQL and no way to name the organization. Postgres sets
 * the organization on every row written and hides the rows of other organizations.
 */
export interface OrganizationDatabase extends QueryCreator<TenantTables> {
  readonly organizationId: string;
  /** Runs a prebuilt query. */
  run<Values, Row>(query: PreparedQuery<Values, Row>, values: Values): Promise<Row[]>;
  /** Returns a handle on the same transaction whose first write waits for `check`, and is not sent if it fails. */
  checkedBeforeWrites(check: () => Promise<unknown>): OrganizationDatabase;
}

/** An entry for the organization's chain: its columns as JSON, and the hashed text, split around sequence and timestamp. */
export interface AuditEntry {
  readonly entry: string;
  readonly head: string;
  readonly tail: string;
}

/** How a transaction ends: rolled back, or committed with its audit entries. */
export type Outcome = 'rollback' | readonly AuditEntry[];

export interface TransactionResult<R> {
  readonly result: R;
  readonly outcome: Outcome;
  /** A last query that is not awaited, so that it is sent together with the commit. Nothing is committed unless it succeeds. */
  readonly last?: Promise<unknown> | undefined;
}

/**
 * Runs `work` in a write transaction for one organization. Changes hold a shared lock on the organization, and its deletion holds an exclusive lock.
 * Otherwise, deleting its rows could deadlock with a change that has locked one of them.
 * @param alone whether to lock the organization exclusively
 * @param locks additional locks, held until the transaction ends
 */
export function writeTransaction<R>(
  db: TenantDatabase,
  organizationId: string,
  work: (db: OrganizationDatabase) => Promise<TransactionResult<R>>,
  { alone = false, locks = [] }: { readonly alone?: boolean; readonly locks?: readonly Lock[] } = {},
): Promise<R> {
  const settings = settingsOf(db.role, organizationId);
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const session = sessionOf(connection);
    const { getExecutor } = providerOn(session, executor);
    session.begin({
      mode: 'begin read write',
      settings,
      locks: [{ key: lockOf('organization', organizationId), isShared: !alone }, ...locks],
    });
    try {
      const { result, outcome, last } = await work(organizationDatabase(getExecutor(), organizationId));
      await session.begun;
      await (outcome === 'rollback' ? session.rollback() : commit(session, outcome, last));
      return result;
    } catch (error) {
      // Locks must be released first, because the caller may retry immediately.
      await session.rollback();
      throw error;
    }
  });
}

/**
 * Runs `work` read-only for one organization. Queries of one event loop turn form one transaction, sent with its begin and end in one round trip. Each
 * statement sees what was committed when it starts, as in any transaction at this isolation level.
 */
export function readTransaction<R>(db: TenantDatabase, organizationId: string, work: (db: OrganizationDatabase) => Promise<R>): Promise<R> {
  const settings = settingsOf(db.role, organizationId);
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const executor = db.getExecutor();
  executor
    .provideConnection(async (connection) => {
      const session = sessionOf(connection);
      const batcher = new ReadBatcher(session, settings);
      // Resolves before the connection is released.
      await work(organizationDatabase(providerOn(batcher, executor).getExecutor(), organizationId)).then(resolve, reject);
      batcher.send();
    })
    .catch(reject);
  return promise;
}

/** Reads from a replica that is up to date, if there is one. A failure there, other than a refusal, is retried on the primary. */
export async function readFromReplica<R>(
  db: TenantDatabase,
  organizationId: string,
  work: (db: OrganizationDatabase) => Promise<R>,
): Promise<R> {
  const { replicas } = db;
  if (!replicas) return readTransaction(db, organizationId, work);
  const replica = await replicas.findCurrent();
  if (replica) {
    try {
      const result = await readTransaction(replica, organizationId, work);
      replicaTried.publish('answered');
      return result;
    } catch (error) {
      if (error instanceof RefusalError) throw error;
      replicaTried.publish('failed');
    }
  } else replicaTried.publish('left_out');
  return readTransaction(db, organizationId, work);
}

/** Returns a handle that sends queries together. Kysely's own handle for one connection awaits each answer before the next query. */
function providerOn(connection: DatabaseConnection, pool: QueryExecutor): QueryExecutorProvider {
  const executor = pool.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  return { getExecutor: () => executor };
}

function settingsOf(role: string, organizationId: string) {
  if (!/^org_[0-9a-f]{24}$/.test(organizationId)) throw new Error('not an organization id');
  return { 'app.organization_id': organizationId, role };
}

/** Returns the handle for a transaction already set to this organization. */
export function organizationDatabase(executor: QueryExecutor, organizationId: string): OrganizationDatabase {
  const run: OrganizationDatabase['run'] = async (query, values) => (await executor.executeQuery(query.with(values))).rows;
  const checkedBeforeWrites: OrganizationDatabase['checkedBeforeWrites'] = (check) =>
    organizationDatabase(executor.withConnectionProvider(checkWrites(executor, check)), organizationId);
  return Object.assign(new QueryCreator<TenantTables>({ executor }), { organizationId, run, checkedBeforeWrites });
}

const appendQuery = 'select append_audit($1::jsonb, $2, $3)';

/** Sends the entries and the commit in one batch, so that the organization's chain, which the first entry locks, is soon unlocked. */
async function commit(session: Session, entries: readonly AuditEntry[], last: Promise<unknown> | undefined) {
  const appendResults = entries.map(({ entry, head, tail }) => session.executeQuery(CompiledQuery.raw(appendQuery, [entry, head, tail])));
  // The results are in the order of sending, so the first failure is the cause of all other failures.
  const settledResults = await Promise.allSettled([last, ...appendResults, session.commit()]);
  for (const settledResult of settledResults) if (settledResult.status === 'rejected') throw settledResult.reason;
}
