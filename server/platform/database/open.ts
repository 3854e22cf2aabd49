import { Kysely } from 'kysely';
import type { SystemTables, TenantTables } from '../../../generated/database.d.ts';
import type { Pool, PoolUsage } from './client.ts';
import { dialectOn } from './driver.ts';
import { openEmbedded } from './embedded.ts';
import type { SystemDatabase, TenantDatabase } from './handle.ts';
import { follow, takingTurns } from './replica.ts';
import { openServer } from './server.ts';
import { tenantRoleOf } from './tenant-role.ts';

export interface Database {
  /** As the owner, who sees every organization: migrations, keys, jobs. Never given to a handler. */
  readonly system: SystemDatabase;
  readonly tenant: TenantDatabase;
  /** How busy its connections are: those of requests, and those of the service itself, which on the embedded engine are the same. */
  usage(): Readonly<Partial<Record<'requests' | 'service' | 'replica', PoolUsage>>>;
  close(): Promise<void>;
}

export interface Where {
  readonly databaseUrl?: string | undefined;
  /** Streaming replicas of that database. */
  readonly readUrls?: readonly string[] | undefined;
  readonly dataDir?: string | undefined;
  /** A database in memory begins as this one. */
  readonly dump?: Blob | undefined;
  /** An empty `dataDir` begins as a copy of this, where the file is there (template.ts). */
  readonly template?: string | undefined;
  /** Milliseconds for which callers wait for the one session of the embedded engine; the default is 5,000. */
  readonly acquireTimeout?: number;
  /** Milliseconds that a statement may take on PostgreSQL; the default is 30,000. */
  readonly statementTimeout?: number | undefined;
  /** Is called for connections that were lost while they were idle. */
  readonly onLost?: (error: Error) => void;
  /** Hears why a replica is left out, and, without a reason, when it is asked again; with its number among `readUrls`, from 1. */
  readonly onReplica?: (fault: string | undefined, number: number) => void;
  /** Hears of questions that were asked after their transaction had ended, and refused: a fault of ours. Without it, warnings of the process tell. */
  readonly onLate?: (error: Error) => void;
}

/** PostgreSQL at `databaseUrl`; without one, PGlite in `dataDir`; without either, PGlite in memory. */
export async function openDatabase({
  databaseUrl,
  readUrls = [],
  statementTimeout,
  onLost = () => undefined,
  onReplica = () => undefined,
  onLate = (error) => process.emitWarning(error),
  ...where
}: Where): Promise<Database> {
  if (databaseUrl === undefined) {
    const pool = await openEmbedded(where);
    return openOn(pool, () => pool.tenant, onLate);
  }
  const requestsAt = (connectionString: string) => (role: string) =>
    openServer({ connectionString, max: 10, settings: tenantSettings(role), statementTimeout, onLost });
  const database = await openOn(
    openServer({ connectionString: databaseUrl, max: 4, statementTimeout, onLost }),
    requestsAt(databaseUrl),
    onLate,
  );
  if (!readUrls.length) return database;
  const { system, tenant, usage, close } = database;
  const { role } = tenant;
  const copies = readUrls.map((readUrl, index) => {
    const [service, requests] = [
      openServer({ connectionString: readUrl, max: 2, statementTimeout: 1_000, onLost }),
      requestsAt(readUrl)(role),
    ];
    const copy = Object.assign(new Kysely<TenantTables>({ dialect: dialectOn(requests, onLate) }), { role });
    const tell = (fault: string | undefined) => onReplica(fault, index + 1);
    return { service, requests, replica: follow(system, new Kysely({ dialect: dialectOn(service, onLate) }), copy, tell) };
  });
  return {
    system,
    tenant: Object.assign(tenant, { replicas: takingTurns(copies.map(({ replica }) => replica)) }),
    usage: () => ({ ...usage(), replica: sumOf(copies.map(({ requests }) => requests.usage?.())) }),
    close: async () => {
      for (const { replica } of copies) replica.end();
      await Promise.all([close(), ...copies.flatMap(({ service, requests }) => [service.end(), requests.end()])]);
    },
  };
}

function sumOf(usages: readonly (PoolUsage | undefined)[]): PoolUsage {
  const total = (name: keyof PoolUsage) => usages.reduce((sum, usage) => sum + (usage?.[name] ?? 0), 0);
  return { used: total('used'), idle: total('idle'), waiting: total('waiting') };
}

/** Of sessions that are the tenant's from the start: a statement that slips out of its transaction sees no rows at all, and writes none. */
export function tenantSettings(role: string): readonly string[] {
  return [`role=${role}`, 'default_transaction_read_only=on'];
}

/** @param poolOf opens what requests are answered from, in which they work as `role`; it may be on the connections of `pool` */
export async function openOn(
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
        const [service, lent] = [pool.usage?.(), requests.usage?.()];
        return { ...(service && { service }), ...(lent && { requests: lent }) };
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
