/** @returns the items by each of their keys: one item may stand at several */
export function grouped<Item>(items: readonly Item[], keysOf: (item: Item) => Iterable<string>): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = found.get(key);
      if (group) group.push(item);
      else found.set(key, [item]);
    }
  return found;
}
