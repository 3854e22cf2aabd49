/** Creates records from named data, so that other data can refer to them by name. */
export interface Named<Name extends string, T> {
  readonly all: readonly T[];
  of(name: Name): T;
}

/** Creates a record from each entry. */
export function createNamed<Name extends string, Data, T>(data: Readonly<Record<Name, Data>>, make: (one: Data) => T): Named<Name, T> {
  const made = new Map<Name, T>();
  for (const name in data) made.set(name, make(data[name]));
  return { all: [...made.values()], of: (name) => required(made.get(name), name) };
}

/** @throws when the record does not exist, which the types of the data rule out */
export function required<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`the demonstration has no ${name}`);
  return found;
}
