import { Kysely } from 'kysely';
import type { SystemTables, TenantTables } from '#generated/database';
import type { Pool, PoolUsage } from './client.ts';
import { dialectOn } from './driver.ts';
import { openEmbedded } from './embedded.ts';
import type { SystemDatabase, TenantDatabase } from './handle.ts';
import { followReplica, roundRobin } from './replica.ts';
import { openServer } from './server.ts';
import { tenantRoleOf } from './tenant-role.ts';

export interface Database {
  /** Connects as the owner, which sees every organization: for migrations, keys and jobs. Never pass it to a handler. */
  readonly system: SystemDatabase;
  readonly tenant: TenantDatabase;
  /** Returns the usage of connections for requests and for the service itself. The embedded engine uses one connection for both. */
  usage(): Readonly<Partial<Record<'requests' | 'service' | 'replica', PoolUsage>>>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  /** Streaming replicas of that database. */
  readonly readUrls?: readonly string[] | undefined;
  readonly dataDir?: string | undefined;
  /** Initial content of an in-memory database. */
  readonly dump?: Blob | undefined;
  /** File to copy an empty `dataDir` from, if it exists (template.ts). */
  readonly template?: string | undefined;
  /** Milliseconds that callers wait for the embedded engine's session; the default is 5,000. */
  readonly acquireTimeout?: number;
  /** Time limit of a statement on PostgreSQL in milliseconds; the default is 30,000. */
  readonly statementTimeout?: number | undefined;
  /** Called for connections lost while idle. */
  readonly onLost?: (error: Error) => void;
  /** Called with the reason when a replica is excluded, and with undefined when it is used again; `number` is its position in `readUrls`, from 1. */
  readonly onReplica?: (fault: string | undefined, number: number) => void;
  /**
   * Called for queries rejected because their transaction had ended, which is a programming error. By default it emits a process warning.
   */
  readonly onLate?: (error: Error) => void;
}

/** Opens PostgreSQL at `databaseUrl`, or else PGlite in `dataDir`, or else PGlite in memory. */
export async function openDatabase({
  databaseUrl,
  readUrls = [],
  statementTimeout,
  onLost = () => undefined,
  onReplica = () => undefined,
  onLate = (error) => process.emitWarning(error),
  ...embeddedOptions
}: DatabaseOptions): Promise<Database> {
  if (databaseUrl === undefined) {
    const pool = await openEmbedded(embeddedOptions);
    return openWithPool(pool, () => pool.tenant, onLate);
  }
  const requestPoolAt = (connectionString: string) => (role: string) =>
    openServer({ connectionString, max: 10, settings: tenantSettings(role), statementTimeout, onLost });
  const database = await openWithPool(
    openServer({ connectionString: databaseUrl, max: 4, statementTimeout, onLost }),
    requestPoolAt(databaseUrl),
    onLate,
  );
  if (!readUrls.length) return database;
  const { system, tenant, usage, close } = database;
  const { role } = tenant;
  const replicas = readUrls.map((readUrl, index) => {
    const [service, requests] = [
      openServer({ connectionString: readUrl, max: 2, statementTimeout: 1_000, onLost }),
      requestPoolAt(readUrl)(role),
    ];
    const tenantReplica = Object.assign(new Kysely<TenantTables>({ dialect: dialectOn(requests, onLate) }), { role });
    const reportFault = (fault: string | undefined) => onReplica(fault, index + 1);
    return {
      service,
      requests,
      replica: followReplica(system, new Kysely({ dialect: dialectOn(service, onLate) }), tenantReplica, reportFault),
    };
  });
  return {
    system,
    tenant: Object.assign(tenant, { replicas: roundRobin(replicas.map(({ replica }) => replica)) }),
    usage: () => ({ ...usage(), replica: sumUsages(replicas.map(({ requests }) => requests.usage?.())) }),
    close: async () => {
      for (const { replica } of replicas) replica.end();
      await Promise.all([close(), ...replicas.flatMap(({ service, requests }) => [service.end(), requests.end()])]);
    },
  };
}

function sumUsages(usages: readonly (PoolUsage | undefined)[]): PoolUsage {
  const sumOfField = (name: keyof PoolUsage) => usages.reduce((sum, usage) => sum + (usage?.[name] ?? 0), 0);
  return { used: sumOfField('used'), idle: sumOfField('idle'), waiting: sumOfField('waiting') };
}

/** Sets the tenant role for whole sessions: a statement outside its transaction sees no rows and writes none. */
export function tenantSettings(role: string): readonly string[] {
  return [`role=${role}`, 'default_transaction_read_only=on'];
}

/** Opens a database on a pool. @param poolOf opens the pool for requests, which run as `role`; it may share the connections of `pool` */
export async function openWithPool(
  pool: Pool,
  poolOf: (role: string) => Pool,
  onLate: (error: Error) => void = (error) => process.emitWarning(error),
): Promise<Database> {
  const system = new Kysely<SystemTables>({ dialect: dialectOn(pool, onLate) });
  try {
    const role = await tenantRoleOf(system);
    const requests = poolOf(role);
    const tenant = Object.assign(new Kysely<TenantTables>({ dialect: dialectOn(requests, onLate) }), { role });
    return {
      system,
      tenant,
      usage: () => {
        const [service, requestUsage] = [pool.usage?.(), requests.usage?.()];
        return { ...(service && { service }), ...(requestUsage && { requests: requestUsage }) };
      },
      close: async () => {
        await Promise.all([pool.end(), requests.end()]);
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
