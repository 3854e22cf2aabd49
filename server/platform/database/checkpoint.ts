/**
 * What the checkpointer does for a server, and PGlite has not: without it the log of all changes is kept until the process ends, on the disk
 * or, of a database in memory, there.
 */

/** Whether there is more of it than two segments. */
const due = `
  select 1 from pg_control_checkpoint() where pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 32 * 1024 * 1024`;

/** @param query runs a statement outside of any transaction */
export async function checkpoint(query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>): Promise<void> {
  const { rows } = await query(due);
  if (rows.length) await query('checkpoint');
}
