/** The number of concurrent calls. */
const concurrency = 8;

/** Maps items with an asynchronous function, at most `concurrency` at a time. Stops after the first batch with a failure. */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += concurrency)
    results.push(...(await Promise.all(items.slice(index, index + concurrency).map(work))));
  return results;
}
