import { CompiledQuery, type DatabaseConnection, type Kysely, QueryCreator, type QueryExecutor, type QueryExecutorProvider } from 'kysely';
import type { SystemTables, TenantTables } from '../../../generated/database.d.ts';
import { RefusalError } from '../refusals/refusal.ts';
import { replicaAsked } from '../signals.ts';
import { sessionOf } from './driver.ts';
import { type Lock, lockOf } from './locks.ts';
import type { PreparedQuery } from './prepared.ts';
import { Reading } from './reading.ts';
import type { Session } from './session.ts';

/** `role` is the one of this database that requests work as. */
export type TenantDatabase = Kysely<TenantTables> & { readonly role: string; readonly replicas?: Replicas };
export type SystemDatabase = Kysely<SystemTables>;

/** Copies of the database that follow it. */
export interface Replicas {
  /** @returns one that has everything that was committed when this was asked; undefined when there is none */
  findCurrent(): Promise<TenantDatabase | undefined>;
}

/**
 * A database in which only one organization exists.
 *
 * It is a query builder and nothing more: no connection, no raw SQL, no way to name the organization.
 * Postgres adds the organization to every row written and hides every row of another.
 */
export interface OrganizationDatabase extends QueryCreator<TenantTables> {
  readonly organizationId: string;
  /** Asks what was built before. */
  run<Values, Row>(query: PreparedQuery<Values, Row>, values: Values): Promise<Row[]>;
}

/** An entry for the organization's chain: its columns as JSON, and the text that its hash covers, apart around sequence and timestamp. */
export interface AuditEntry {
  readonly entry: string;
  readonly head: string;
  readonly tail: string;
}

/** What becomes of a transaction: nothing, or all of it with its audit entries. */
export type Outcome = 'rollback' | readonly AuditEntry[];

export interface Settlement<R> {
  readonly result: R;
  readonly outcome: Outcome;
  /** What was asked last and is not waited for, so that it travels with the commit: nothing is kept unless it succeeds. */
  readonly last?: Promise<unknown> | undefined;
}

/**
 * Runs `work` in one transaction on behalf of one organization. What changes an organization shares it first, and what deletes it has it
 * alone: whoever deletes its rows while another holds one of them and wants the organization would wait for ever.
 * @param alone whether it has the organization alone
 * @param locks what else is held until the end
 */
export function writeTransaction<R>(
  db: TenantDatabase,
  organizationId: string,
  work: (db: OrganizationDatabase) => Promise<Settlement<R>>,
  { alone = false, locks = [] }: { readonly alone?: boolean; readonly locks?: readonly Lock[] } = {},
): Promise<R> {
  const settings = settingsOf(db.role, organizationId);
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const session = sessionOf(connection);
    const { getExecutor } = on(session, executor);
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
      // The locks must be free first, because the caller may try again at once.
      await session.rollback();
      throw error;
    }
  });
}

/**
 * Lets `work` look at one organization, and write nothing. What it asks in one turn is a transaction of its own: begin, questions and end
 * travel together, where a transaction that waited for the end of the work would take a message more. Each statement sees what is
 * committed when it begins either way.
 */
export function readTransaction<R>(db: TenantDatabase, organizationId: string, work: (db: OrganizationDatabase) => Promise<R>): Promise<R> {
  const settings = settingsOf(db.role, organizationId);
  const { promise, resolve, reject } = Promise.withResolvers<R>();
  const executor = db.getExecutor();
  executor
    .provideConnection(async (connection) => {
      const session = sessionOf(connection);
      const reading = new Reading(session, settings);
      // A reader does not wait until the connection is given back.
      await work(organizationDatabase(on(reading, executor).getExecutor(), organizationId)).then(resolve, reject);
      reading.send();
    })
    .catch(reject);
  return promise;
}

/** The same on a replica, when there is one that has everything committed by now. What fails there is done once more here. */
export async function readAnywhere<R>(
  db: TenantDatabase,
  organizationId: string,
  work: (db: OrganizationDatabase) => Promise<R>,
): Promise<R> {
  const { replicas } = db;
  if (!replicas) return readTransaction(db, organizationId, work);
  const replica = await replicas.findCurrent();
  if (replica) {
    try {
      const found = await readTransaction(replica, organizationId, work);
      replicaAsked.publish('answered');
      return found;
    } catch (error) {
      if (error instanceof RefusalError) throw error;
      replicaAsked.publish('failed');
    }
  } else replicaAsked.publish('left_out');
  return readTransaction(db, organizationId, work);
}

/** Kysely's own handle on one connection waits for each answer before it sends the next query. Here they travel together. */
function on(connection: DatabaseConnection, pool: QueryExecutor): QueryExecutorProvider {
  const executor = pool.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  return { getExecutor: () => executor };
}

function settingsOf(role: string, organizationId: string) {
  if (!/^org_[0-9a-f]{24}$/.test(organizationId)) throw new Error('not an organization id');
  return { 'app.organization_id': organizationId, role };
}

/** The handle on a transaction that is about this organization already. */
export function organizationDatabase(executor: QueryExecutor, organizationId: string): OrganizationDatabase {
  const run: OrganizationDatabase['run'] = async (query, values) => (await executor.executeQuery(query.with(values))).rows;
  return Object.assign(new QueryCreator<TenantTables>({ executor }), { organizationId, run });
}

const appending = 'select append_audit($1::jsonb, $2, $3)';

/** The entries and the commit go in one batch: from the first entry on, the organization's chain is locked. */
async function commit(session: Session, entries: readonly AuditEntry[], last: Promise<unknown> | undefined) {
  const sent = entries.map(({ entry, head, tail }) => session.executeQuery(CompiledQuery.raw(appending, [entry, head, tail])));
  // Of what failed the first is the cause of the rest, whichever is heard of first.
  const ended = await Promise.allSettled([last, ...sent, session.commit()]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
