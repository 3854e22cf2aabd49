import { Kysely } from 'kysely';
import type { SystemTables, TenantTables } from '../../../generated/database.d.ts';
import type { Pool, PoolUsage } from './client.ts';
import { dialectOn } from './driver.ts';
import { openEmbedded } from './embedded.ts';
import type { SystemDatabase, TenantDatabase } from './handle.ts';
import { openServer } from './server.ts';
import { tenantRoleOf } from './tenant-role.ts';

export interface Database {
  /** As the owner, who sees every organization: migrations, keys, jobs. Never given to a handler. */
  readonly system: SystemDatabase;
  readonly tenant: TenantDatabase;
  /** How busy its connections are: those of requests, and those of the service itself, which on the embedded engine are the same. */
  usage(): Readonly<Partial<Record<'requests' | 'service', PoolUsage>>>;
  close(): Promise<void>;
}

export interface Where {
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  /** A database in memory begins as this one. */
  readonly dump?: Blob | undefined;
  /** Milliseconds that a statement may take on PostgreSQL; the default is 30,000. */
  readonly statementTimeout?: number | undefined;
  /** Is called for connections that were lost while they were idle. */
  readonly onLost?: (error: Error) => void;
  /** Hears of questions that were asked after their transaction had ended, and refused: a fault of ours. Without it, warnings of the process tell. */
  readonly onLate?: (error: Error) => void;
}

/** PostgreSQL at `databaseUrl`; without one, PGlite in `dataDir`; without either, PGlite in memory. */
export async function openDatabase({
  databaseUrl,
  statementTimeout,
  onLost = () => undefined,
  onLate,
  ...where
}: Where): Promise<Database> {
  if (databaseUrl === undefined) {
    const pool = await openEmbedded(where);
    return openOn(pool, () => pool.tenant, onLate);
  }
  const requests = (role: string) =>
    openServer({ connectionString: databaseUrl, max: 10, settings: tenantSettings(role), statementTimeout, onLost });
  return openOn(openServer({ connectionString: databaseUrl, max: 4, statementTimeout, onLost }), requests, onLate);
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
