/** Calls at a time. */
const atOnce = 8;

/** Does the same for each item, for some of them at the same time. The first failure is the last call. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += atOnce)
    results.push(...(await Promise.all(items.slice(index, index + atOnce).map(work))));
  return results;
}
