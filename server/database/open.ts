import { Kysely, PostgresDialect } from 'kysely';
import type { SystemTables, TenantTables } from '../../generated/database.d.ts';
import { openEmbedded } from './embedded.ts';
import type { SystemDatabase, TenantDatabase } from './handle.ts';
import { openServer } from './server.ts';

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
  /** Milliseconds that a statement may take on PostgreSQL; 30,000 unless said otherwise. */
  readonly statementTimeout?: number | undefined;
  readonly onLost?: (error: Error) => void;
}

/** PostgreSQL at `databaseUrl`; without one, PGlite in `dataDir`; without either, PGlite in memory. */
export async function openDatabase({ databaseUrl, statementTimeout, onLost = () => undefined, ...where }: Where): Promise<Database> {
  if (databaseUrl === undefined) {
    const pool = await openEmbedded(where);
    return database(pool, pool);
  }
  const system = openServer({ connectionString: databaseUrl, max: 4, statementTimeout, onLost });
  // These sessions are the tenant role's from the start: a statement that slips out of its transaction sees no rows at all.
  const tenant = openServer({ connectionString: databaseUrl, max: 10, settings: ['role=tenant'], statementTimeout, onLost });
  return database(system, tenant);
}

type Pool = ReturnType<typeof openServer>;

function database(system: Pool, tenant: Pool): Database {
  return {
    system: new Kysely<SystemTables>({ dialect: new PostgresDialect({ pool: system }) }),
    tenant: new Kysely<TenantTables>({ dialect: new PostgresDialect({ pool: tenant }) }),
    close: async () => { await Promise.all([...new Set([system, tenant])].map((pool) => pool.end())); },
  };
}
