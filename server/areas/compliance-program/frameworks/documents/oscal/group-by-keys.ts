/** Groups items by their keys. An item with several keys is in several groups. */
export function groupByKeys<Item>(items: readonly Item[], keysOf: (item: Item) => Iterable<string>): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}
