/** Records made of data that have a name, by which other data refer to them. */
export interface Named<Name extends string, T> {
  readonly all: readonly T[];
  of(name: Name): T;
}

/** Makes a record of each. */
export function named<Name extends string, Data, T>(data: Readonly<Record<Name, Data>>, make: (one: Data) => T): Named<Name, T> {
  const made = new Map<Name, T>();
  for (const name in data) made.set(name, make(data[name]));
  return { all: [...made.values()], of: (name) => required(made.get(name), name) };
}

/** @throws when there is no such thing, which the types of the data rule out */
export function required<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`the demonstration has no ${name}`);
  return found;
}
