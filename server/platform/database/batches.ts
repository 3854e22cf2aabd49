/** Limits the rows per statement, because PostgreSQL counts parameters in 16 bits. */
const batchSize = 2_000;

/** Writes any number of rows, with one statement per batch. */
export async function inBatches<Row>(rows: readonly Row[], write: (batch: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) await write(rows.slice(start, start + batchSize));
}
