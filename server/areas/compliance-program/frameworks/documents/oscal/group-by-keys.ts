/** @returns the items by key; an item with several keys is in several groups */
export function groupByKeys<Item>(items: readonly Item[], keysOf: (item: Item) => Iterable<string>): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = found.get(key);
      if (group) group.push(item);
      else found.set(key, [item]);
    }
  return found;
}
