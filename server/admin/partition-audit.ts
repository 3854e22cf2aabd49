import { type Transaction, sql } from 'kysely';
import type { SystemTables } from '#generated/database';
import { withoutTimeouts } from '#platform/database/without-timeouts';
import { command, Failure, UsageError } from './command.ts';
import { withInstallation } from './installation.ts';

/** PostgreSQL's error code for a lock that was not acquired in time. */
const lockNotAvailable = '55P03';
const maxPartitions = 256;

export const partitionAudit = command({
  name: 'audit partition',
  meaning: `Puts the audit log into so many partitions (1 to ${maxPartitions}, 16 by default) by organization. Servers may run meanwhile; changes wait at the end for the last entries and a check. It needs free space for a second copy of the log, and no backup may be running.`,
  allowed: { partitions: 'NUMBER' },
  plan({ partitions = '16' }) {
    const partitionCount = Number(partitions);
    if (!/^\d+$/.test(partitions) || partitionCount < 1 || partitionCount > maxPartitions)
      throw new UsageError(`--partitions is a number from 1 to ${maxPartitions}`);
    return withInstallation(({ database: { system } }) =>
      system.transaction().execute(async (db) => {
        await withoutTimeouts(db);
        // Limits the wait for a lock, because queries queued behind it wait just as long.
        await sql`set local lock_timeout = '10s'`.execute(db);
        const before = await countPartitions(db);
        await sql`call partition_audit_log(${sql.lit(partitionCount)})`.execute(db).catch(throwAsFailure);
        return { before, partitions: await countPartitions(db) };
      }),
    );
  },
});

/** Returns the number of partitions, which is 0 if the log is a single table. */
async function countPartitions(db: Transaction<SystemTables>): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_inherits where inhparent = 'audit_entry'::regclass`.execute(db);
  return row?.count ?? 0;
}

function throwAsFailure(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === lockNotAvailable)
    throw new Failure('the audit log is in use by a long transaction, such as a backup; nothing was changed, try again', { cause: error });
  throw error;
}
