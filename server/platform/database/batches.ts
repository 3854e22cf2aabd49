/** Few enough rows for one statement, whose values PostgreSQL counts in 16 bits. */
const batchSize = 2_000;

/** Any number of rows, also none, a statement for each batch. */
export async function inBatches<Row>(rows: readonly Row[], write: (batch: readonly Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchSize) await write(rows.slice(start, start + batchSize));
}
