/** Replaces the checkpointer, which PGlite lacks. Without it, the write-ahead log grows on disk (or in memory) until the process ends. */

/** Query that returns a row if the log since the last checkpoint exceeds 32 MB, which are two segments. */
const isDueQuery = `
  select 1 from pg_control_checkpoint() where pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 32 * 1024 * 1024`;

/** Makes a checkpoint if it is due. @param query runs one statement outside a transaction */
export async function checkpoint(query: (text: string) => Promise<{ readonly rows: readonly unknown[] }>): Promise<void> {
  const { rows } = await query(isDueQuery);
  if (rows.length) await query('checkpoint');
}
