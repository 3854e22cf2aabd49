import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { SystemTables, TenantTables } from '../../generated/database.d.ts';
import { openEmbedded } from './embedded.ts';
import type { SystemDatabase, TenantDatabase } from './handle.ts';
import { openServer } from './server.ts';
import { tenantRoleOf } from './tenant-role.ts';

export interface Database {
  /** As the owner, who sees every organization: migrations, keys, jobs. Never given to a handler. */
  readonly system: SystemDatabase;
  readonly tenant: TenantDatabase;
  close(): Promise<void>;
}

export interface Where {
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  /** A database in memory begins as this one. */
  readonly dump?: Blob | undefined;
  readonly onLost?: (error: Error) => void;
}

/** PostgreSQL at `databaseUrl`; without one, PGlite in `dataDir`; without either, PGlite in memory. */
export async function openDatabase({ databaseUrl, onLost = () => undefined, ...where }: Where): Promise<Database> {
  if (databaseUrl === undefined) {
    const pool = await openEmbedded(where);
    return openOn(pool, () => pool);
  }
  // These sessions are the tenant role's from the start: a statement that slips out of its transaction sees no rows at all.
  const requests = (role: string) => openServer({ connectionString: databaseUrl, max: 10, settings: [`role=${role}`], onLost });
  return openOn(openServer({ connectionString: databaseUrl, max: 4, onLost }), requests);
}

/** @param poolOf opens what requests are answered from, in which they work as `role` */
export async function openOn(pool: PostgresPool, poolOf: (role: string) => PostgresPool): Promise<Database> {
  const system = new Kysely<SystemTables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const role = await tenantRoleOf(system);
    const requests = poolOf(role);
    const tenant = Object.assign(new Kysely<TenantTables>({ dialect: new PostgresDialect({ pool: requests }) }), { role });
    return { system, tenant, close: async () => { await Promise.all([...new Set([pool, requests])].map((one) => one.end())); } };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
